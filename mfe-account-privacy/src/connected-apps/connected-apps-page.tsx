import { Trans, useLingui } from '@lingui/react/macro';
import { AccountFrame } from '../page/account-frame.tsx';
import { AuthorizedApps } from './authorized-apps.tsx';
import { Connections } from './connections.tsx';

/** What brings workouts in, and what may act for the member. */
export default function ConnectedAppsPage() {
  const { t } = useLingui();
  return (
    <AccountFrame
      title={t`Connected apps`}
      path="/account/connected_apps"
      lead={<Trans>Let your watch’s app or another service import your workouts automatically.</Trans>}
    >
      <Connections />
      <AuthorizedApps />
    </AccountFrame>
  );
}
