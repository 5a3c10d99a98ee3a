import type { Links } from '@waymark/api-contract';
import { routeCalls, type CallTypes, type ClientCall } from '@waymark/api-contract/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, followLink, type ApiError, type CallArguments, type CallInput } from '@waymark/contract';
import { callKey, callQuery, useSession } from '@waymark/remote';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';

/** The way to another page of a list. */
export interface PageLink {
  /** The link of the API that the page is fetched by. */
  href: string;
  /** How many come before that page, for the address and the text of this one. */
  from: number;
}

/** The pages beside one page of a list; null where there is none. */
export interface Neighbours {
  next: PageLink | null;
  prev: PageLink | null;
}

/** How many come before a page: a number of an address, 0 where it is none. */
export const offsetOf = (text: string | null): number => {
  const offset = Number(text ?? 0);
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
};

const paramsOf = (href: string) => new URLSearchParams(href.slice(href.indexOf('?')));

const neighbourOf = (links: Links | undefined, relation: 'next' | 'prev'): PageLink | null => {
  const href = links?.[relation]?.[0]?.href;
  return href === undefined ? null : { href, from: offsetOf(paramsOf(href).get('offset')) };
};

/** What a navigation to another page of a list carries: the link that the page is fetched by. */
export const stateOf = ({ href }: PageLink): { pageHref: string } => ({ pageHref: href });

/** The link that this page of a list was reached by; null where it was opened by its address alone. */
export function usePageHref(): string | null {
  const { state } = useLocation() as { state: unknown };
  return typeof state === 'object' &&
    state !== null &&
    'pageHref' in state &&
    typeof state.pageHref === 'string'
    ? state.pageHref
    : null;
}

export interface ListOptions {
  enabled?: boolean;
  /** A failure raises the notice of the whole page. */
  notifyFailure?: boolean;
  /** Where the page was reached by a link of the page before it: that link, which is followed as it is. */
  href?: string | null | undefined;
}

type ListCall = CallTypes & { params: undefined; body: undefined; response: { _links: Links } };

/**
 * One page of a list: by the link of its neighbour where there is one, else by `query`. While another page is on its way, and when it fails, the last one stays in `page`; `stale` says
 * so.
 */
export function useListPage<T extends ListCall>(
  target: ClientCall<T>,
  query: T['query'],
  { enabled = true, notifyFailure = false, href }: ListOptions = {},
) {
  const isKnown = useSession().status !== 'loading';
  const input = { query } as CallInput<T>;
  const asked = useQuery<T['response'], ApiError>({
    ...callQuery(target, input),
    ...(href && { queryKey: callKey(target, { query: Object.fromEntries(paramsOf(href)) }) }),
    queryFn: async ({ signal }) =>
      href
        ? followLink(target, href, { signal, notifyFailure })
        : call(target, ...([{ ...input, signal, notifyFailure }] as unknown as CallArguments<T>)),
    placeholderData: keepPreviousData,
    enabled: isKnown && enabled,
  });
  // What was kept for the way is dropped by a failure.
  const [last, setLast] = useState(asked.data);
  if (asked.data && asked.data !== last) setLast(asked.data);
  const page = asked.data ?? last;
  return {
    page,
    stale: asked.isPlaceholderData || (asked.isError && !asked.data),
    error: asked.error,
    busy: asked.isFetching,
    refetch: asked.refetch,
    next: neighbourOf(page?._links, 'next'),
    prev: neighbourOf(page?._links, 'prev'),
  };
}

export type RouteQuery = Parameters<typeof useListPage<NonNullable<(typeof routeCalls.list)['types']>>>[1];

/** A page of routes: lists, search. */
export const useRouteList = (query: RouteQuery, options?: ListOptions) =>
  useListPage(routeCalls.list, query, options);
