import type { BillingPayment } from '@waymark/api-contract';
import { billingOperatorCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useFailureText, useSend } from '@waymark/remote';
import { Badge, Box, Button, chakra, Field, Flex, FormError, NumberInput, Stack, Text } from '@waymark/ui';
import { useState } from 'react';
import { usePlanWords } from '../plans/use-plan-words.ts';
import { isReason, ReasonField } from './reason-field.tsx';

/** Digits after the point of a currency: two of USD, none of JPY. */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
  2;

/** What was typed as an amount in minor units; null where it is none. */
export function parseAmount(text: string, currency: string): number | null {
  const digits = digitsOf(currency);
  const match = /^(\d{1,9})(?:[.,](\d{1,3}))?$/.exec(text.trim());
  const fraction = match?.[2] ?? '';
  if (!match || fraction.length > digits) return null;
  const amount = Number(match[1]! + fraction.padEnd(digits, '0'));
  return amount > 0 ? amount : null;
}
const formatAmount = (amount: number, currency: string): string => {
  const digits = digitsOf(currency);
  return (amount / 10 ** digits).toFixed(digits);
};

export function PaymentRow({ userId, payment }: { userId: number; payment: BillingPayment }) {
  const { t } = useLingui();
  const words = usePlanWords();
  const [isOpen, setIsOpen] = useState(false);
  const { amount, refunded_amount: refunded, currency } = payment;
  const [total, back] = [words.money({ amount, currency }), words.money({ amount: refunded, currency })];
  const day = words.day(payment.created_datetime);
  return (
    <chakra.li borderTop="hairline" paddingBlock={3}>
      <Flex justify="space-between" align="center" gap={3} wrap="wrap">
        <Box minWidth={0}>
          <Flex gap={3} align="center" wrap="wrap">
            <Text as="span" fontVariantNumeric="tabular-nums">
              {total}
            </Text>
            <span data-untranslated="">{payment.description}</span>
            <Badge>
              <span data-untranslated="">{payment.status}</span>
            </Badge>
          </Flex>
          <Text muted size="sm">
            {day}
            {refunded > 0 && (
              <>
                {' · '}
                <Trans>{back} went back</Trans>
              </>
            )}
            {payment.error_code && <span data-untranslated=""> · {payment.error_code}</span>}
          </Text>
        </Box>
        {/^succeeded(, dispute won)?$/.test(payment.status) && refunded < amount && !isOpen && (
          <Button
            size="sm"
            aria-label={t`Refund ${total} of ${day}: ${payment.description}`}
            onClick={() => setIsOpen(true)}
          >
            <Trans>Refund</Trans>
          </Button>
        )}
      </Flex>
      {isOpen && <RefundForm userId={userId} payment={payment} onClose={() => setIsOpen(false)} />}
    </chakra.li>
  );
}

interface RefundFormProps {
  userId: number;
  payment: BillingPayment;
  onClose: () => void;
}

function RefundForm({ userId, payment, onClose }: RefundFormProps) {
  const { t } = useLingui();
  const words = usePlanWords();
  const failureText = useFailureText();
  const { id, amount: paid, refunded_amount: refunded, currency } = payment;
  const left = paid - refunded;
  const [text, setText] = useState(() => formatAmount(left, currency));
  const [reason, setReason] = useState('');
  const refund = useSend(billingOperatorCalls.refund);
  const amount = parseAmount(text, currency);
  const isValid = amount !== null && amount <= left && isReason(reason);
  const [most, chosen] = [
    words.money({ amount: left, currency }),
    words.money({ amount: amount ?? 0, currency }),
  ];
  const submit = () => {
    if (!isValid || refund.isPending) return;
    refund.mutate(
      { params: { id: userId }, body: { payment_id: id, amount, refunded_before: refunded, reason } },
      {
        onSuccess: () => {
          notify({ kind: 'success', text: t`${chosen} goes back to the member.` });
          onClose();
        },
      },
    );
  };
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap={4} marginTop={4}>
        <Field
          label={t`Amount`}
          hint={t`At most ${most}. The whole of it ends the premium that it paid for.`}
          error={(amount === null || amount > left) && t`Enter an amount up to ${most}.`}
        >
          <NumberInput value={text} unit={currency} onChange={setText} />
        </Field>
        <ReasonField value={reason} onChange={setReason} />
        <FormError>{refund.error && failureText(refund.error)}</FormError>
        <Flex gap={3} wrap="wrap">
          <Button type="submit" variant="danger" loading={refund.isPending} disabled={!isValid}>
            {amount === null ? <Trans>Refund</Trans> : <Trans>Refund {chosen}</Trans>}
          </Button>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}
