import type { Gift } from '@waymark/api-contract';
import { billingCalls } from '@waymark/api-contract/client';
import { isEmail } from '@waymark/api-contract/limits';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useSend } from '@waymark/remote';
import {
  Box,
  Button,
  Field,
  FormError,
  Input,
  Panel,
  Stack,
  Text,
  Textarea,
  useFocusInvalid,
} from '@waymark/ui';
import { useState } from 'react';
import { usePaymentProblem } from '../errors/use-payment-problem.ts';

const MAX_MESSAGE = 300;

/** Mails the code to whoever it is for, or to oneself to pass on. */
export function MailGift({ gift: { id, mailed_to: mailedTo } }: { gift: Gift }) {
  const { t } = useLingui();
  const problems = usePaymentProblem();
  const [email, setEmail] = useState('');
  const [message, setMessage] = useState('');
  const [hasTried, setHasTried] = useState(false);
  const { form, focusInvalid } = useFocusInvalid();
  const send = useSend(billingCalls.mailGift);
  const isAddress = isEmail(email.trim());
  const submit = () => {
    setHasTried(true);
    if (!isAddress) return focusInvalid();
    if (send.isPending) return;
    send.mutate(
      { params: { id }, body: { email: email.trim(), message } },
      {
        onSuccess: ({ mailed_to: to }) => {
          setEmail('');
          setMessage('');
          setHasTried(false);
          notify({ kind: 'success', text: t`Your gift is on its way to ${to ?? ''}.` });
        },
      },
    );
  };
  return (
    <Panel title={<Trans>Send it by mail</Trans>}>
      <form
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Stack gap={4}>
          {mailedTo && (
            <Text>
              <Trans>
                Mailed to <span data-untranslated="">{mailedTo}</span>.
              </Trans>
            </Text>
          )}
          <Field
            label={t`Their e-mail address`}
            error={hasTried && !isAddress ? t`Enter an e-mail address.` : undefined}
            touched={hasTried}
          >
            <Input
              type="email"
              inputMode="email"
              autoComplete="off"
              maxLength={254}
              value={email}
              onChange={(event) => setEmail(event.target.value)}
            />
          </Field>
          <Field label={t`A few words (optional)`} hint={t`No links, so the e-mail isn’t taken for spam.`}>
            <Textarea
              maxLength={MAX_MESSAGE}
              value={message}
              onChange={(event) => setMessage(event.target.value)}
            />
          </Field>
          <FormError>{send.error && problems.ofError(send.error)}</FormError>
          <Box>
            <Button type="submit" loading={send.isPending}>
              <Trans>Mail the gift</Trans>
            </Button>
          </Box>
        </Stack>
      </form>
    </Panel>
  );
}
