import type { Workout } from '@waymark/api-contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText } from '@waymark/remote';

const load = () => import(/* webpackChunkName: "delete" */ './delete-workout.ts');

/** Deletes a workout at once and offers to undo it, which brings it back as it was. */
export function useDelete(workout: Workout) {
  const { t, i18n } = useLingui();
  const failureText = useFailureText();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async () => (await load()).deleteWorkout(workout, queries, i18n),
    onError: (error) =>
      void notify({
        kind: 'error',
        text: failureText(error, t`This workout could not be deleted. It is still here; try again.`),
      }),
  });
}
