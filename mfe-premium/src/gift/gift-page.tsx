import type { PaymentIntent, Product } from '@waymark/api-contract';
import { checkoutCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { navigate } from '@waymark/contract';
import { usePageTitle, useSend } from '@waymark/remote';
import { Banner, Box, EmptyState, Heading, Skeleton, Stack, Text } from '@waymark/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { isSamePrice, offerOfGift } from '../checkout/offer.ts';
import { OrderSummary } from '../checkout/order-summary.tsx';
import { PayForm } from '../checkout/pay-form.tsx';
import type { Period } from '../plans/periods.ts';
import { PlanChoice } from '../plans/plan-choice.tsx';
import { usePlanWords } from '../plans/use-plan-words.ts';
import { NotOnSale, PlansFailed, isOnSale } from '../plans/plans-unavailable.tsx';
import { usePlans } from '../plans/use-plans.ts';
import { GiftLabel } from '../checkout/gift-label.tsx';

/** Buys premium for somebody else. Who it is for is asked once it is paid: the code can be handed over in many ways. */
export default function GiftPage() {
  const { t } = useLingui();
  usePageTitle(t`Give premium`);
  const { plans, error, retry, isFetching } = usePlans();
  const giftable = plans?.filter(({ subscription_details: details }) => details !== null);
  return (
    <Box width="100%" maxWidth="560px" marginInline="auto">
      <Stack gap={6}>
        <Stack gap={3}>
          <Heading level={1}>
            <Trans>Give premium</Trans>
          </Heading>
          <Text size="lg">
            <Trans>
              You get a code and a card to print. Mail it, or hand it over at the start line. Whoever uses it
              needs no card, and nothing renews.
            </Trans>
          </Text>
        </Stack>
        {error && <PlansFailed error={error} retry={retry} isBusy={isFetching} />}
        {!plans && !error && <Skeleton height="420px" />}
        {giftable && <Give plans={giftable} />}
      </Stack>
    </Box>
  );
}

const periodOf = ({ subscription_details: details }: Product): Period => ({
  interval: details?.frequency_interval ?? 1,
  unit: details?.frequency_unit ?? 'year',
});

function Give({ plans }: { plans: readonly Product[] }) {
  const { t } = useLingui();
  const words = usePlanWords();
  const [search, setSearch] = useSearchParams();
  const open = useSend(checkoutCalls.createPaymentIntent);
  const [changed, setChanged] = useState<PaymentIntent | null>(null);
  const plan = plans.find(({ id }) => id === search.get('product')) ?? plans[0];
  if (!plan)
    return (
      <EmptyState title={<Trans>Gifts aren’t available here</Trans>}>
        <Trans>This site doesn’t sell premium by the month or year.</Trans>
      </EmptyState>
    );
  const isCurrent = changed?.product_id === plan.id;
  const offer = isCurrent ? changed : offerOfGift(plan);
  const openIntent = async () => {
    const intent = await open.mutateAsync({ body: { product_id: plan.id, is_gift: true } });
    if (isSamePrice(intent, offer)) return intent;
    setChanged(intent);
    return null;
  };
  return (
    <>
      <PlanChoice
        describe={(one) => ({
          name: words.period(periodOf(one)),
          note: t`Paid once. Doesn’t renew`,
          price: words.money(one.availability_details.price_point),
        })}
        plans={plans}
        value={plan.id}
        onChange={(product) => setSearch({ product }, { replace: true })}
      />
      {!isOnSale(plan) && <NotOnSale />}
      <OrderSummary label={<GiftLabel details={plan.subscription_details} />} offer={offer} plan={plan} />
      {isCurrent && (
        <Banner kind="warning" title={<Trans>The price is not what you saw</Trans>}>
          <Trans>Nothing was charged. Check the new price, then continue.</Trans>
        </Banner>
      )}
      <Box borderTop="hairline" paddingTop={5}>
        <PayForm
          offer={offer}
          plan={plan}
          errorCode={null}
          isDisabled={!isOnSale(plan)}
          openIntent={openIntent}
          onPrepared={({ paymentIntentId, paymentIntentStatus: status }) => {
            if (status !== 'requires_payment_method')
              navigate(`/checkout/en-us/mmf/${paymentIntentId}`, { replace: true });
          }}
        />
      </Box>
    </>
  );
}
