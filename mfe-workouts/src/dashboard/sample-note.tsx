import { Trans } from '@lingui/react/macro';
import { Banner, Button } from '@waymark/ui';
import { useSamples } from './use-samples.ts';

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
