import {
  useMutation,
  useQuery,
  useQueryClient,
  type Query,
  type QueryClient,
  type UseMutationOptions,
  type UseMutationResult,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query';
import type { CallTypes, ClientCall, Endpoint, Resource } from '@waymark/api-contract/client';
import type { StoredName } from '@waymark/api-contract/stored-items';
import {
  announceChange,
  ApiError,
  call,
  navigate,
  subscribe,
  type CallArguments,
  type CallInput,
} from '@waymark/contract';
import { useState } from 'react';
import { useSession } from './hooks.ts';
import { createIdempotencyKey } from './idempotency-key.ts';

declare module '@tanstack/react-query' {
  interface Register {
    /** What the answer reads: it is stale once one of these has changed. */
    queryMeta: { reads?: readonly Resource[] };
  }
}

interface Parts {
  params?: object | undefined;
  query?: object | undefined;
}

/**
 * The key of a cached answer: service, path and parameters, in which undefined ones leave no trace. Without parameters
 * it matches the answers to all of them.
 */
export const callKey = ({ service, path }: Endpoint, { params = {}, query = {} }: Parts = {}) =>
  [service, path, defined(params), defined(query)] as const;

const defined = (values: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** Key, call and staleness of a GET call for `useQuery`, for where its answer is not used as it comes. */
export function callQuery<T extends CallTypes>(target: ClientCall<T>, input: CallInput<T>) {
  return {
    queryKey: callKey(target, input),
    queryFn: ({ signal }: { signal: AbortSignal }): Promise<T['response']> =>
      call(target, ...([{ ...input, signal }] as unknown as CallArguments<T>)),
    meta: { reads: target.reads ?? [] },
  };
}

type ReadOptions<R> = Omit<UseQueryOptions<R, ApiError>, 'queryKey' | 'queryFn' | 'meta'>;

/**
 * Reads one GET call: `useCall(workoutCalls.one, { params: { id } })`. The host already retries temporary failures
 * once, so the query does not. It waits until the session is known: asked as a visitor, a member's own private things
 * would seem not to exist.
 */
export function useCall<T extends CallTypes>(
  target: ClientCall<T>,
  ...[input, options]: object extends CallInput<T>
    ? [input?: CallInput<T>, options?: ReadOptions<T['response']>]
    : [input: CallInput<T>, options?: ReadOptions<T['response']>]
): UseQueryResult<T['response'], ApiError> {
  const isKnown = useSession().status !== 'loading';
  return useQuery<T['response'], ApiError>({
    ...callQuery(target, input ?? ({} as CallInput<T>)),
    ...options,
    enabled: isKnown && (options?.enabled ?? true),
  });
}

type SendInput<T extends CallTypes> = object extends CallInput<T> ? CallInput<T> | void : CallInput<T>;

/**
 * Sends one call that changes something: `useSend(workoutCalls.create)`, then `mutate({ body })`. What it makes stale is
 * fetched anew by itself. A POST keeps its idempotency key until it has succeeded; with `keyStorage` also over a reload,
 * for forms whose content survives one.
 */
export function useSend<T extends CallTypes, Context = unknown>(
  target: ClientCall<T>,
  {
    keyStorage,
    keepKey = false,
    ...options
  }: Omit<UseMutationOptions<T['response'], ApiError, SendInput<T>, Context>, 'mutationFn'> & {
    /** The name under which the key is kept in the browser tab. */
    keyStorage?: StoredName<'session'>;
    /**
     * Whatever is sent until the first success is one thing: the key stays also when the content was changed, since a
     * save whose answer was lost may be stored. Where it is, the next one is refused once (see `isSavedBefore`).
     */
    keepKey?: boolean;
  } = {},
): UseMutationResult<T['response'], ApiError, SendInput<T>, Context> {
  const [key] = useState(() => createIdempotencyKey(keyStorage));
  return useMutation({
    ...options,
    mutationFn: async (input) => {
      const idempotencyKey =
        target.method === 'POST'
          ? key.keyFor(keepKey ? null : input?.body instanceof FormData ? input.body : (input ?? null))
          : undefined;
      try {
        const answer = await call(target, ...([{ ...input, idempotencyKey }] as unknown as CallArguments<T>));
        key.clear();
        return answer;
      } catch (error) {
        if (endsIdempotencyKey(error)) key.clear();
        // What is stored already shows where the message tells to look.
        if (isSavedBefore(error) && target.changes) announceChange(target.changes);
        throw error;
      }
    },
  });
}

/** Was this save refused because an earlier one under its key, whose answer was lost, is stored? */
export const isSavedBefore = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'idempotency_key_reused';

/**
 * Can no repeat under this key succeed? What was saved is stored with other content, or it was deleted meanwhile: the
 * next save is a new wish.
 */
export const endsIdempotencyKey = (error: unknown): boolean =>
  isSavedBefore(error) || (error instanceof ApiError && error.status === 404);

/**
 * May the change be stored although it failed? One that was refused is not; one without an answer, or that failed at
 * the server, may be.
 */
export const isAnswerLost = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500;

interface Deleted {
  /** Name it in the addresses of calls: their answers are forgotten. */
  ids: readonly (string | number)[];
  /** The page that is shown instead. */
  to: string;
  onDeleted?: () => void;
}

/** As `useSend`, for what the page itself is about. The page is left first: it must not ask for what is gone. */
export function useDelete<T extends CallTypes>(
  target: ClientCall<T>,
  { ids, to, onDeleted }: Deleted,
): UseMutationResult<void, ApiError, CallInput<T>> {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (input) => {
      await call(target, ...([{ ...input, announce: false }] as unknown as CallArguments<T>));
      navigate(to, { replace: true });
      queries.removeQueries({
        predicate: ({ queryKey }) => ids.some((id) => JSON.stringify(queryKey).includes(String(id))),
      });
      if (target.changes) announceChange(target.changes);
      onDeleted?.();
    },
  });
}

/** Marks what a change makes stale, whoever made it, in this tab or another; what is on the page is fetched anew. */
export const followChanges = (queries: QueryClient): (() => void) =>
  subscribe('data.changed', ({ resources }) => {
    const isStale = ({ meta }: Query) =>
      meta?.reads?.some((resource) => resources.includes(resource)) ?? false;
    const refetch = (predicate: (query: Query) => boolean) =>
      queries.invalidateQueries({
        predicate,
        // A tab in the background asks when it is looked at again.
        refetchType: document.visibilityState === 'hidden' ? 'none' : 'active',
      });
    const first = queries.getQueryCache().findAll({ predicate: isStale, fetchStatus: 'fetching' });
    void refetch(isStale);
    // A first answer that is on its way may be from before the change, and would count as fresh.
    for (const query of first.filter(({ state }) => state.data === undefined))
      query.promise?.then(
        () => refetch((other) => other === query),
        () => {},
      );
  });
