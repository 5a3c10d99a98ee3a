import type { RouteSummary } from '@waymark/api-contract';
import { callPath, routeCalls, userCalls, type Endpoint } from '@waymark/api-contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { call, notify } from '@waymark/contract';
import { callKey, useFailureText, useSession } from '@waymark/remote';
import { updateCachedLists } from './update-cached-lists.ts';

type Bookmarked = Pick<RouteSummary, 'id' | 'name' | 'bookmark_id'>;

/** A resource as links of the specification name it. */
const linkTo = (target: Endpoint, id: number | null): string => `/v7.1${callPath(target, { id })}`;

/** What a bookmark is called before the server has named it. */
const UNNAMED = Number.MAX_SAFE_INTEGER;

/** Bookmarks a route, or takes its bookmark away, which can be undone. Lists show it at once. */
export function useBookmark() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { userId } = useSession();
  const queries = useQueryClient();

  const set = (route: Bookmarked, bookmark: number | null) =>
    updateCachedLists(queries, (one) => (one.id === route.id ? { ...one, bookmark_id: bookmark } : one));

  const add = useMutation({
    mutationFn: ({ id }: Bookmarked) =>
      call(routeCalls.bookmark, {
        body: {
          _links: {
            route: [{ href: linkTo(routeCalls.one, id), id: String(id) }],
            user: [{ href: linkTo(userCalls.user, userId), id: String(userId) }],
          },
        },
      }),
    onMutate: (route) => set(route, UNNAMED),
    onError: (error, _, back) => {
      back?.();
      notify({
        kind: 'error',
        text: failureText(error, t`We couldn’t save the bookmark. Try again in a moment.`),
      });
    },
  });

  const remove = useMutation({
    mutationFn: ({ bookmark_id: bookmark }: Bookmarked) =>
      call(routeCalls.removeBookmark, { params: { id: bookmark ?? 0 } }),
    onMutate: async (route) => {
      const back = await set(route, null);
      const backToo = await updateCachedLists(queries, (one) => (one.id === route.id ? null : one), [
        callKey(routeCalls.bookmarks),
      ]);
      return () => {
        backToo();
        back();
      };
    },
    onSuccess: (_, route) => {
      notify({
        kind: 'success',
        text: t`${route.name} was removed from your bookmarks.`,
        action: { label: t`Undo`, run: () => add.mutate(route) },
      });
    },
    onError: (error, _, back) => {
      back?.();
      notify({
        kind: 'error',
        text: failureText(error, t`We couldn’t remove the bookmark. Try again in a moment.`),
      });
    },
  });

  return {
    /** Bookmarks it, or takes the bookmark away. Waits while the last change is under way. */
    toggle: (route: Bookmarked) => {
      if (route.bookmark_id === UNNAMED) return;
      if (route.bookmark_id === null) add.mutate(route);
      else remove.mutate(route);
    },
  };
}
