import type { Links } from '@waymark/api-contract';
import { routeCalls, type CallTypes, type ClientCall } from '@waymark/api-contract/client';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call, type ApiError, type CallArguments, type CallInput } from '@waymark/contract';
import { callQuery, useSession } from '@waymark/remote';
import { useState } from 'react';

/** The pages beside one page of a list: how many routes come before each; null where there is none. */
export interface Neighbours {
  next: number | null;
  prev: number | null;
}

/** How many come before a page: a number of an address, 0 where it is none. */
export const offsetOf = (text: string | null): number => {
  const offset = Number(text ?? 0);
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
};

const neighbourOf = (links: Links | undefined, relation: 'next' | 'prev'): number | null => {
  const href = links?.[relation]?.[0]?.href;
  return href === undefined
    ? null
    : offsetOf(new URLSearchParams(href.slice(href.indexOf('?'))).get('offset'));
};

export interface ListOptions {
  enabled?: boolean;
  /** A failure raises the notice of the whole page. */
  notifyFailure?: boolean;
}

type ListCall = CallTypes & { params: undefined; body: undefined; response: { _links: Links } };

/**
 * One page of a list. While another page is on its way, and when it fails, the last one stays in `page`; `stale` says
 * so.
 */
export function useListPage<T extends ListCall>(
  target: ClientCall<T>,
  query: T['query'],
  { enabled = true, notifyFailure = false }: ListOptions = {},
) {
  const isKnown = useSession().status !== 'loading';
  const input = { query } as CallInput<T>;
  const asked = useQuery<T['response'], ApiError>({
    ...callQuery(target, input),
    queryFn: ({ signal }) =>
      call(target, ...([{ ...input, signal, notifyFailure }] as unknown as CallArguments<T>)),
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
