import { Trans, useLingui } from '@lingui/react/macro';
import { Banner, Button, Skeleton, Stack, useDelayed, VisuallyHidden } from '@waymark/ui';
import { useFailure } from '../form/failure.ts';

/** In the place of a field and a button, once the answer takes long enough to notice. */
export function CallWaiting() {
  const { t } = useLingui();
  const late = useDelayed(150);
  return (
    <Stack gap={5} aria-busy="true">
      <VisuallyHidden>
        <span role="status">{t`One moment`}</span>
      </VisuallyHidden>
      {late && (
        <>
          <Skeleton height="64px" />
          <Skeleton height="48px" />
        </>
      )}
    </Stack>
  );
}

export function CallFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const explain = useFailure();
  return (
    <Stack gap={5} align="flex-start">
      <Banner kind="error">{explain(error).text}</Banner>
      <Button variant="primary" size="lg" onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Stack>
  );
}
