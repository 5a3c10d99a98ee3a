import type { BillingMember } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { Heading, Panel, Stack, Text } from '@waymark/ui';
import { usePlanWords } from '../plans/use-plan-words.ts';
import { GiftCodes } from './gift-codes.tsx';
import { GiveDays, GiveGift } from './give-premium.tsx';
import { Ledger } from './ledger.tsx';
import { PaymentRow } from './payment-row.tsx';

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
      {gifts.length > 0 && <GiftCodes userId={userId} gifts={gifts} />}
      <Ledger userId={userId} currency={payments[0]?.currency ?? 'USD'} onRead={onRead} />
    </Stack>
  );
}
