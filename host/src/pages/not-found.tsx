import { Trans } from '@lingui/react/macro';
import { isSignedIn } from '@waymark/contract';
import { useSession } from '../app/context.ts';
import { HOME_PATH } from '../app/session-state.ts';
import { HostLink } from '../controls/host-link.tsx';
import { MessagePage } from './message-page.tsx';

export function NotFound() {
  const member = isSignedIn(useSession());
  return (
    <MessagePage
      title={<Trans>This path ends here</Trans>}
      actions={
        <>
          <HostLink className="wm-button" data-variant="primary" href={member ? HOME_PATH : '/'}>
            {member ? <Trans>Go to your dashboard</Trans> : <Trans>Go to the home page</Trans>}
          </HostLink>
          <HostLink className="wm-link" href="/routes">
            <Trans>Browse routes</Trans>
          </HostLink>
          <HostLink className="wm-link" href="/challenges">
            <Trans>See challenges</Trans>
          </HostLink>
        </>
      }
    >
      <Trans>Page not found. The address may have a typing error, or what was here has moved.</Trans>
    </MessagePage>
  );
}
