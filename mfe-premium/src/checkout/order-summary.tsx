import type { Product } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { Box, Flex, Stack, Text } from '@waymark/ui';
import type { ReactNode } from 'react';
import { usePlanWords } from '../plans/use-plan-words.ts';
import { firstRenewal, type Offer } from './offer.ts';

interface OrderSummaryProps {
  offer: Offer;
  plan: Pick<Product, 'subscription_details'>;
  /** What is bought, where it is not a plan for oneself. */
  label?: ReactNode;
  /** The figures are being asked for again. */
  isBusy?: boolean;
}

const Line = ({
  label,
  children,
  isTotal = false,
}: {
  label: ReactNode;
  children: ReactNode;
  isTotal?: boolean;
}) => (
  <Flex
    justify="space-between"
    align="baseline"
    gap={4}
    {...(isTotal && { borderTop: 'hairline', paddingTop: 3, marginTop: 1, fontWeight: 600 })}
  >
    <Box as="dt">{label}</Box>
    <Box
      as="dd"
      margin={0}
      fontVariantNumeric="tabular-nums"
      {...(isTotal && { fontFamily: 'figure', fontSize: '2xl' })}
    >
      {children}
    </Box>
  </Flex>
);

/** What is charged today and what follows, before any field asks for a card. */
export function OrderSummary({
  offer,
  plan: { subscription_details: details },
  label,
  isBusy = false,
}: OrderSummaryProps) {
  const words = usePlanWords();
  const money = (amount: number) => words.money({ amount, currency: offer.currency });
  const renewal = firstRenewal(offer, details);
  const free = words.freeTime(offer.trial_days);
  const price = words.pricePer(details, { amount: offer.renewal_amount ?? 0, currency: offer.currency });
  const day = words.day(renewal);
  return (
    <Stack gap={3} aria-busy={isBusy || undefined} opacity={isBusy ? 0.6 : undefined}>
      <Box as="dl" margin={0} display="grid" gap={2}>
        <Line label={label || <Trans>Premium {words.rhythm(details)}</Trans>}>
          {money(offer.list_amount)}
        </Line>
        {offer.discount_amount > 0 && (
          <Line label={<Trans>Coupon</Trans>}>−{money(offer.discount_amount)}</Line>
        )}
        {offer.credit_amount > 0 && (
          <Line label={<Trans>What is left of your current plan</Trans>}>−{money(offer.credit_amount)}</Line>
        )}
        {offer.trial_days > 0 && (
          <Line label={<Trans>Free for {free}</Trans>}>
            −{money(offer.list_amount - offer.discount_amount - offer.credit_amount)}
          </Line>
        )}
        <Line label={<Trans>Due today</Trans>} isTotal>
          {money(offer.amount)}
        </Line>
      </Box>
      {offer.tax_amount > 0 && (
        <Text muted size="sm">
          <Trans>
            {offer.tax_label} of {money(offer.tax_amount)} included.
          </Trans>
        </Text>
      )}
      <Text muted size="sm">
        {!renewal || offer.renewal_amount === null ? (
          <Trans>Paid once. Doesn’t renew.</Trans>
        ) : offer.first_renewal_amount === null ? (
          <Trans>
            Then {price} from {day}, until you cancel.
          </Trans>
        ) : (
          <Trans>
            Then {money(offer.first_renewal_amount)} on {day} with your coupon, and {price} after that, until
            you cancel.
          </Trans>
        )}
      </Text>
    </Stack>
  );
}
