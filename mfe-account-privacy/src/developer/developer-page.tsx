import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@waymark/ui';
import { useSettings } from '@waymark/remote';
import { IdentityProvider } from '../identity/identity.tsx';
import { AccountFrame } from '../page/account-frame.tsx';
import { Clients } from './clients.tsx';
import { PersonalTokens } from './personal-tokens.tsx';

/** For members who write scripts and apps of their own. */
export default function DeveloperPage() {
  const { t } = useLingui();
  const { developerLink } = useSettings();
  return (
    <IdentityProvider>
      <AccountFrame
        title={t`Developer`}
        path="/account/developer"
        lead={
          <Trans>
            Write a script or an app for your training.{' '}
            <Link href={developerLink}>Every call is documented</Link>.
          </Trans>
        }
      >
        <PersonalTokens />
        <Clients />
      </AccountFrame>
    </IdentityProvider>
  );
}
