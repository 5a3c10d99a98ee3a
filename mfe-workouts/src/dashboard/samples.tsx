import { Trans, useLingui } from '@lingui/react/macro';
import { Banner, Button } from '@waymark/ui';
import { workoutCalls } from '@waymark/api-contract/client';
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

/** Reminds that some of what is shown is made up, and takes it away. */
export function SampleNote() {
  const { remove } = useSamples();
  return (
    <Banner
      kind="info"
      action={
        <Button size="sm" variant="outline" loading={remove.isPending} onClick={() => remove.mutate()}>
          <Trans>Remove the samples</Trans>
        </Button>
      }
    >
      <Trans>These are sample workouts. Removing them keeps your own.</Trans>
    </Banner>
  );
}
