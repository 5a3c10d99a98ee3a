import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button } from '@waymark/ui';
import { useState, useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { authCalls } from '@waymark/api-contract/client';
import { track } from '@waymark/contract';
import { useCall } from '@waymark/remote';
import { AuthPage } from '../page/auth-page.tsx';
import { CallFailed, CallWaiting } from '../page/call-state.tsx';
import { useNext } from '../page/next.ts';
import { DeadLink, deadLinkOf, type DeadLinkKind } from './dead-link.tsx';
import { NewPasswordForm } from './new-password-form.tsx';

/** Asks once whether the link can be used, and reports what came of it. */
function useResetLink(token: string) {
  const query = useCall(
    authCalls.resetInfo,
    { params: { token } },
    {
      enabled: token !== '',
      // A link that was good when the page opened stays on the page: the server looks again when it is used.
      staleTime: Infinity,
      gcTime: 0,
    },
  );
  const { status, error } = query;
  useEffect(() => {
    if (status === 'success') track('password_reset_fetch', { result: 'success' });
    if (status === 'error') track('password_reset_fetch', { result: 'failure', error: error.code });
  }, [status, error]);
  return query;
}

export default function ResetPasswordPage() {
  const { t } = useLingui();
  const next = useNext();
  const token = (useParams()['*'] ?? '').replace(/(?<!\/)\/+$/, '');
  const link = useResetLink(token);
  const [outcome, setOutcome] = useState<'done' | 'done-and-ended' | DeadLinkKind | null>(null);

  if (outcome === 'done' || outcome === 'done-and-ended')
    return (
      <AuthPage
        title={t`Your new password is set`}
        lead={
          outcome === 'done' ? (
            <Trans>Every device that was logged in has been logged out.</Trans>
          ) : (
            <Trans>
              Every device that was logged in has been logged out. We sent you a mail that says what else
              ended.
            </Trans>
          )
        }
      >
        <Box>
          <Button variant="primary" size="lg" href={next.link('/auth/login')}>
            <Trans>Log in</Trans>
          </Button>
        </Box>
      </AuthPage>
    );
  const dead = outcome ?? (token ? deadLinkOf(link.error) : 'unknown');
  if (dead) return <DeadLink kind={dead} next={next} />;
  return (
    <AuthPage
      title={t`Set a new password`}
      lead={link.data && <Trans>For your account with {link.data.email}.</Trans>}
    >
      {link.isPending && <CallWaiting />}
      {link.error && <CallFailed error={link.error} onRetry={() => void link.refetch()} />}
      {link.data && (
        <NewPasswordForm
          token={token}
          email={link.data.email}
          credentials={link.data.credentials}
          onDone={(hasEnded) => setOutcome(hasEnded ? 'done-and-ended' : 'done')}
          onDead={setOutcome}
        />
      )}
    </AuthPage>
  );
}
