export type FeedView = 'all' | 'friends' | 'own';

/** What the feed is narrowed to; `group` is '' for all activities. */
export interface FeedFilter {
  view: FeedView;
  group: string;
}

const VIEWS: readonly string[] = ['all', 'friends', 'own'] satisfies FeedView[];

/** What the page's address asks for. */
export function feedFilterOf(params: URLSearchParams): FeedFilter {
  const named = params.get('view') ?? 'all';
  return {
    view: VIEWS.includes(named) ? (named as FeedView) : 'all',
    group: params.get('activity') ?? '',
  };
}

/** Where one was in a feed: the story at the top of the window, how far below its edge, and how much was loaded. */
export interface FeedPlace {
  story: number;
  offset: number;
  pages: number;
}

/** The place that the entry of the browser's history keeps. */
export const readFeedPlace = (): FeedPlace | null =>
  (history.state as { feedPlace?: FeedPlace } | null)?.feedPlace ?? null;
