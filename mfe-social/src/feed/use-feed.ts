import { useLingui } from '@lingui/react/macro';
import { useInfiniteQuery, useQueryClient, type InfiniteData } from '@tanstack/react-query';
import type { Story, StoryList } from '@waymark/api-contract';
import { storyCalls } from '@waymark/api-contract/client';
import { call, navigate, notify, type ApiError } from '@waymark/contract';
import { callKey, useCall, useFailureText, useSession } from '@waymark/remote';
import { prependStory } from '@waymark/social';
import { useEffect, useState } from 'react';
import type { FeedFilter } from './feed-address.ts';

/** Which stories: the home feed, narrowed or not, or those of one member. */
export type FeedChoice = FeedFilter | { userId: number };

type FeedData = InfiniteData<StoryList, number | undefined>;

const PAGE = 10;
const NEWER_EVERY_MS = 60_000;
/** Whoever reads a story and comes back finds the feed as it was. */
const KEEP_MS = 30 * 60_000;

const filterOf = ({ view, group }: FeedFilter) => ({
  ...(view !== 'all' && { feed_view: view }),
  ...(group && { activity_group: group }),
});

function queryOf(choice: FeedChoice) {
  if ('userId' in choice) return { feed_type: 'user', feed_id: choice.userId, limit: PAGE } as const;
  return { feed_type: 'friends', limit: PAGE, ...filterOf(choice) } as const;
}

const storiesOf = (data: FeedData | undefined): Story[] =>
  data?.pages.flatMap((page) => page._embedded.stories) ?? [];

/** What the link to the next page asks for; undefined at the end. */
function nextOf({ _links }: StoryList): number | undefined {
  const href = _links.next?.[0]?.href;
  const before = href && new URLSearchParams(href.split('?')[1]).get('before');
  return before ? Number(before) : undefined;
}

/** The position of the story that each feed was opened with, by the feed's key. */
const tops = new Map<string, number>();

/**
 * A feed, page after page. It does not move while it is read: fetched anew, it begins with the story that was the newest
 * when it was opened. How many came since is `newCount`; `showNew` shows them.
 */
export function useFeed(choice: FeedChoice) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const queries = useQueryClient();
  const [isAdding, setIsAdding] = useState(false);
  const isKnown = useSession().status !== 'loading';
  const query = queryOf(choice);
  const queryKey = [...callKey(storyCalls.list, { query }), 'pages'];
  const feedKey = JSON.stringify(query);

  const fetchPage = (before: number | undefined, signal?: AbortSignal) =>
    call(storyCalls.list, { query: { ...query, ...(before && { before }) }, ...(signal && { signal }) });
  const fetchNewest = async (signal?: AbortSignal) => {
    const list = await fetchPage(undefined, signal);
    tops.set(feedKey, list._embedded.stories[0]?.position ?? 0);
    return list;
  };
  const result = useInfiniteQuery<StoryList, ApiError, FeedData, readonly unknown[], number | undefined>({
    queryKey,
    queryFn: ({ pageParam, signal }) => {
      if (pageParam !== undefined) return fetchPage(pageParam, signal);
      const top = queries.getQueryData(queryKey) ? tops.get(feedKey) : undefined;
      return top ? fetchPage(top + 1, signal) : fetchNewest(signal);
    },
    initialPageParam: undefined,
    getNextPageParam: nextOf,
    // Changes of stories are made in the cache by whoever makes them, and new ones are announced.
    meta: { reads: ['friends', 'workouts'] },
    enabled: isKnown,
    staleTime: 0,
    gcTime: KEEP_MS,
    refetchOnWindowFocus: false,
  });
  const stories = storiesOf(result.data);
  const since = stories.reduce((highest, { position }) => Math.max(highest, position), 0);

  const isHome = 'view' in choice;
  const newerQuery = { since, ...(isHome && filterOf(choice)) };
  const isEmpty = result.data !== undefined && stories.length === 0 && !result.hasNextPage;
  const newer = useCall(
    storyCalls.newer,
    { query: newerQuery },
    { enabled: isHome && (since > 0 || isEmpty), refetchInterval: NEWER_EVERY_MS, staleTime: 5000 },
  );
  const newCount = newer.data?.count ?? 0;
  const { refetch } = result;
  useEffect(() => {
    // Nobody reads an empty feed: its first stories come by themselves.
    if (isEmpty && newCount > 0) void refetch();
  }, [isEmpty, newCount, refetch]);

  const fetchAndShowNew = async () => {
    const first = await fetchNewest();
    queries.setQueryData<FeedData>(queryKey, { pages: [first], pageParams: [undefined] });
  };
  /** Where it fails, that is said, and the feed and the count of new stories stay. */
  const showNew = async (): Promise<boolean> => {
    try {
      await fetchAndShowNew();
      return true;
    } catch (error) {
      notify({ kind: 'error', text: failureText(error, t`We couldn’t load the new stories.`) });
      return false;
    }
  };
  const addToTop = async (story: Story) => {
    // What friends shared before the post was never shown: below the new top it would not be announced any more.
    const { count } = await call(storyCalls.newer, { query: newerQuery });
    if (count > 1) return fetchAndShowNew();
    tops.set(feedKey, story.position);
    queries.setQueryData<FeedData>(queryKey, (now) => prependStory(now, story) as FeedData | undefined);
  };
  /** Shows an own post at the top, or says that it is posted where this feed has none of its kind. */
  const addOwn = async (story: Story) => {
    const hasOwnPosts = isHome && choice.view !== 'friends' && !choice.group;
    if (hasOwnPosts && stories.length === 0) return void result.refetch();
    setIsAdding(true);
    try {
      if (hasOwnPosts) return await addToTop(story);
    } catch {
      // The feed stays as it was, so that the count of new stories still has all of them.
    } finally {
      setIsAdding(false);
    }
    notify({
      kind: 'success',
      text: t`Your post is up.`,
      action: { label: t`View post`, run: () => navigate(`/activity_feed/story/${story.id}`) },
    });
  };
  return { ...result, stories, newCount: isEmpty || isAdding ? 0 : newCount, showNew, addOwn };
}
