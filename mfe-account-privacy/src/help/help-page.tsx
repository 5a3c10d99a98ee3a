import type { SupportTicket } from '@waymark/api-contract';
import { supportCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { ApiError, isSignedIn } from '@waymark/contract';
import { useFailureText, useSend, useSession, useSettings } from '@waymark/remote';
import { CaptchaNotAllowed, useCaptcha } from '@waymark/remote/captcha';
import {
  Banner,
  Box,
  Button,
  EmailInput,
  Field,
  FormError,
  Input,
  Link,
  Select,
  Stack,
  Text,
  Textarea,
  useFocusInvalid,
} from '@waymark/ui';
import { useState } from 'react';
import { isEmail } from '@waymark/api-contract/limits';
import { PrivacyFrame } from '../privacy/privacy-frame.tsx';

type Topic = SupportTicket['topic'];

const EMPTY = { email: '', name: '', topic: 'account' as Topic, subject: '', message: '' };

/** Asks for help, with or without an account. */
export default function HelpPage() {
  const { t } = useLingui();
  const { supportEmail } = useSettings();
  const [reference, setReference] = useState<string | null>(null);
  return (
    <PrivacyFrame
      title={reference === null ? t`Help` : t`Your message is on its way`}
      lead={reference === null && <Trans>Tell us what went wrong. You don’t need to be logged in.</Trans>}
    >
      {reference === null ? (
        <TicketForm onSent={setReference} />
      ) : (
        <Banner kind="success">
          <Trans>
            We answer by mail. If you write again, name <strong data-untranslated="">{reference}</strong>.
          </Trans>
        </Banner>
      )}
      {supportEmail && (
        <Text muted marginTop={6}>
          <Trans>
            Or write to <Link href={`mailto:${supportEmail}`}>{supportEmail}</Link>.
          </Trans>
        </Text>
      )}
    </PrivacyFrame>
  );
}

function TicketForm({ onSent }: { onSent: (reference: string) => void }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const isMember = isSignedIn(useSession());
  const { form, focusInvalid } = useFocusInvalid();
  const [values, setValues] = useState(EMPTY);
  const [hasTried, setHasTried] = useState(false);
  const { requestToken, question } = useCaptcha('support_ticket');
  const [isAsking, setIsAsking] = useState(false);
  const send = useSend(supportCalls.ticket, { keepKey: true });

  const email = values.email.trim();
  const own = {
    email: isMember
      ? undefined
      : email === ''
        ? t`E-mail is required.`
        : isEmail(email)
          ? undefined
          : t`Invalid email format`,
    subject: values.subject.trim().length < 3 ? t`Subject is required.` : undefined,
    message: values.message.trim().length < 10 ? t`Please tell us a little more.` : undefined,
  };
  const diagnostics = send.error instanceof ApiError ? send.error.diagnostics : {};
  const field = (name: keyof typeof own) => ({
    error: own[name] ?? diagnostics[name]?.[0],
    touched: hasTried,
    required: true,
  });
  const set = (change: Partial<typeof EMPTY>) => setValues((before) => ({ ...before, ...change }));

  /** Visitors pass the captcha, where one is configured; members have proven themselves. */
  const captchaToken = async () => {
    if (isMember) return undefined;
    setIsAsking(true);
    try {
      return await requestToken();
    } catch (error) {
      if (error instanceof CaptchaNotAllowed) return 'unanswered';
      // The server says what is missing.
      return undefined;
    } finally {
      setIsAsking(false);
    }
  };
  const submit = async () => {
    setHasTried(true);
    if (Object.values(own).some(Boolean)) return focusInvalid();
    const { name, topic, subject, message } = values;
    const from = isMember ? {} : { email, ...(name.trim() && { name: name.trim() }) };
    const recaptchaToken = await captchaToken();
    if (recaptchaToken === 'unanswered') return;
    send.mutate(
      {
        body: {
          ...from,
          topic,
          subject: subject.trim(),
          message: message.trim(),
          ...(recaptchaToken && { recaptchaToken }),
        },
      },
      {
        onSuccess: ({ reference }) => onSent(reference),
        onError: focusInvalid,
      },
    );
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
      <Stack gap={5} maxWidth="560px">
        {!isMember && (
          <>
            <Field label={t`E-mail`} {...field('email')}>
              <EmailInput value={values.email} onChange={(event) => set({ email: event.target.value })} />
            </Field>
            <Field label={t`Name`} optional>
              <Input
                autoComplete="name"
                maxLength={120}
                value={values.name}
                onChange={(event) => set({ name: event.target.value })}
              />
            </Field>
          </>
        )}
        <Field label={t`What is it about?`}>
          <Select
            value={values.topic}
            onChange={(topic) => set({ topic: topic as Topic })}
            options={[
              { value: 'account', label: t`My account` },
              { value: 'privacy', label: t`Privacy and my data` },
              { value: 'workouts', label: t`Workouts` },
              { value: 'routes', label: t`Routes` },
              { value: 'premium', label: t`Premium and payments` },
              { value: 'other', label: t`Something else` },
            ]}
          />
        </Field>
        <Field label={t`Subject`} {...field('subject')}>
          <Input
            maxLength={150}
            value={values.subject}
            onChange={(event) => set({ subject: event.target.value })}
          />
        </Field>
        <Field label={t`Message`} hint={t`What did you do, and what happened?`} {...field('message')}>
          <Textarea
            rows={6}
            maxLength={10_000}
            value={values.message}
            onChange={(event) => set({ message: event.target.value })}
          />
        </Field>
        {question}
        <FormError>
          {send.error && Object.keys(diagnostics).length === 0 && failureText(send.error)}
        </FormError>
        <Box>
          <Button type="submit" variant="primary" size="lg" loading={send.isPending || isAsking}>
            <Trans>Send message</Trans>
          </Button>
        </Box>
      </Stack>
    </form>
  );
}
