import { Trans, useLingui } from '@lingui/react/macro';
import { track } from '@waymark/contract';
import { useSettings } from '@waymark/remote';
import { Button, EmailInput, FormError, Link, Stack, Text } from '@waymark/ui';
import { useEffect, useState } from 'react';
import { FormField } from '../form/form-field.tsx';
import { AuthPage } from '../page/auth-page.tsx';
import { useNext } from '../page/next.ts';
import { useResetRequest } from './use-reset-request.ts';

export default function ForgotPasswordPage() {
  const { t } = useLingui();
  const next = useNext();
  const [sentTo, setSentTo] = useState('');
  const request = useResetRequest(next, setSentTo);
  useEffect(() => track('forgot_password'), []);

  const back = (
    <Text>
      <Link href={next.link('/auth/login')}>
        <Trans>Back to log in</Trans>
      </Link>
    </Text>
  );
  if (sentTo)
    return (
      <AuthPage
        title={t`Check your mail`}
        lead={<Trans>If there is an account for {sentTo}, a mail is on its way.</Trans>}
      >
        <SentHelp onAgain={() => setSentTo('')} />
        {back}
      </AuthPage>
    );
  return (
    <AuthPage
      title={t`Forgot your password?`}
      lead={<Trans>Tell us your e-mail and we send you a link to set a new one.</Trans>}
    >
      <form {...request.form}>
        <Stack gap={5}>
          <FormField form={request} name="email" label={t`E-mail`}>
            <EmailInput
              name="email"
              value={request.values.email}
              onChange={(event) => request.set('email', event.target.value)}
            />
          </FormField>
          <FormError>{request.failure}</FormError>
          <Button type="submit" variant="primary" size="lg" loading={request.busy}>
            <Trans>Send the link</Trans>
          </Button>
        </Stack>
      </form>
      {back}
    </AuthPage>
  );
}

function SentHelp({ onAgain }: { onAgain: () => void }) {
  const { mailbox } = useSettings().appConfig;
  return (
    <Stack gap={5} align="flex-start">
      <Text>
        <Trans>The link works once, for one hour. Nothing there? Check your spam folder too.</Trans>
      </Text>
      {mailbox && (
        <Text muted>
          <Trans>
            This is a local installation: its mails are in the <Link href="/mailbox">mailbox</Link>.
          </Trans>
        </Text>
      )}
      <Button size="lg" onClick={onAgain}>
        <Trans>Use another e-mail</Trans>
      </Button>
    </Stack>
  );
}
