import type { ConsentStatus } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { Banner } from '@waymark/ui';

/** Says what became of the browser's Global Privacy Control signal. */
export function OptOutNote({ status: { gpc, consents } }: { status: ConsentStatus }) {
  if (!gpc.is_received) return null;
  if (gpc.is_honoured)
    return (
      <Banner kind="success" title={<Trans>Opt-out request honored</Trans>}>
        <Trans>Your browser asks not to have your data sold or shared. It isn’t.</Trans>
      </Banner>
    );
  if (
    consents.some(({ id, choice, is_granted }) => id === 'sale_share' && choice === 'accepted' && is_granted)
  )
    return (
      <Banner>
        <Trans>Your browser asks not to have your data sold or shared. You allowed it all the same.</Trans>
      </Banner>
    );
  return (
    <Banner>
      <Trans>Your browser sends a privacy signal. Where you live, your own choices below decide.</Trans>
    </Banner>
  );
}
