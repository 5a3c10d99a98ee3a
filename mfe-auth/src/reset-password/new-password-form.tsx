import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountCredential } from '@waymark/api-contract';
import { CredentialList } from '@waymark/remote/credential-list';
import { Button, FormError, PasswordInput, Stack, Text } from '@waymark/ui';
import { FormField } from '../form/form-field.tsx';
import type { DeadLinkKind } from './dead-link.tsx';
import { useNewPassword } from './use-new-password.ts';

interface NewPasswordFormProps {
  token: string;
  email: string;
  /** What gives access besides. */
  credentials: readonly AccountCredential[];
  onDone: (hasEnded: boolean) => void;
  onDead: (kind: DeadLinkKind) => void;
}

export function NewPasswordForm({ token, email, credentials, onDone, onDead }: NewPasswordFormProps) {
  const { t } = useLingui();
  const { form, captchaQuestion } = useNewPassword({ token, email, credentials, onDone, onDead });
  return (
    <form {...form.form}>
      <Stack gap={5}>
        {/* Tells a password manager whose password this is. */}
        <input hidden readOnly type="email" name="username" autoComplete="username" value={email} />
        <FormField form={form} name="password" label={t`New password`} hint={t`8 or more characters`}>
          <PasswordInput
            fresh
            name="password"
            value={form.values.password}
            onChange={(event) => form.set('password', event.target.value)}
          />
        </FormField>
        {credentials.length > 0 && (
          <Stack gap={3}>
            <Text>
              <Trans>
                Besides your password, these give access to your account or to what you share. They end with
                the old password, in case somebody was in there. Tick what is yours and should go on.
              </Trans>
            </Text>
            <CredentialList
              credentials={credentials}
              kept={form.values.kept}
              onChange={(kept) => form.set('kept', kept)}
            />
          </Stack>
        )}
        {captchaQuestion}
        <FormError>{form.failure}</FormError>
        <Button type="submit" variant="primary" size="lg" loading={form.busy}>
          <Trans>Save password</Trans>
        </Button>
      </Stack>
    </form>
  );
}
