import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Story, StoryActor, StoryList } from '@waymark/api-contract';
import { storyCalls } from '@waymark/api-contract/client';
import { callKey } from '@waymark/remote';

type CachedStories = StoryList | InfiniteData<StoryList> | undefined;

/** A story changed, or null for one that goes. */
export type StoryChange = (story: Story) => Story | null;

const changeList = (list: StoryList, id: number, change: StoryChange): StoryList => {
  const { stories } = list._embedded;
  if (!stories.some((story) => story.id === id)) return list;
  const changed = stories.flatMap((story) => (story.id === id ? (change(story) ?? []) : story));
  return { ...list, _embedded: { ...list._embedded, stories: changed } };
};

const isPaged = (data: StoryList | InfiniteData<StoryList>): data is InfiniteData<StoryList> =>
  'pages' in data;

const changeLists = (queries: QueryClient, change: (list: StoryList) => StoryList): void => {
  queries.setQueriesData<CachedStories>({ queryKey: callKey(storyCalls.list) }, (data) => {
    if (!data) return data;
    return isPaged(data) ? { ...data, pages: data.pages.map(change) } : change(data);
  });
};

/** Changes a story wherever this remote has it in its cache: feeds, its own page, the page of its workout. */
export function changeStory(queries: QueryClient, id: number, change: StoryChange): void {
  changeLists(queries, (list) => changeList(list, id, change));
  queries.setQueriesData<Story>({ queryKey: callKey(storyCalls.one, { params: { id } }) }, (story) =>
    story ? (change(story) ?? story) : story,
  );
}

type ByMember = { actor: StoryActor | null };

/** Takes what a member wrote and liked out of this remote's cache: the page shows a block at once. */
export function forgetMember(queries: QueryClient, memberId: number): void {
  const without = <T extends ByMember>(items: readonly T[]): T[] =>
    items.filter(({ actor }) => actor?.id !== memberId);
  const withoutReplies = (story: Story): Story => {
    const likes = without(story.likes.items);
    const comments = without(story.comments.items);
    const countOf = ({ count, items }: Story['likes' | 'comments'], left: readonly unknown[]) =>
      Math.max(0, count - (items.length - left.length));
    return {
      ...story,
      likes: { ...story.likes, count: countOf(story.likes, likes), items: likes },
      comments: { ...story.comments, count: countOf(story.comments, comments), items: comments },
    };
  };
  changeLists(queries, (list) => {
    const { stories, likes, comments } = list._embedded;
    return {
      ...list,
      _embedded: {
        stories: without(stories).map(withoutReplies),
        likes: without(likes),
        comments: without(comments),
      },
    };
  });
  queries.setQueriesData<Story>(
    { queryKey: callKey(storyCalls.one) },
    (story) => story && withoutReplies(story),
  );
}

/** Puts a new story of the member's own at the top of a feed. */
export const prependStory = (
  data: InfiniteData<StoryList> | undefined,
  story: Story,
): InfiniteData<StoryList> | undefined => {
  const [first, ...rest] = data?.pages ?? [];
  if (!data || !first) return data;
  const stories = [story, ...first._embedded.stories.filter(({ id }) => id !== story.id)];
  return { ...data, pages: [{ ...first, _embedded: { ...first._embedded, stories } }, ...rest] };
};
