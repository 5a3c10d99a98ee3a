import type { RouteBookmarkList, RouteList, RouteSummary } from '@waymark/api-contract';
import { routeCalls } from '@waymark/api-contract/client';
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { callKey } from '@waymark/remote';

type ListPage = RouteList | RouteBookmarkList;

/** A route after a change; null where it leaves the list. */
type Change = (route: RouteSummary) => RouteSummary | null;

function changed(page: ListPage, change: Change): ListPage {
  const { _embedded: embedded } = page;
  const gone = (before: number, after: number) => Math.max(0, page.total_count - (before - after));
  if ('routes' in embedded) {
    const routes = embedded.routes.map(change).filter((route) => route !== null);
    return {
      _links: page._links,
      _embedded: { routes },
      total_count: gone(embedded.routes.length, routes.length),
    };
  }
  const kept = embedded.route_bookmarks.flatMap((bookmark) => {
    const route = change(bookmark.route);
    return route ? [Object.assign({}, bookmark, { route })] : [];
  });
  return {
    ...(page as RouteBookmarkList),
    _embedded: { route_bookmarks: kept },
    total_count: gone(embedded.route_bookmarks.length, kept.length),
  };
}

const LISTS = [callKey(routeCalls.list), callKey(routeCalls.bookmarks)];
const PAGE = callKey(routeCalls.one);

/**
 * Shows a change of routes in every list and on their own pages at once, before the server has answered.
 * @param lists the keys of the lists it concerns; all of them, and the pages, unless told
 * @returns the function that takes it back
 */
export async function updateCachedLists(
  queries: QueryClient,
  change: Change,
  lists: readonly QueryKey[] = LISTS,
): Promise<() => void> {
  // An answer from before the change must not overwrite it.
  await Promise.all(lists.map((queryKey) => queries.cancelQueries({ queryKey })));
  const before = lists.flatMap((queryKey) => queries.getQueriesData<ListPage>({ queryKey }));
  for (const [key, page] of before) if (page) queries.setQueryData(key, changed(page, change));
  const pages = lists === LISTS ? queries.getQueriesData<RouteSummary>({ queryKey: PAGE }) : [];
  for (const [key, route] of pages) if (route) queries.setQueryData(key, change(route) ?? route);
  return () => {
    for (const [key, page] of [...before, ...pages]) queries.setQueryData(key, page);
  };
}
