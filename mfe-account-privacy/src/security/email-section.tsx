import type { SecurityOverview } from '@waymark/api-contract';
import { securityCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError, notify } from '@waymark/contract';
import { useFailureText, useFormatLocale, useSend, useSession } from '@waymark/remote';
import {
  Badge,
  Banner,
  Button,
  EmailInput,
  Field,
  Flex,
  FormError,
  Panel,
  Stack,
  Text,
  useFocusInvalid,
} from '@waymark/ui';
import { formatDateTime } from '@waymark/units';
import { useState } from 'react';
import { useSensitiveCall } from '../identity/identity.tsx';
import { isEmail } from '@waymark/api-contract/limits';

/** The address, and the way to another: it counts once its own mail confirms it. */
export function EmailSection({ overview }: { overview: SecurityOverview }) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Panel
      title={<Trans>E-mail</Trans>}
      action={
        !isEditing && (
          <Button onClick={() => setIsEditing(true)}>
            <Trans>Change e-mail</Trans>
          </Button>
        )
      }
    >
      <Stack gap={4}>
        <Text>
          <span data-untranslated="">{overview.email}</span>{' '}
          {overview.email_confirmed ? (
            <Badge hue="moss">
              <Trans>Confirmed</Trans>
            </Badge>
          ) : (
            <Badge hue="sun">
              <Trans>Not confirmed</Trans>
            </Badge>
          )}
        </Text>
        {overview.pending_email && <PendingEmail pending={overview.pending_email} />}
        {isEditing && <EmailForm onClose={() => setIsEditing(false)} />}
      </Stack>
    </Panel>
  );
}

function PendingEmail({ pending }: { pending: NonNullable<SecurityOverview['pending_email']> }) {
  const failureText = useFailureText();
  const locale = useFormatLocale();
  const { user } = useSession();
  const cancel = useSend(securityCalls.cancelEmailChange);
  const until = formatDateTime(pending.expires_datetime, { locale, timeZone: user?.time_zone ?? 'UTC' });
  return (
    <>
      <Banner
        title={<Trans>Waiting for {pending.email}</Trans>}
        action={
          <Button size="sm" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            <Trans>Cancel the change</Trans>
          </Button>
        }
      >
        <Trans>Open the link in the mail we sent there, until {until}.</Trans>
      </Banner>
      <FormError>{cancel.error && failureText(cancel.error)}</FormError>
    </>
  );
}

function EmailForm({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [email, setEmail] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const { form, focusInvalid } = useFocusInvalid();
  const change = useSensitiveCall(securityCalls.requestEmailChange);
  const isRight = isEmail(email);
  const refused = change.error instanceof ApiError ? change.error.diagnostics['email']?.[0] : undefined;
  const submit = async () => {
    setHasTried(true);
    if (!isRight) return focusInvalid();
    const done = await change.send({ body: { email: email.trim() } });
    if (!done) return focusInvalid();
    notify({ kind: 'success', text: t`Check ${email.trim()}: the link in our mail makes it your address.` });
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
          label={t`New e-mail`}
          error={isRight ? refused : email.trim() ? t`Invalid email format` : t`E-mail is required.`}
          touched={hasTried}
          required
        >
          <EmailInput value={email} onChange={(event) => setEmail(event.target.value)} />
        </Field>
        <FormError>{change.error !== null && !refused && failureText(change.error)}</FormError>
        <Flex gap={3}>
          <Button type="submit" variant="primary" loading={change.isPending}>
            <Trans>Send the link</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}
