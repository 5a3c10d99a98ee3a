import type { PaymentIntent, Product } from '@waymark/api-contract';
import { billingCalls, checkoutCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ApiError, call, navigate } from '@waymark/contract';
import { useCall, usePageTitle, useSend } from '@waymark/remote';
import { Banner, Box, Button, Heading, Skeleton, Stack } from '@waymark/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePaymentProblem } from '../errors/use-payment-problem.ts';
import { currentSubscription } from '../plans/periods.ts';
import { PlanChoice } from '../plans/plan-choice.tsx';
import { NotOnSale, PlansFailed, isOnSale } from '../plans/plans-unavailable.tsx';
import { usePlans } from '../plans/use-plans.ts';
import { CouponField } from './coupon-field.tsx';
import { isSamePrice, type Offer, offerOfPlan } from './offer.ts';
import { OrderSummary } from './order-summary.tsx';
import { PayForm } from './pay-form.tsx';

/** Chooses a plan and pays: what it costs and when comes before any field. */
export default function CheckoutPage() {
  const { t } = useLingui();
  usePageTitle(t`Get premium`);
  const { plans, error, retry, isFetching } = usePlans();
  return (
    <Box width="100%" maxWidth="560px" marginInline="auto">
      <Stack gap={6}>
        <Heading level={1}>
          <Trans>Get premium</Trans>
        </Heading>
        {error && <PlansFailed error={error} retry={retry} isBusy={isFetching} />}
        {!plans && !error && <Skeleton height="420px" />}
        {plans && <Checkout plans={plans} />}
      </Stack>
    </Box>
  );
}

function Checkout({ plans }: { plans: readonly Product[] }) {
  // The choice stands in the address, so that it survives a reload and the way back.
  const [search, setSearch] = useSearchParams();
  const coupon = search.get('coupon');
  const plan = plans.find(({ id }) => id === search.get('product')) ?? plans[0];
  const choose = (change: { product?: string; coupon?: string | null }) =>
    setSearch(
      (before) => {
        for (const [name, value] of Object.entries(change)) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { replace: true },
    );
  if (!plan) return null;
  return (
    <>
      <HasPlan />
      <PlanChoice plans={plans} value={plan.id} onChange={(product) => choose({ product })} />
      {!isOnSale(plan) && <NotOnSale />}
      <Purchase plan={plan} coupon={coupon} onCoupon={(code) => choose({ coupon: code })} />
    </>
  );
}

/** Who has premium already learns so before anything is filled in. */
function HasPlan() {
  const { data } = useCall(billingCalls.subscriptions);
  const current = data && currentSubscription(data._embedded.paid_subscriptions);
  if (!current) return null;
  return (
    <Banner
      title={<Trans>You have premium already</Trans>}
      action={
        <Button size="sm" href="/premium/membership">
          <Trans>See your premium</Trans>
        </Button>
      }
    >
      <Trans>A longer plan starts at once, and what is left of yours counts towards it.</Trans>
    </Banner>
  );
}

interface PurchaseProps {
  plan: Product;
  coupon: string | null;
  onCoupon: (code: string | null) => void;
}

function Purchase({ plan, coupon, onCoupon }: PurchaseProps) {
  const problems = usePaymentProblem();
  const open = useSend(checkoutCalls.createPaymentIntent);
  const [changed, setChanged] = useState<PaymentIntent | null>(null);
  const body = { product_id: plan.id, ...(coupon !== null && { coupon }) };
  // Only the server knows what a coupon is worth to this member.
  const priced = useQuery<PaymentIntent, ApiError>({
    queryKey: ['premium', 'offer', plan.id, coupon],
    queryFn: () => call(checkoutCalls.createPaymentIntent, { body, announce: false }),
    enabled: coupon !== null,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  const isPricing = coupon !== null && priced.isFetching;
  const isCurrent = changed?.product_id === plan.id;
  const offer: Offer =
    (isCurrent ? changed : undefined) ?? (coupon === null ? undefined : priced.data) ?? offerOfPlan(plan);
  const openIntent = async () => {
    const intent = await open.mutateAsync({ body });
    if (isSamePrice(intent, offer)) return intent;
    setChanged(intent);
    return null;
  };
  return (
    <>
      <OrderSummary offer={offer} plan={plan} isBusy={isPricing} />
      {isCurrent && (
        <Banner kind="warning" title={<Trans>The price is not what you saw</Trans>}>
          <Trans>Nothing was charged. Check the new price, then continue.</Trans>
        </Banner>
      )}
      <CouponField
        applied={coupon}
        onApply={(code) => {
          setChanged(null);
          onCoupon(code);
        }}
        isBusy={isPricing}
        problem={priced.error && !isPricing ? problems.ofError(priced.error) : null}
      />
      <Box borderTop="hairline" paddingTop={5}>
        <PayForm
          offer={offer}
          plan={plan}
          errorCode={null}
          isDisabled={!isOnSale(plan) || (coupon !== null && !priced.data)}
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
