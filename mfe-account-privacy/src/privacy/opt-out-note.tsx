import type { ConsentStatus } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { Banner } from '@waymark/ui';

/** Says what became of the browser's Global Privacy Control signal. */
export function OptOutNote({ status: { gpc } }: { status: ConsentStatus }) {
  if (!gpc.is_received) return null;
  if (gpc.is_honoured)
    return (
      <Banner kind="success" title={<Trans>Opt-out request honored</Trans>}>
        <Trans>Your browser asks not to have your data sold or shared. It isn’t.</Trans>
      </Banner>
    );
  return (
    <Banner>
      <Trans>Your browser sends a privacy signal. Where you live, your own choices below decide.</Trans>
    </Banner>
  );
}
