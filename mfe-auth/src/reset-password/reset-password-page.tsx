import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button } from '@waymark/ui';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { AuthPage } from '../page/auth-page.tsx';
import { CallFailed, CallWaiting } from '../page/call-state.tsx';
import { useNext } from '../page/next.ts';
import { DeadLink, deadLinkOf, type DeadLinkKind } from './dead-link.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { useResetLink } from './use-reset-link.ts';

export default function ResetPasswordPage() {
  const { t } = useLingui();
  const next = useNext();
  const token = (useParams()['*'] ?? '').replace(/(?<!\/)\/+$/, '');
  const link = useResetLink(token);
  const [outcome, setOutcome] = useState<'done' | DeadLinkKind | null>(null);

  if (outcome === 'done')
    return (
      <AuthPage
        title={t`Your new password is set`}
        lead={<Trans>Every device that was logged in has been logged out.</Trans>}
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
          onDone={() => setOutcome('done')}
          onDead={setOutcome}
        />
      )}
    </AuthPage>
  );
}
