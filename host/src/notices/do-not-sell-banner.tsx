import type { ConsentChoice } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useApp } from '../app/context.ts';
import type { MatrixOnScreen } from '../app/app.ts';
import { HostLink } from '../controls/host-link.tsx';

/** Asks visitors whose law gives them the right whether their data may be sold or shared. Both answers take one click. */
export default function DoNotSellBanner({ status }: { status: MatrixOnScreen }) {
  const { t } = useLingui();
  const { links } = useApp();
  const [state, setState] = useState<'asking' | 'sending' | 'failed'>('asking');
  const answer = async (choice: ConsentChoice) => {
    setState('sending');
    try {
      await links.answerSale?.(status, choice);
    } catch {
      setState('failed');
    }
  };
  return (
    <section className="wm-h-opt-out" aria-label={t`Your privacy choices`} data-print="hide">
      <p>
        {state === 'failed' ? (
          <Trans>That didn’t work. Try again in a moment.</Trans>
        ) : (
          <Trans>
            We may share the pages you visit with advertising partners, unless you say no.{' '}
            <HostLink href="/privacy_center/manage">Your choices</HostLink>
          </Trans>
        )}
      </p>
      <div>
        <button type="button" disabled={state === 'sending'} onClick={() => void answer('declined')}>
          <Trans>Do not sell or share</Trans>
        </button>
        <button type="button" disabled={state === 'sending'} onClick={() => void answer('accepted')}>
          <Trans>Keep sharing</Trans>
        </button>
      </div>
    </section>
  );
}
