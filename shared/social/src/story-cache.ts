import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Story, StoryList } from '@waymark/api-contract';
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

/** Changes a story wherever this remote has it in its cache: feeds, its own page, the page of its workout. */
export function changeStory(queries: QueryClient, id: number, change: StoryChange): void {
  queries.setQueriesData<CachedStories>({ queryKey: callKey(storyCalls.list) }, (data) => {
    if (!data) return data;
    if (!isPaged(data)) return changeList(data, id, change);
    return { ...data, pages: data.pages.map((page) => changeList(page, id, change)) };
  });
  queries.setQueriesData<Story>({ queryKey: callKey(storyCalls.one, { params: { id } }) }, (story) =>
    story ? (change(story) ?? story) : story,
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
