import type { RouteBookmarkList, RouteList, RouteSummary } from '@waymark/api-contract';
import type { QueryClient } from '@tanstack/react-query';
import { ROUTE_LISTS } from './use-route-list.ts';

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

const PAGES = {
  predicate: ({ queryKey: [service, path] }: { queryKey: readonly unknown[] }) =>
    service === 'main' && /^\/route\/\d+\/$/.test(String(path)),
};

/**
 * Shows a change of routes in every list and on their own pages at once, before the server has answered.
 * @param where the lists it concerns; all of them, and the pages, without
 * @returns the function that takes it back
 */
export async function changeLists(
  queries: QueryClient,
  change: Change,
  where?: (href: string) => boolean,
): Promise<() => void> {
  const concerned = {
    queryKey: ROUTE_LISTS,
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => where?.(String(queryKey[2])) ?? true,
  };
  // An answer from before the change must not overwrite it.
  await queries.cancelQueries(concerned);
  const before = queries.getQueriesData<ListPage>(concerned);
  queries.setQueriesData<ListPage>(concerned, (page) => page && changed(page, change));
  const pages = where ? [] : queries.getQueriesData<RouteSummary>(PAGES);
  for (const [key, route] of pages) if (route) queries.setQueryData(key, change(route) ?? route);
  return () => {
    for (const [key, page] of [...before, ...pages]) queries.setQueryData(key, page);
  };
}

/** Has lists and the route itself asked for again, as the server has them. */
export async function refreshRoute(queries: QueryClient, id: number): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: ROUTE_LISTS }),
    queries.invalidateQueries({ queryKey: ['main', `/route/${id}/`] }),
  ]);
}
