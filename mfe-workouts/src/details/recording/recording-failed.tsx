import { Trans } from '@lingui/react/macro';
import { Banner, Button } from '@waymark/ui';

/** What stands in the chart's place when the recording did not arrive. */
export function RecordingFailed({ retry, busy }: { retry: () => void; busy: boolean }) {
  return (
    <Banner
      kind="error"
      title={<Trans>We couldn’t load the recording.</Trans>}
      action={
        <Button size="sm" loading={busy} onClick={retry}>
          <Trans>Try again</Trans>
        </Button>
      }
    >
      <Trans>The figures above are complete and nothing was lost. Check your connection and try again.</Trans>
    </Banner>
  );
}
