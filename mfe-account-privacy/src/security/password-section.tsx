import type { AccountCredential, SecurityOverview } from '@waymark/api-contract';
import { securityCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError, notify } from '@waymark/contract';
import { useCall, useFailureText } from '@waymark/remote';
import { CredentialList } from '@waymark/remote/credential-list';
import {
  Banner,
  Button,
  Field,
  Flex,
  FormError,
  Panel,
  PasswordInput,
  Skeleton,
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

const without = (credentials: readonly AccountCredential[], kept: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(credentials.map(({ key }) => key).filter((key) => !kept.has(key)));

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [password, setPassword] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const { form, focusInvalid } = useFocusInvalid();
  const change = useSensitiveCall(securityCalls.changePassword);
  const list = useCall(securityCalls.credentials);
  const credentials = list.data?.credentials ?? [];
  const [ended, setEnded] = useState<ReadonlySet<string>>(new Set());
  const kept = new Set(credentials.map(({ key }) => key).filter((key) => !ended.has(key)));
  const refused = change.error instanceof ApiError ? change.error.diagnostics['password']?.[0] : undefined;
  const isRight = password.length >= MIN_LENGTH;
  const submit = async () => {
    setHasTried(true);
    const keep = ended.size > 0 ? [...kept] : undefined;
    if (!isRight || !(await change.send({ body: { password, ...(keep && { keep }) } })))
      return focusInvalid();
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
        {list.isPending && <Skeleton height="48px" />}
        {list.error && (
          <Banner kind="warning">
            <Trans>
              What else gives access to your account could not be loaded. You can set the password all the
              same; nothing else ends.
            </Trans>
          </Banner>
        )}
        {credentials.length > 0 && (
          <Stack gap={3}>
            <Text>
              <Trans>
                These give access to your account or to what you share. Untick what you don’t recognize, and
                it ends.
              </Trans>
            </Text>
            <CredentialList
              credentials={credentials}
              kept={kept}
              onChange={(next) => setEnded(without(credentials, next))}
            />
          </Stack>
        )}
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
