import type { SecurityOverview } from '@waymark/api-contract';
import { securityCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError, notify } from '@waymark/contract';
import { useFailureText } from '@waymark/remote';
import {
  Button,
  Field,
  Flex,
  FormError,
  Panel,
  PasswordInput,
  Stack,
  Text,
  useFocusInvalid,
} from '@waymark/ui';
import { useState } from 'react';
import { useSensitiveCall } from '../identity/identity.tsx';

const MIN_LENGTH = 8;

/** Changes the password, or sets the first one. */
export function PasswordSection({ overview: { has_password: hasPassword } }: { overview: SecurityOverview }) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Panel
      title={<Trans>Password</Trans>}
      action={
        !isEditing && (
          <Button onClick={() => setIsEditing(true)}>
            {hasPassword ? <Trans>Change password</Trans> : <Trans>Set a password</Trans>}
          </Button>
        )
      }
    >
      {isEditing ? (
        <PasswordForm onClose={() => setIsEditing(false)} />
      ) : (
        <Text muted>
          {hasPassword ? (
            <Trans>Changing it logs you out on all your other devices.</Trans>
          ) : (
            <Trans>You log in without a password.</Trans>
          )}
        </Text>
      )}
    </Panel>
  );
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [password, setPassword] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const { form, focusInvalid } = useFocusInvalid();
  const change = useSensitiveCall(securityCalls.changePassword);
  const refused = change.error instanceof ApiError ? change.error.diagnostics['password']?.[0] : undefined;
  const isRight = password.length >= MIN_LENGTH;
  const submit = async () => {
    setHasTried(true);
    if (!isRight || !(await change.send({ body: { password } }))) return focusInvalid();
    notify({ kind: 'success', text: t`Your new password is set. Other devices are logged out.` });
    onClose();
  };
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <Stack gap={4} maxWidth="420px">
        <Field
          label={t`New password`}
          hint={t`8 or more characters`}
          error={isRight ? refused : t`Use 8 or more characters.`}
          touched={hasTried}
          required
        >
          <PasswordInput
            fresh
            value={password}
            onChange={(event) => {
              change.reset();
              setPassword(event.target.value);
            }}
          />
        </Field>
        <FormError>{change.error !== null && !refused && failureText(change.error)}</FormError>
        <Flex gap={3}>
          <Button type="submit" variant="primary" loading={change.isPending}>
            <Trans>Save password</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}
