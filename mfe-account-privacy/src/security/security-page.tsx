import type { SecurityOverview } from '@waymark/api-contract';
import { securityCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall } from '@waymark/remote';
import { LoadFailed, Skeleton, Stack, useDelayed } from '@waymark/ui';
import { IdentityProvider } from '../identity/identity.tsx';
import { AccountFrame } from '../page/account-frame.tsx';
import { ChatAppSection } from './chat-app-section.tsx';
import { CodesSection } from './codes-section.tsx';
import { DevicesSection } from './devices-section.tsx';
import { EmailSection } from './email-section.tsx';
import { EventsSection } from './events-section.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';

/** How the member signs in, where they are signed in, and what happened. */
export default function SecurityPage() {
  const { t } = useLingui();
  const isLate = useDelayed(150);
  const { data, error, refetch, isFetching } = useCall(securityCalls.overview);
  return (
    <IdentityProvider>
      <AccountFrame
        title={t`Security`}
        path="/account/security"
        lead={<Trans>How you log in, and where you are logged in.</Trans>}
      >
        {error && !data && (
          <LoadFailed
            title={<Trans>We couldn’t load your security settings.</Trans>}
            error={error}
            retry={refetch}
            busy={isFetching}
          />
        )}
        {!data && !error && isLate && (
          <Stack gap={4}>
            {[0, 1, 2, 3].map((row) => (
              <Skeleton key={row} height="88px" />
            ))}
          </Stack>
        )}
        {data && <Sections overview={data} />}
      </AccountFrame>
    </IdentityProvider>
  );
}

const Sections = ({ overview }: { overview: SecurityOverview }) => (
  <>
    <EmailSection overview={overview} />
    <PasswordSection overview={overview} />
    <PasskeysSection overview={overview} />
    <CodesSection overview={overview} />
    <ChatAppSection overview={overview} />
    <DevicesSection />
    <EventsSection />
  </>
);
