import type { Workout } from '@waymark/api-contract';
import { useMutation, useQueryClient, type Query } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { http, navigate, notify, publish } from '@waymark/contract';
import { apiErrorText } from '@waymark/remote';

/** Deletes a workout at once and offers to undo it, which brings it back as it was. */
export function useDelete({ id, name, parent_id }: Workout) {
  const { t } = useLingui();
  const queries = useQueryClient();
  const main = http.service('main');

  const restore = async () => {
    try {
      await main.post<Workout>(`/workout/${id}/restore/`);
      await queries.invalidateQueries();
      publish('workout.saved', { id });
      navigate(`/workout/${id}`);
      notify({ kind: 'success', text: t`“${name}” is back.` });
    } catch (error) {
      notify({
        kind: 'error',
        text: apiErrorText(error, t`“${name}” could not be brought back just now. It can be for 24 hours.`),
        action: { label: t`Try again`, run: () => void restore() },
      });
    }
  };

  return useMutation({
    mutationFn: () => main.delete(`/workout/${id}/`),
    onSuccess: () => {
      // Away first: this page must not ask for what is gone.
      navigate(parent_id === null ? '/dashboard' : `/workout/${parent_id}`, { replace: true });
      // Its weather, edits and the like are asked for by its id too.
      const gone = ({ queryKey }: Query) => JSON.stringify(queryKey).includes(String(id));
      queries.removeQueries({ predicate: gone });
      void queries.invalidateQueries({ predicate: (query) => !gone(query) });
      publish('workout.deleted', { id });
      notify({
        kind: 'success',
        text: t`“${name}” is deleted.`,
        action: { label: t`Undo`, run: () => void restore() },
      });
    },
    onError: (error) =>
      void notify({
        kind: 'error',
        text: apiErrorText(error, t`This workout could not be deleted. It is still here; try again.`),
      }),
  });
}
