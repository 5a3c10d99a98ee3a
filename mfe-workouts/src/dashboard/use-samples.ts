import { workoutCalls } from '@waymark/api-contract/client';
import { useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useSend } from '@waymark/remote';

/** Adding and removing the sample workouts. */
export function useSamples() {
  const { t } = useLingui();
  const failureText = useFailureText();
  const options = {
    onError: (error: unknown) =>
      void notify({
        kind: 'error' as const,
        text: failureText(error, t`That didn’t work. Nothing was changed; try again.`),
      }),
  };
  return {
    add: useSend(workoutCalls.addSamples, options),
    remove: useSend(workoutCalls.removeSamples, options),
  };
}
