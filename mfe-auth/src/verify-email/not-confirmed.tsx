import { authCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { isSignedIn, loginPath } from '@waymark/contract';
import { useSend, useSession } from '@waymark/remote';
import { Banner, Box, Button, FormError, Stack } from '@waymark/ui';
import { useFailure } from '../form/failure.ts';
import { AuthPage } from '../page/auth-page.tsx';

/** A confirmation link that cannot be used. Only a member can ask for another, so that nobody floods a mailbox. */
export function NotConfirmed() {
  const { t } = useLingui();
  const session = useSession();
  if (!isSignedIn(session))
    return (
      <AuthPage
        title={t`This link no longer works`}
        lead={<Trans>Confirmation links work for two weeks. Log in and we send you a new one.</Trans>}
      >
        <Box>
          <Button variant="primary" size="lg" href={loginPath()}>
            <Trans>Log in</Trans>
          </Button>
        </Box>
      </AuthPage>
    );
  if (session.user?.email_confirmed)
    return (
      <AuthPage
        title={t`This link no longer works`}
        lead={<Trans>No problem: your e-mail is already confirmed.</Trans>}
      >
        <Box>
          <Button variant="primary" size="lg" href="/dashboard">
            <Trans>Go to your dashboard</Trans>
          </Button>
        </Box>
      </AuthPage>
    );
  return (
    <AuthPage
      title={t`This link no longer works`}
      lead={<Trans>Confirmation links work for two weeks. We can send you a new one.</Trans>}
    >
      <Resend email={session.user?.email ?? ''} />
    </AuthPage>
  );
}

function Resend({ email }: { email: string }) {
  const explain = useFailure();
  const resend = useSend(authCalls.resendConfirmation);
  return (
    <Stack gap={5} align="flex-start">
      {resend.isSuccess ? (
        <Banner kind="success">
          <Trans>A new mail is on its way to {email}.</Trans>
        </Banner>
      ) : (
        <Button variant="primary" size="lg" loading={resend.isPending} onClick={() => resend.mutate()}>
          <Trans>Send a new mail</Trans>
        </Button>
      )}
      <FormError>{resend.error && explain(resend.error).text}</FormError>
    </Stack>
  );
}
