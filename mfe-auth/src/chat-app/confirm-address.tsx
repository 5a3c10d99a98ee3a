import { chatAppCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError, call } from '@waymark/contract';
import { Button, FormError, Input, Stack, Text } from '@waymark/ui';
import { useState } from 'react';
import { useChecks } from '../form/checks.ts';
import { useFailure } from '../form/failure.ts';
import { FormField } from '../form/form-field.tsx';
import { serverProblems } from '../form/problems.ts';
import { useForm } from '../form/use-form.ts';
import { AuthPage } from '../page/auth-page.tsx';
import type { ChatAppSignup } from '../page/handover.ts';

interface SentCode {
  email: string;
  challenge: string;
}

interface ConfirmAddressProps {
  person: ChatAppSignup;
  /** As members know the chat app. */
  name: string;
  onConfirmed: (person: ChatAppSignup) => void;
}

/** Before the sign-up of somebody whose chat app names no address, or one that it does not vouch for. */
export function ConfirmAddress({ person, name, onConfirmed }: ConfirmAddressProps) {
  const { t } = useLingui();
  const [email, setEmail] = useState(person.email);
  const [sent, setSent] = useState<SentCode | null>(null);
  if (!sent)
    return (
      <AuthPage
        title={t`Your e-mail address`}
        lead={
          <Trans>
            {name} didn’t give us an address that we can rely on. Tell us yours, and we send you a code.
          </Trans>
        }
      >
        <AddressForm
          person={person}
          email={email}
          onSent={(code) => {
            setEmail(code.email);
            setSent(code);
          }}
        />
      </AuthPage>
    );
  return (
    <AuthPage
      title={t`Enter the code`}
      lead={<Trans>We sent a code of eight digits to {sent.email}. It works for 15 minutes.</Trans>}
    >
      <CodeForm
        person={person}
        sent={sent}
        onResent={setSent}
        onOther={() => setSent(null)}
        onConfirmed={(confirmed) => onConfirmed({ ...person, ...confirmed })}
      />
    </AuthPage>
  );
}

const sendCode = async ({ channel, identity }: ChatAppSignup, email: string): Promise<SentCode> => {
  const { challenge } = await call(chatAppCalls.sendEmailCode, {
    params: { chat_app: channel },
    body: { identity, email },
    noRefresh: true,
  });
  return { email, challenge };
};

const ADDRESS_FIELDS = ['email'] as const;

interface AddressFormProps {
  person: ChatAppSignup;
  /** What stands in the field at first. */
  email: string;
  onSent: (sent: SentCode) => void;
}

function AddressForm({ person, email, onSent }: AddressFormProps) {
  const { t } = useLingui();
  const checks = useChecks();
  const explain = useFailure();
  const form = useForm({
    initial: { email },
    fields: ADDRESS_FIELDS,
    check: (values) => ({ email: checks.email(values.email) }),
    send: async (values) => onSent(await sendCode(person, values.email.trim())),
    failed: (error) => {
      const problems = serverProblems(error, ADDRESS_FIELDS);
      return problems.email ? { problems } : { text: explain(error).text };
    },
  });
  return (
    <form {...form.form}>
      <Stack gap={5}>
        <FormField form={form} name="email" label={t`E-mail`}>
          <Input
            type="email"
            autoComplete="email"
            value={form.values.email}
            onChange={(event) => form.set('email', event.target.value)}
          />
        </FormField>
        <FormError>{form.failure}</FormError>
        <Button type="submit" variant="primary" size="lg" loading={form.busy}>
          <Trans>Send the code</Trans>
        </Button>
      </Stack>
    </form>
  );
}

const CODE_FIELDS = ['code'] as const;

interface CodeFormProps {
  person: ChatAppSignup;
  sent: SentCode;
  onResent: (sent: SentCode) => void;
  onOther: () => void;
  onConfirmed: (confirmed: { identity: string; email: string }) => void;
}

function CodeForm({ person, sent, onResent, onOther, onConfirmed }: CodeFormProps) {
  const { t } = useLingui();
  const explain = useFailure();
  const [resend, setResend] = useState<'idle' | 'busy' | 'sent' | { problem: string }>('idle');
  const form = useForm({
    initial: { code: '' },
    fields: CODE_FIELDS,
    check: ({ code }) =>
      /^\s*(\d\s*){8}$/.test(code)
        ? {}
        : { code: { kind: 'format', text: t`Enter the eight digits of the mail.` } },
    send: async ({ code }) => {
      onConfirmed(
        await call(chatAppCalls.confirmEmail, {
          params: { chat_app: person.channel },
          body: { challenge: sent.challenge, code },
          noRefresh: true,
        }),
      );
      return 'leaving';
    },
    failed: (error) => {
      if (error instanceof ApiError && error.status === 429)
        return { text: t`Too many tries with this code. Send a new one.` };
      const problems = serverProblems(error, CODE_FIELDS);
      return problems.code ? { problems } : { text: explain(error).text };
    },
  });
  const sendAgain = () => {
    setResend('busy');
    sendCode(person, sent.email)
      .then((code) => {
        onResent(code);
        setResend('sent');
      })
      .catch((error: unknown) => setResend({ problem: explain(error).text }));
  };
  return (
    <form {...form.form}>
      <Stack gap={5}>
        <FormField form={form} name="code" label={t`Code`}>
          <Input
            data-figure=""
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={20}
            value={form.values.code}
            onChange={(event) => form.set('code', event.target.value)}
          />
        </FormField>
        <FormError>{form.failure ?? (typeof resend === 'object' ? resend.problem : undefined)}</FormError>
        <Button type="submit" variant="primary" size="lg" loading={form.busy}>
          <Trans>Confirm address</Trans>
        </Button>
        <Text muted role="status">
          {resend === 'sent' && <Trans>We sent another code. The latest one counts.</Trans>}
        </Text>
        <Button variant="quiet" loading={resend === 'busy'} onClick={sendAgain}>
          <Trans>Send a new code</Trans>
        </Button>
        <Button variant="quiet" onClick={onOther}>
          <Trans>Use another address</Trans>
        </Button>
      </Stack>
    </form>
  );
}
