import { Trans, useLingui } from '@lingui/react/macro';
import { useSettings } from '@waymark/remote';
import { Button, EmailInput, FormError, Link, PasswordInput, Stack, Text, Flex } from '@waymark/ui';
import { useState } from 'react';
import { ChatAppButtons } from '../page/chat-app-buttons.tsx';
import { FormField } from '../form/form-field.tsx';
import { AuthPage } from '../page/auth-page.tsx';
import { rememberEmail } from '../page/handover.ts';
import { useEntrance, useNext } from '../page/next.ts';
import { PasskeyButton } from './passkey-button.tsx';
import { SecondFactorForm } from './second-factor-form.tsx';
import { useLogin } from './use-login.ts';

/** The member with sample workouts that a local installation makes. */
const DEMO = { email: 'demo@waymark.example', password: 'trail-blaze-2026' } as const;

function DemoHint({ onFill }: { onFill: () => void }) {
  return (
    <Flex align="center" justify="space-between" gap={4} borderTop="hairline" paddingTop={5}>
      <Text muted size="sm" overflowWrap="anywhere">
        <Trans>
          Just looking? {DEMO.email} with the password {DEMO.password} has workouts to explore.
        </Trans>
      </Text>
      <Button size="sm" flex="none" onClick={onFill}>
        <Trans>Fill in</Trans>
      </Button>
    </Flex>
  );
}

export default function LoginPage() {
  const { t } = useLingui();
  const { demo } = useSettings().appConfig;
  const next = useNext();
  const { gone, enter } = useEntrance(next);
  const [challenge, setChallenge] = useState<string | null>(null);
  const login = useLogin(next, enter, setChallenge);
  const { values, set } = login;
  if (gone) return null;
  if (challenge !== null)
    return (
      <AuthPage title={t`One more step`} lead={<Trans>Type the code that your app shows.</Trans>}>
        <SecondFactorForm challenge={challenge} enter={enter} />
      </AuthPage>
    );
  return (
    <AuthPage
      title={t`Log in`}
      lead={
        <Trans>
          New here? <Link href={next.link('/auth/signup')}>Create an account</Link>
        </Trans>
      }
    >
      <form {...login.form}>
        <Stack gap={5}>
          <FormField form={login} name="email" label={t`E-mail`}>
            <EmailInput
              name="email"
              autoComplete="username"
              value={values.email}
              onChange={(event) => set('email', event.target.value)}
            />
          </FormField>
          <FormField form={login} name="password" label={t`Password`}>
            <PasswordInput
              name="password"
              value={values.password}
              onChange={(event) => set('password', event.target.value)}
            />
          </FormField>
          <FormError>{login.failure}</FormError>
          <Button type="submit" variant="primary" size="lg" loading={login.busy}>
            <Trans>Log in</Trans>
          </Button>
          <Text>
            <Link href={next.link('/auth/forgot_password')} onClick={() => rememberEmail(values.email)}>
              <Trans>Forgot your password?</Trans>
            </Link>
          </Text>
        </Stack>
      </form>
      <PasskeyButton enter={enter} />
      <ChatAppButtons next={next} />
      {demo && (
        <DemoHint
          onFill={() => {
            set('email', DEMO.email);
            set('password', DEMO.password);
          }}
        />
      )}
    </AuthPage>
  );
}
