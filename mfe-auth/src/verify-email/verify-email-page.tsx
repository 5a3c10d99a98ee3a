import { Trans, useLingui } from '@lingui/react/macro';
import { isSignedIn } from '@waymark/contract';
import { useSession } from '@waymark/remote';
import { Box, Button } from '@waymark/ui';
import { useLocation, useParams } from 'react-router-dom';
import { AuthPage } from '../page/auth-page.tsx';
import { CallFailed, CallWaiting } from '../page/call-state.tsx';
import { NotConfirmed } from './not-confirmed.tsx';
import { isDead, useConfirmation } from './use-confirmation.ts';

/** `/verify_email/{token}` confirms the address; `/email_verified` shows that it is confirmed. */
export default function VerifyEmailPage() {
  const { t } = useLingui();
  const { pathname } = useLocation();
  const token = (useParams()['*'] ?? '').replace(/(?<!\/)\/+$/, '');
  const confirmation = useConfirmation(token);
  if (pathname.startsWith('/email_verified') || confirmation.data)
    return <Confirmed email={confirmation.data?.email} />;
  if (!token || isDead(confirmation.error)) return <NotConfirmed />;
  return (
    <AuthPage title={t`Confirm your e-mail`}>
      {confirmation.error ? (
        <CallFailed error={confirmation.error} onRetry={() => void confirmation.refetch()} />
      ) : (
        <CallWaiting />
      )}
    </AuthPage>
  );
}

function Confirmed({ email }: { email: string | undefined }) {
  const { t } = useLingui();
  const member = isSignedIn(useSession());
  return (
    <AuthPage
      title={t`Your e-mail is confirmed`}
      lead={email ? <Trans>We can reach you at {email}.</Trans> : <Trans>Thank you. You are all set.</Trans>}
    >
      <Box>
        {member ? (
          <Button variant="primary" size="lg" href="/dashboard">
            <Trans>Go to your dashboard</Trans>
          </Button>
        ) : (
          <Button variant="primary" size="lg" href="/auth/login">
            <Trans>Log in</Trans>
          </Button>
        )}
      </Box>
    </AuthPage>
  );
}
