import type { Privacy, RouteSummary } from '@waymark/api-contract';
import { routeCalls } from '@waymark/api-contract/client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { call, notify } from '@waymark/contract';
import { useFailureText } from '@waymark/remote';
import { updateCachedLists } from '../list/update-cached-lists.ts';

/** The specification's content type of a route. */
const ROUTE = 1;

/** Deletes own routes, which can be undone, and changes who sees them. Lists show it at once. */
export function useOwnRoutes() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const queries = useQueryClient();

  const restore = useMutation({
    mutationFn: ({ id }: RouteSummary) => call(routeCalls.restore, { params: { id } }),
    onSuccess: (_, { name }) => {
      notify({ kind: 'success', text: t`${name} is back.` });
    },
    onError: (error, { name }) => {
      notify({
        kind: 'error',
        text: failureText(error, t`${name} couldn’t be restored right now. Try again in a moment.`),
      });
    },
  });

  const remove = useMutation({
    mutationFn: ({ id }: RouteSummary) => call(routeCalls.remove, { params: { id } }),
    onMutate: ({ id }) => updateCachedLists(queries, (one) => (one.id === id ? null : one)),
    onSuccess: (_, route) => {
      notify({
        kind: 'success',
        text: t`${route.name} was deleted.`,
        action: { label: t`Undo`, run: () => restore.mutate(route) },
      });
    },
    onError: (error, { name }, back) => {
      back?.();
      notify({
        kind: 'error',
        text: failureText(error, t`We couldn’t delete ${name}. It is still here; try again.`),
      });
    },
  });

  const privacy = useMutation({
    mutationFn: ({ route: { id }, level }: { route: RouteSummary; level: Privacy }) =>
      call(routeCalls.privacyToggle, {
        query: { content_type_id: ROUTE, object_id: id, set_privacy_to: level },
      }),
    onMutate: ({ route: { id }, level }) =>
      updateCachedLists(queries, (one) => (one.id === id ? { ...one, privacy: level } : one)),
    onError: (error, { route: { name } }, back) => {
      back?.();
      notify({
        kind: 'error',
        text: failureText(error, t`We couldn’t change who sees ${name}. Nothing was changed; try again.`),
      });
    },
  });

  return {
    remove: remove.mutate,
    setPrivacy: (route: RouteSummary, level: Privacy) => privacy.mutate({ route, level }),
  };
}
