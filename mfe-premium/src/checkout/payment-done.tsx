import type { PaidSubscription, PaymentIntent } from '@waymark/api-contract';
import { billingCalls } from '@waymark/api-contract/client';
import { Trans } from '@lingui/react/macro';
import { useCall } from '@waymark/remote';
import { Box, Button, Flex, Heading, Stack, SuccessIcon, Text } from '@waymark/ui';
import { subscriptionEnd } from '../plans/periods.ts';
import { usePlanWords } from '../plans/use-plan-words.ts';

/** A gift that is paid: its code at once, and where it is printed or mailed. */
export function GiftDone({ intent: { gift } }: { intent: PaymentIntent }) {
  const { data } = useCall(billingCalls.receipts);
  const receipt = data?._embedded.receipts[0];
  return (
    <Stack gap={5}>
      <Box color="moss.fg">
        <SuccessIcon size={40} />
      </Box>
      <Heading level={1}>
        {gift ? <Trans>Your gift is ready</Trans> : <Trans>This gift was returned</Trans>}
      </Heading>
      {gift && (
        <>
          <Text size="lg">
            <Trans>The first person to use this code gets premium. We’ve e-mailed it to you, too.</Trans>
          </Text>
          <Text size="xl" fontWeight={600} overflowWrap="anywhere" data-untranslated="">
            {gift.code}
          </Text>
        </>
      )}
      <Flex gap={3} wrap="wrap">
        {gift && (
          <Button variant="primary" href={`/premium/gift/${gift.id}`}>
            <Trans>Print or mail it</Trans>
          </Button>
        )}
        {receipt && (
          <Button href={`/premium/receipt/${receipt.id}`}>
            <Trans>Receipt</Trans>
          </Button>
        )}
        <Button href="/premium/membership">
          <Trans>See your premium</Trans>
        </Button>
      </Flex>
    </Stack>
  );
}

/** The end of a trial and a yearly renewal are announced by mail; a month passes too fast for it. */
const isAnnounced = ({ is_trial: isTrial, subscription_details: details }: PaidSubscription): boolean =>
  isTrial || (details?.frequency_unit === 'year' && details.frequency_interval >= 1);

/** What was bought, until when it is open, and what is charged next. */
export function PaymentDone({ intent }: { intent: PaymentIntent }) {
  const words = usePlanWords();
  const { data } = useCall(billingCalls.receipts, {}, { enabled: intent.amount > 0 });
  const receipt = data?._embedded.receipts[0];
  const { subscription } = intent;
  const end = subscription && subscriptionEnd(subscription);
  const day = words.day(end);
  const next = subscription?.next_payment;
  return (
    <Stack gap={5}>
      <Box color="moss.fg">
        <SuccessIcon size={40} />
      </Box>
      <Heading level={1}>
        {subscription?.is_trial ? <Trans>Your free trial has begun</Trans> : <Trans>Premium is yours</Trans>}
      </Heading>
      <Text size="lg">
        {end ? (
          <Trans>Premium is active until {day}, on all your devices.</Trans>
        ) : (
          <Trans>Premium is yours for good, on all your devices.</Trans>
        )}
      </Text>
      {subscription && next && (
        <Text muted>
          {isAnnounced(subscription) ? (
            <Trans>
              {words.money(next.price_point)} is charged on {words.day(next.date)}, unless you cancel before.
              We mail you ahead of it.
            </Trans>
          ) : (
            <Trans>
              {words.money(next.price_point)} is charged on {words.day(next.date)}, unless you cancel before.
            </Trans>
          )}
        </Text>
      )}
      <Flex gap={3} wrap="wrap">
        <Button variant="primary" href="/dashboard">
          <Trans>Go to your dashboard</Trans>
        </Button>
        <Button href="/premium/membership">
          <Trans>See your premium</Trans>
        </Button>
        {receipt && (
          <Button href={`/premium/receipt/${receipt.id}`}>
            <Trans>Receipt</Trans>
          </Button>
        )}
      </Flex>
    </Stack>
  );
}
