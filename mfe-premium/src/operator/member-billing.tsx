import type { BillingMember, BillingPayment, Gift } from '@waymark/api-contract';
import { billingCalls, billingOperatorCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useCall, useFailureText, useSend } from '@waymark/remote';
import {
  Badge,
  Box,
  Button,
  chakra,
  Field,
  Flex,
  FormError,
  Heading,
  Input,
  LoadFailed,
  NumberInput,
  Panel,
  Select,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { useEffect, useState } from 'react';
import { usePlanWords } from '../plans/use-plan-words.ts';
import { useEntryWords } from './use-entry-words.ts';

const MIN_REASON = 3;

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

/** Everything about one member's premium, and what an operator can do about it. */
export function MemberBilling({
  member,
  onRead,
}: {
  member: BillingMember;
  /** The ledger was read, which is recorded. */
  onRead: () => Promise<unknown>;
}) {
  const words = usePlanWords();
  const { user_id: userId, email, subscriptions, payments, gifts } = member;
  const current = subscriptions.findLast(({ subscription_status }) => subscription_status === 'active');
  return (
    <Stack as="section" gap={2} aria-labelledby="billing-member">
      <Heading level={2} id="billing-member" data-untranslated="">
        {email}
      </Heading>
      <Text>
        {current ? (
          current.subscription_end_date === null ? (
            <Trans>
              <span data-untranslated="">{current.product_name}</span>, for good.
            </Trans>
          ) : (
            <Trans>
              <span data-untranslated="">{current.product_name}</span>, until{' '}
              {words.day(current.subscription_end_date)}.
            </Trans>
          )
        ) : (
          <Trans>No premium now.</Trans>
        )}
      </Text>
      <Panel title={<Trans>Payments</Trans>}>
        {payments.length === 0 ? (
          <Text muted>
            <Trans>Nothing was charged.</Trans>
          </Text>
        ) : (
          <Stack as="ul" gap={0} listStyleType="none" padding={0} margin={0}>
            {payments.toReversed().map((payment) => (
              <PaymentRow key={payment.id} userId={userId} payment={payment} />
            ))}
          </Stack>
        )}
      </Panel>
      <GiveDays userId={userId} />
      <GiveGift userId={userId} />
      {gifts.length > 0 && <Gifts userId={userId} gifts={gifts} />}
      <Ledger userId={userId} currency={payments[0]?.currency ?? 'USD'} onRead={onRead} />
    </Stack>
  );
}

function PaymentRow({ userId, payment }: { userId: number; payment: BillingPayment }) {
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
  const isValid = amount !== null && amount <= left && reason.trim().length >= MIN_REASON;
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

function ReasonField({ value, onChange }: { value: string; onChange: (reason: string) => void }) {
  const { t } = useLingui();
  return (
    <Field label={t`Reason`} hint={t`It’s stored with your name.`}>
      <Input
        autoComplete="off"
        maxLength={500}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

function GiveDays({ userId }: { userId: number }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [days, setDays] = useState('14');
  const [reason, setReason] = useState('');
  const give = useSend(billingOperatorCalls.grantDays);
  const count = Number(days);
  const isValid = /^\d{1,4}$/.test(days) && count >= 1 && count <= 3660 && reason.trim().length >= MIN_REASON;
  return (
    <Panel title={<Trans>Give days</Trans>}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isValid || give.isPending) return;
          give.mutate(
            { params: { id: userId }, body: { days: count, reason } },
            {
              onSuccess: () => {
                notify({ kind: 'success', text: t`Given. The member gets an e-mail.` });
                setReason('');
              },
            },
          );
        }}
      >
        <Stack gap={4}>
          <Field label={t`Days of premium`}>
            <NumberInput value={days} whole onChange={setDays} />
          </Field>
          <ReasonField value={reason} onChange={setReason} />
          <FormError>{give.error && failureText(give.error)}</FormError>
          <Box>
            <Button type="submit" loading={give.isPending} disabled={!isValid}>
              <Trans>Give days</Trans>
            </Button>
          </Box>
        </Stack>
      </form>
    </Panel>
  );
}

function GiveGift({ userId }: { userId: number }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const { data } = useCall(billingCalls.products);
  // What is paid once and for good cannot be given by code.
  const plans = data?._embedded.products.filter(({ subscription_details }) => subscription_details !== null);
  const [chosen, setChosen] = useState<string>();
  const [reason, setReason] = useState('');
  const give = useSend(billingOperatorCalls.giveGift);
  const productId = chosen ?? plans?.[0]?.id;
  const isValid = productId !== undefined && reason.trim().length >= MIN_REASON;
  return (
    <Panel title={<Trans>Give a gift code</Trans>}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isValid || give.isPending) return;
          give.mutate(
            { params: { id: userId }, body: { product_id: productId, reason } },
            { onSuccess: () => setReason('') },
          );
        }}
      >
        <Stack gap={4}>
          <Field label={t`Plan`} hint={t`The member gets the code by mail and can pass it on.`}>
            <Select
              value={productId ?? ''}
              options={plans?.map(({ id, name }) => ({ value: id, label: name })) ?? []}
              onChange={setChosen}
            />
          </Field>
          <ReasonField value={reason} onChange={setReason} />
          <FormError>{give.error && failureText(give.error)}</FormError>
          {give.data && (
            <Text role="status">
              <Trans>
                Given: <span data-untranslated="">{give.data.code}</span>
              </Trans>
            </Text>
          )}
          <Box>
            <Button type="submit" loading={give.isPending} disabled={!isValid}>
              <Trans>Give a gift code</Trans>
            </Button>
          </Box>
        </Stack>
      </form>
    </Panel>
  );
}

function Gifts({ userId, gifts }: { userId: number; gifts: readonly Gift[] }) {
  const { t } = useLingui();
  return (
    <Panel title={<Trans>Gift codes</Trans>}>
      <Stack as="ul" aria-label={t`Gift codes`} gap={0} listStyleType="none" padding={0} margin={0}>
        {gifts.map((gift) => (
          <GiftRow key={gift.id} userId={userId} gift={gift} />
        ))}
      </Stack>
    </Panel>
  );
}

function GiftRow({ userId, gift }: { userId: number; gift: Gift }) {
  const { t } = useLingui();
  const words = usePlanWords();
  const [isOpen, setIsOpen] = useState(false);
  const { code, product_name: product, redeemed } = gift;
  return (
    <chakra.li borderTop="hairline" paddingBlock={3}>
      <Flex justify="space-between" align="center" gap={3} wrap="wrap">
        <Box minWidth={0}>
          <Text overflowWrap="anywhere" data-untranslated="">
            {code}
          </Text>
          <Text muted size="sm">
            <span data-untranslated="">{product}</span> · {words.day(gift.granted_datetime)}
          </Text>
        </Box>
        {redeemed && (
          <Badge>
            <Trans>Used</Trans>
          </Badge>
        )}
        {!redeemed && !isOpen && (
          <Button size="sm" aria-label={t`Withdraw ${code}`} onClick={() => setIsOpen(true)}>
            <Trans>Withdraw</Trans>
          </Button>
        )}
      </Flex>
      {isOpen && <WithdrawForm userId={userId} gift={gift} onClose={() => setIsOpen(false)} />}
    </chakra.li>
  );
}

function WithdrawForm({ userId, gift, onClose }: { userId: number; gift: Gift; onClose: () => void }) {
  const { t } = useLingui();
  const failureText = useFailureText();
  const [reason, setReason] = useState('');
  const withdraw = useSend(billingOperatorCalls.withdrawGift);
  const isValid = reason.trim().length >= MIN_REASON;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (!isValid || withdraw.isPending) return;
        withdraw.mutate(
          { params: { id: userId }, body: { gift_id: gift.id, reason } },
          {
            onSuccess: () => notify({ kind: 'success', text: t`Withdrawn. The code no longer works.` }),
          },
        );
      }}
    >
      <Stack gap={4} marginTop={4}>
        <ReasonField value={reason} onChange={setReason} />
        <FormError>{withdraw.error && failureText(withdraw.error)}</FormError>
        <Flex gap={3} wrap="wrap">
          <Button type="submit" variant="danger" loading={withdraw.isPending} disabled={!isValid}>
            <Trans>Withdraw the gift</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </Flex>
      </Stack>
    </form>
  );
}

/** Asked for when an operator wants it: reading it is recorded as well. */
interface LedgerProps {
  userId: number;
  currency: string;
  onRead: () => Promise<unknown>;
}

function Ledger({ userId, currency, onRead }: LedgerProps) {
  const { t } = useLingui();
  const words = usePlanWords();
  const entryText = useEntryWords();
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch, isFetching } = useCall(
    billingOperatorCalls.ledger,
    { params: { id: userId } },
    { enabled: isOpen },
  );
  const isRead = data !== undefined;
  useEffect(() => {
    if (isRead) void onRead();
  }, [isRead, onRead]);
  return (
    <Panel title={<Trans>Ledger</Trans>}>
      {!isOpen && (
        <Box>
          <Button onClick={() => setIsOpen(true)}>
            <Trans>Read the ledger</Trans>
          </Button>
        </Box>
      )}
      {isOpen && error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load the ledger.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {isOpen && !data && !error && <Skeleton height="120px" />}
      {data?.entries.length === 0 && (
        <Text muted>
          <Trans>Nothing has happened yet.</Trans>
        </Text>
      )}
      {data && data.entries.length > 0 && (
        <Stack as="ol" aria-label={t`Ledger`} gap={0} listStyleType="none" padding={0} margin={0}>
          {data.entries.map((entry) => (
            <chakra.li key={entry.n} borderTop="hairline" paddingBlock={2}>
              <Text>{entryText(entry, currency)}</Text>
              <Text muted size="sm">
                {words.day(entry.datetime)} · <span data-untranslated="">{entry.kind}</span>
              </Text>
            </chakra.li>
          ))}
        </Stack>
      )}
    </Panel>
  );
}
