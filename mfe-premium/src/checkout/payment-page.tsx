import type { PaymentIntent, Product } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { EntityMissing, usePageTitle } from '@waymark/remote';
import { Box, Button, EmptyState, Heading, Skeleton, Spinner, Stack, Text } from '@waymark/ui';
import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { GiftLabel } from './gift-label.tsx';
import { usePlans } from '../plans/use-plans.ts';
import { BankStep } from './bank-step.tsx';
import { OrderSummary } from './order-summary.tsx';
import { PayForm } from './pay-form.tsx';
import { GiftDone, PaymentDone } from './payment-done.tsx';
import { usePaymentIntent } from './use-payment-intent.ts';

/** One checkout at its own address: to pay, to confirm with the bank, to wait for the bank, and what came of it. */
export default function PaymentPage() {
  const { t } = useLingui();
  usePageTitle(t`Payment`);
  const { domain, paymentIntentId = '' } = useParams();
  const { data, error, refetch, isFetching } = usePaymentIntent(
    domain === 'waymark' ? 'waymark' : 'mmf',
    paymentIntentId,
  );
  const content = useRef<HTMLDivElement>(null);
  const status = data?.paymentIntentStatus;
  // The button that was pressed stood further down the page than what comes in its place.
  useEffect(() => {
    if (status === undefined || status === 'requires_payment_method') return;
    content.current?.focus({ preventScroll: true });
    content.current?.scrollIntoView?.({ block: 'start' });
  }, [status]);
  if (error && !data)
    return (
      <EntityMissing
        error={error}
        retry={() => void refetch()}
        busy={isFetching}
        title={<Trans>This isn’t your payment</Trans>}
        failedTitle={<Trans>We couldn’t load this payment.</Trans>}
        href="/premium/membership"
        linkText={<Trans>See your premium</Trans>}
      />
    );
  return (
    <Box
      ref={content}
      tabIndex={-1}
      width="100%"
      maxWidth="560px"
      marginInline="auto"
      outline="none"
      scrollMarginTop="96px"
    >
      {data ? <Step intent={data} refresh={refetch} /> : <Skeleton height="420px" />}
    </Box>
  );
}

function Step({ intent, refresh }: { intent: PaymentIntent; refresh: () => Promise<unknown> }) {
  switch (intent.paymentIntentStatus) {
    case 'succeeded':
      return intent.is_gift ? <GiftDone intent={intent} /> : <PaymentDone intent={intent} />;
    case 'requires_action':
      return <AtBank intent={intent} refresh={refresh} />;
    case 'processing':
      return <Processing />;
    case 'canceled':
      return <Canceled />;
    case 'requires_payment_method':
      return <Pay intent={intent} refresh={refresh} />;
  }
}

/** A renewal is paid with another card on the page of premium, where the card stays for the next ones. */
function AtBank({ intent, refresh }: { intent: PaymentIntent; refresh: () => Promise<unknown> }) {
  const [usesOtherCard, setUsesOtherCard] = useState(false);
  const isRenewal = intent.subscription !== null;
  if (usesOtherCard) return <Pay intent={intent} refresh={refresh} startsWithNewCard />;
  return (
    <BankStep
      intent={intent}
      refresh={refresh}
      otherCard={
        isRenewal ? (
          <Button size="lg" href="/premium/membership">
            <Trans>Use another card</Trans>
          </Button>
        ) : (
          <Button size="lg" onClick={() => setUsesOtherCard(true)}>
            <Trans>Use another card</Trans>
          </Button>
        )
      }
    />
  );
}

const Processing = () => (
  <Stack gap={4} align="center" textAlign="center" paddingBlock={12}>
    <SpinnerOfBank />
    <Heading level={1}>
      <Trans>Waiting for your bank</Trans>
    </Heading>
    <Text muted>
      <Trans>
        This can take a minute. You can close this page: nothing is charged twice, and we mail you what came
        of it.
      </Trans>
    </Text>
  </Stack>
);

function SpinnerOfBank() {
  const { t } = useLingui();
  return <Spinner size="40px" label={t`Waiting for your bank`} />;
}

const Canceled = () => (
  <EmptyState
    level={1}
    title={<Trans>This payment is over</Trans>}
    action={
      <Button variant="primary" href="/premium/checkout">
        <Trans>Start again</Trans>
      </Button>
    }
  >
    <Trans>Nothing was charged. You may have chosen another plan in the meantime, or waited too long.</Trans>
  </EmptyState>
);

interface PayProps {
  intent: PaymentIntent;
  refresh: () => Promise<unknown>;
  startsWithNewCard?: boolean;
}

function Pay({ intent, refresh, startsWithNewCard = false }: PayProps) {
  const { plans } = usePlans();
  const plan: Pick<Product, 'subscription_details'> | undefined = plans?.find(
    ({ id }) => id === intent.product_id,
  );
  if (!plans) return <Skeleton height="420px" />;
  return (
    <Stack gap={6}>
      <Heading level={1}>
        {intent.is_gift ? <Trans>Give premium</Trans> : <Trans>Pay for premium</Trans>}
      </Heading>
      <OrderSummary
        label={intent.is_gift && <GiftLabel details={plan?.subscription_details ?? null} />}
        offer={intent}
        plan={plan ?? { subscription_details: null }}
      />
      <Box borderTop="hairline" paddingTop={5}>
        <PayForm
          offer={intent}
          plan={plan ?? { subscription_details: null }}
          errorCode={intent.error_code}
          startsWithNewCard={startsWithNewCard}
          openIntent={() => Promise.resolve(intent)}
          onPrepared={() => void refresh()}
        />
      </Box>
    </Stack>
  );
}
