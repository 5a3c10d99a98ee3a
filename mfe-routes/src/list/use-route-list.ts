import type { Links, RouteList } from '@waymark/api-contract';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { http, type ApiError } from '@waymark/contract';
import { useSession } from '@waymark/remote';
import { useState } from 'react';

type Params = Record<string, string | number | undefined>;

/** The pages beside one page of a list, as its links name them. */
export interface Neighbours {
  next: string | null;
  prev: string | null;
}

const VERSION = '/v7.1';

/** The address of a list's page below the main API, with what was asked for. */
export function listHref(path: '/route/' | '/route_bookmark/', params: Params): string {
  const asked = Object.entries(params).filter(([, value]) => value !== undefined && value !== '');
  return `${VERSION}${path}?${new URLSearchParams(asked.map(([name, value]) => [name, String(value)]))}`;
}

/** How many of the list come before the page that a link leads to. */
export const offsetOf = (href: string): number => {
  const offset = Number(new URLSearchParams(href.slice(href.indexOf('?'))).get('offset') ?? 0);
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
};

export const neighboursOf = (links: Links | undefined): Neighbours => ({
  next: links?.['next']?.[0]?.href ?? null,
  prev: links?.['prev']?.[0]?.href ?? null,
});

/** First parts of the keys of all lists of routes: what changes a route changes them. */
export const ROUTE_LISTS = ['main', 'route lists'] as const;

export interface ListOptions {
  enabled?: boolean;
  /** A failure raises the notice of the whole page. */
  notifyFailure?: boolean;
}

/**
 * One page of a list by its address, as `_links` of its neighbours have it. While another page is on its way, and
 * when it fails, the last one stays in `page`; `stale` says so.
 */
export function useListPage<T extends { _links: Links; total_count: number }>(
  href: string,
  { enabled = true, notifyFailure = false }: ListOptions = {},
) {
  const known = useSession().status !== 'loading';
  const query = useQuery<T, ApiError>({
    queryKey: [...ROUTE_LISTS, href],
    queryFn: ({ signal }) =>
      http.service('main').get<T>(href.replace(VERSION, ''), { signal, notifyFailure }),
    placeholderData: keepPreviousData,
    enabled: known && enabled,
  });
  // What was kept for the way is dropped by a failure.
  const [last, setLast] = useState(query.data);
  if (query.data && query.data !== last) setLast(query.data);
  const page = query.data ?? last;
  return {
    page,
    stale: query.isPlaceholderData || (query.isError && !query.data),
    error: query.error,
    busy: query.isFetching,
    refetch: query.refetch,
    ...neighboursOf(page?._links),
  };
}

/** A page of routes: lists, search. */
export const useRouteList = (href: string, options?: ListOptions) => useListPage<RouteList>(href, options);
