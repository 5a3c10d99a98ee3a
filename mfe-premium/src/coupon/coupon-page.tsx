import type { Coupon } from '@waymark/api-contract';
import { billingCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { navigate, notify } from '@waymark/contract';
import { usePageTitle, useSend, useSettings } from '@waymark/remote';
import { Box, Button, Card, Field, FormError, Heading, Input, Stack, Text } from '@waymark/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { usePaymentProblem } from '../errors/use-payment-problem.ts';
import { usePlanWords, isFreeTime, useCouponWords } from '../plans/use-plan-words.ts';

/** Where a code is entered: what it gives is said before it is used. */
export default function CouponPage() {
  const { t } = useLingui();
  usePageTitle(t`Use a coupon`);
  const [search] = useSearchParams();
  const { partners } = useSettings().appConfig;
  const partner = partners.find(({ code }) => code === search.get('partner'));
  return (
    <Box width="100%" maxWidth="480px" marginInline="auto">
      <Stack gap={6}>
        <Heading level={1}>
          <Trans>Use a coupon</Trans>
        </Heading>
        <Text>
          {partner ? (
            <Trans>
              Welcome from <span data-untranslated="">{partner.name}</span>. Enter the code that they gave
              you.
            </Trans>
          ) : (
            <Trans>Enter your code. You see what it’s for before you use it.</Trans>
          )}
        </Text>
        <CouponForm start={search.get('code') ?? ''} />
      </Stack>
    </Box>
  );
}

function CouponForm({ start }: { start: string }) {
  const { t } = useLingui();
  const problems = usePaymentProblem();
  const [code, setCode] = useState(start);
  const check = useSend(billingCalls.checkCoupon);
  const coupon = check.data?.coupon;
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() && !check.isPending) check.mutate({ body: { coupon_id: code } });
      }}
    >
      <Stack gap={4}>
        <Field label={t`Coupon code`}>
          <Input
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={code}
            onChange={(event) => {
              check.reset();
              setCode(event.target.value);
            }}
          />
        </Field>
        <FormError>{check.error && problems.ofError(check.error)}</FormError>
        {coupon ? (
          <Redeem coupon={coupon} />
        ) : (
          <Box>
            <Button type="submit" variant="primary" loading={check.isPending}>
              <Trans>Check the code</Trans>
            </Button>
          </Box>
        )}
      </Stack>
    </form>
  );
}

function Redeem({ coupon }: { coupon: Coupon }) {
  const { t } = useLingui();
  const words = usePlanWords();
  const couponText = useCouponWords();
  const problems = usePaymentProblem();
  const claim = useSend(billingCalls.claimCoupon);
  const redeem = useSend(billingCalls.redeemCoupon);
  const checkout = `/premium/checkout?${new URLSearchParams({
    ...(coupon.product_ids[0] && { product: coupon.product_ids[0] }),
    coupon: coupon.id,
  }).toString()}`;
  const use = async () => {
    try {
      const { id } = await claim.mutateAsync({ body: { coupon_id: coupon.id } });
      await redeem.mutateAsync({ params: { id }, body: { redeemed: true } });
      notify({ kind: 'success', text: t`Your coupon has been applied. Premium is active.` });
      navigate('/premium/membership');
    } catch {
      // What went wrong stands below; the code can be sent again.
    }
  };
  const failure = claim.error ?? redeem.error;
  return (
    <Card>
      <Stack gap={4}>
        <Heading level={2}>{couponText(coupon)}</Heading>
        <Text muted>
          {isFreeTime(coupon) ? (
            <Trans>No card needed. It ends automatically and doesn’t renew.</Trans>
          ) : (
            <Trans>You see the new price before you pay.</Trans>
          )}{' '}
          {coupon.expires && <Trans>Use it by {words.day(coupon.expires)}.</Trans>}
        </Text>
        <FormError>{failure && problems.ofError(failure)}</FormError>
        {isFreeTime(coupon) ? (
          <Button variant="primary" loading={claim.isPending || redeem.isPending} onClick={() => void use()}>
            <Trans>Open premium</Trans>
          </Button>
        ) : (
          <Button variant="primary" href={checkout}>
            <Trans>Choose a plan</Trans>
          </Button>
        )}
      </Stack>
    </Card>
  );
}
