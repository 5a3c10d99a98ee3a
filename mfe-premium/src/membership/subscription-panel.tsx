import type { PaidSubscription } from '@waymark/api-contract';
import { billingCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { notify } from '@waymark/contract';
import { useCall, useSend } from '@waymark/remote';
import {
  Badge,
  Banner,
  Box,
  Button,
  ConfirmDialog,
  Flex,
  FormError,
  Heading,
  Stack,
  Switch,
  Text,
} from '@waymark/ui';
import { useState } from 'react';
import { usePaymentProblem } from '../errors/use-payment-problem.ts';
import { subscriptionEnd } from '../plans/periods.ts';
import { usePlanWords } from '../plans/use-plan-words.ts';

/** The plan as it is, what is charged next, and how it is ended or kept. */
export function SubscriptionPanel({ subscription }: { subscription: PaidSubscription }) {
  const words = usePlanWords();
  const { subscription_details: details, payment_details, requested_cancellation: isEnding } = subscription;
  const end = subscriptionEnd(subscription);
  const day = words.day(end);
  const next = subscription.next_payment;
  const renewal = useRenewal(subscription);
  const [isAsking, setIsAsking] = useState(false);
  const canRenew = end !== null && (next !== null || isEnding);
  const isPastDue = subscription.state === 'past_due';
  const { data: profiles } = useCall(billingCalls.profiles);
  const hasNoCard = next !== null && profiles?._embedded.billing_profiles.length === 0;
  return (
    <Stack gap={5} borderTop="hairline" paddingBlock={6}>
      {isPastDue && (
        <Banner kind="warning" title={<Trans>Your renewal payment failed</Trans>}>
          <Trans>Premium stays open for a few days. Add another card below to pay it now.</Trans>
        </Banner>
      )}
      {hasNoCard && !isPastDue && (
        <Banner kind="warning" title={<Trans>No card pays your next renewal</Trans>}>
          <Trans>Add one below before {day} to keep premium.</Trans>
        </Banner>
      )}
      <Box>
        <Flex align="center" gap={3} wrap="wrap">
          <Heading level={2}>
            <Trans>Premium {words.rhythm(details)}</Trans>
          </Heading>
          <StateBadge subscription={subscription} />
        </Flex>
        <Text size="lg" marginTop={1}>
          {next || end === null ? (
            words.pricePer(details, payment_details.price_point)
          ) : (
            <Trans>Nothing more to pay</Trans>
          )}
        </Text>
        <Text muted marginTop={2}>
          {end === null && <Trans>Yours for good. It doesn’t renew.</Trans>}
          {end && next && isPastDue && (
            <Trans>
              {words.money(next.price_point)} has been due since {words.day(next.date)}.
            </Trans>
          )}
          {end && next && !isPastDue && (
            <Trans>
              Next payment: {words.money(next.price_point)} on {words.day(next.date)}.
            </Trans>
          )}
          {end && !next && (
            <Trans>Premium stays active until {day}, then ends. You won’t be charged again.</Trans>
          )}
        </Text>
      </Box>
      {canRenew && (
        <>
          <Switch
            checked={!isEnding}
            disabled={renewal.isBusy}
            onChange={(isOn) => renewal.setCancellation(!isOn)}
            label={<Trans>Renew automatically</Trans>}
          />
          <FormError>{!isAsking && renewal.failure}</FormError>
          <Box>
            {isEnding ? (
              <Button loading={renewal.isBusy} onClick={() => renewal.setCancellation(false)}>
                <Trans>Keep premium</Trans>
              </Button>
            ) : (
              <Button onClick={() => setIsAsking(true)}>
                <Trans>Cancel premium</Trans>
              </Button>
            )}
          </Box>
        </>
      )}
      {isAsking && (
        <ConfirmDialog
          title={<Trans>Cancel premium?</Trans>}
          action={<Trans>Cancel premium</Trans>}
          keep={<Trans>Keep premium</Trans>}
          isBusy={renewal.isBusy}
          failure={renewal.failure ?? undefined}
          onConfirm={() => renewal.setCancellation(true, () => setIsAsking(false))}
          onClose={() => setIsAsking(false)}
        >
          {isPastDue ? (
            <Trans>It ends now, and you won’t be charged again. You keep all your training.</Trans>
          ) : (
            <Trans>
              It stays active until {day}, and you won’t be charged again. You keep all your training.
            </Trans>
          )}
        </ConfirmDialog>
      )}
    </Stack>
  );
}

/** Turns the renewal off and on. The page shows what the server has answered. */
function useRenewal({ subscription_id: id }: PaidSubscription) {
  const { t } = useLingui();
  const problems = usePaymentProblem();
  const update = useSend(billingCalls.updateSubscription);
  return {
    isBusy: update.isPending,
    failure: update.error && problems.ofError(update.error),
    setCancellation: (isRequested: boolean, onDone?: () => void) => {
      if (update.isPending) return;
      update.mutate(
        { params: { id }, body: { requested_cancellation: isRequested } },
        {
          onSuccess: () => {
            onDone?.();
            notify({
              kind: 'success',
              text: isRequested
                ? t`Premium will not renew. We have mailed you the day it ends.`
                : t`Premium goes on.`,
            });
          },
        },
      );
    },
  };
}

function StateBadge({ subscription }: { subscription: PaidSubscription }) {
  const { state, requested_cancellation: isEnding, is_trial } = subscription;
  if (isEnding && subscriptionEnd(subscription) !== null)
    return (
      <Badge hue="sun">
        <Trans>Ends soon</Trans>
      </Badge>
    );
  if (state === 'past_due')
    return (
      <Badge hue="danger">
        <Trans>Payment due</Trans>
      </Badge>
    );
  return <Badge hue="moss">{is_trial ? <Trans>Free trial</Trans> : <Trans>Active</Trans>}</Badge>;
}
