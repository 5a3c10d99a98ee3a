import type { PaidSubscription, PaymentIntent, Product } from '@waymark/api-contract';
import { billingCalls, checkoutCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ApiError, call, notify } from '@waymark/contract';
import { useSend } from '@waymark/remote';
import { Banner, Button, chakra, Flex, FormError, Modal, Panel, Skeleton, Stack, Text } from '@waymark/ui';
import { useState } from 'react';
import { OrderSummary } from '../checkout/order-summary.tsx';
import { usePaymentProblem } from '../errors/use-payment-problem.ts';
import { isLongerPlan, subscriptionEnd } from '../plans/periods.ts';
import { usePlanWords } from '../plans/use-plan-words.ts';
import { usePlans } from '../plans/use-plans.ts';

/** The other plans. A longer one starts at once, a shorter one when the current one ends. */
export function ChangePlan({ subscription }: { subscription: PaidSubscription }) {
  const { t } = useLingui();
  const words = usePlanWords();
  const problems = usePaymentProblem();
  const { plans } = usePlans();
  const update = useSend(billingCalls.updateSubscription);
  const [chosen, setChosen] = useState<Product | null>(null);
  const {
    subscription_id: id,
    subscription_details: details,
    next_product_id: nextId,
    next_payment,
  } = subscription;
  const others = plans?.filter((plan) => {
    if (plan.id === subscription.product_id || details === null) return false;
    return isLongerPlan(plan.subscription_details, details) || next_payment !== null;
  });
  if (!others?.length) return null;
  const day = words.day(subscriptionEnd(subscription));
  const scheduled = plans?.find((plan) => plan.id === nextId);
  const schedule = (productId: string, text: string) =>
    update.mutate(
      { params: { id }, body: { product_id: productId } },
      {
        onSuccess: () => {
          setChosen(null);
          notify({ kind: 'success', text });
        },
      },
    );
  const close = () => {
    update.reset();
    setChosen(null);
  };
  return (
    <Panel title={<Trans>Change your plan</Trans>}>
      {scheduled && (
        <Banner
          title={
            <Trans>
              Changes to {words.rhythm(scheduled.subscription_details)} on {day}
            </Trans>
          }
          action={
            <Button
              size="sm"
              loading={update.isPending}
              onClick={() => schedule(subscription.product_id, t`Your plan stays as it is.`)}
            >
              <Trans>Stay with {words.rhythm(details)}</Trans>
            </Button>
          }
        >
          <Trans>Nothing is charged until then.</Trans>
        </Banner>
      )}
      <FormError>{!chosen && update.error && problems.ofError(update.error)}</FormError>
      <Stack as="ul" gap={0} listStyleType="none" padding={0} margin={0}>
        {others
          .filter((plan) => plan.id !== nextId)
          .map((plan) => (
            <chakra.li key={plan.id} borderTop="hairline" paddingBlock={3}>
              <Flex justify="space-between" align="center" gap={3}>
                <Text>
                  <strong>{words.rhythm(plan.subscription_details)}</strong>
                  {', '}
                  {words.pricePer(plan.subscription_details, plan.availability_details.price_point)}
                </Text>
                <Button
                  size="sm"
                  flex="none"
                  aria-label={t`Change to ${words.rhythm(plan.subscription_details)}`}
                  onClick={() => setChosen(plan)}
                >
                  <Trans>Change</Trans>
                </Button>
              </Flex>
            </chakra.li>
          ))}
      </Stack>
      {chosen && isLongerPlan(chosen.subscription_details, details) && (
        <Upgrade plan={chosen} subscription={subscription} onClose={close} />
      )}
      {chosen && !isLongerPlan(chosen.subscription_details, details) && (
        <Modal
          open
          onClose={close}
          title={<Trans>Change to {words.rhythm(chosen.subscription_details)}?</Trans>}
          footer={
            <>
              <Button onClick={close}>
                <Trans>Keep my plan</Trans>
              </Button>
              <Button
                variant="primary"
                loading={update.isPending}
                onClick={() => schedule(chosen.id, t`Your plan changes on ${day}.`)}
              >
                <Trans>Change on {day}</Trans>
              </Button>
            </>
          }
        >
          <Stack gap={3}>
            <Text>
              <Trans>
                Your plan runs to {day}. From then on{' '}
                {words.pricePer(chosen.subscription_details, chosen.availability_details.price_point)} is
                charged instead of {words.pricePer(details, subscription.payment_details.price_point)}.
                Nothing is charged today.
              </Trans>
            </Text>
            <FormError>{update.error && problems.ofError(update.error)}</FormError>
          </Stack>
        </Modal>
      )}
    </Panel>
  );
}

interface UpgradeProps {
  plan: Product;
  subscription: PaidSubscription;
  onClose: () => void;
}

/** The difference, as the server counts it, before anything is paid. */
function Upgrade({ plan, subscription, onClose }: UpgradeProps) {
  const words = usePlanWords();
  const problems = usePaymentProblem();
  const { data, error, isFetching, refetch } = useQuery<PaymentIntent, ApiError>({
    queryKey: ['premium', 'upgrade', plan.id],
    queryFn: () =>
      call(checkoutCalls.createPaymentIntent, { body: { product_id: plan.id }, announce: false }),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Modal
      open
      onClose={onClose}
      title={<Trans>Change to {words.rhythm(plan.subscription_details)}</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Keep my plan</Trans>
          </Button>
          {data && (
            <Button variant="primary" href={`/checkout/en-us/mmf/${data.paymentIntentId}`}>
              <Trans>Go to payment</Trans>
            </Button>
          )}
        </>
      }
    >
      {error && (
        <Stack gap={3} align="flex-start">
          <FormError>{problems.ofError(error)}</FormError>
          <Button size="sm" loading={isFetching} onClick={() => void refetch()}>
            <Trans>Try again</Trans>
          </Button>
        </Stack>
      )}
      {!data && !error && <Skeleton height="140px" />}
      {data && (
        <Stack gap={3}>
          <OrderSummary offer={data} plan={plan} />
          {subscription.is_trial && (
            <Text>
              <Trans>Your free trial ends with the change.</Trans>
            </Text>
          )}
        </Stack>
      )}
    </Modal>
  );
}
