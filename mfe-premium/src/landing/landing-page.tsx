import type { Product } from '@waymark/api-contract';
import { Trans, useLingui } from '@lingui/react/macro';
import { isPremium } from '@waymark/contract';
import { usePageTitle, useSession } from '@waymark/remote';
import { Box, Button, Card, Grid, Heading, Link, Skeleton, Stack, Text } from '@waymark/ui';
import { useState } from 'react';
import { Benefits } from '../plans/benefits.tsx';
import { PlanChoice } from '../plans/plan-choice.tsx';
import { usePlanWords } from '../plans/use-plan-words.ts';
import { NotOnSale, PlansFailed, isOnSale } from '../plans/plans-unavailable.tsx';
import { usePlans } from '../plans/use-plans.ts';

/** What premium is, what it costs and how it begins, on one screen. */
export default function LandingPage() {
  const { t } = useLingui();
  usePageTitle(t`Premium`);
  const { plans, error, retry, isFetching } = usePlans();
  const hasPremium = isPremium(useSession());
  return (
    <Grid
      templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 460px)' }}
      columnGap={16}
      rowGap={6}
      width="100%"
      maxWidth="1080px"
      marginInline="auto"
      alignItems="start"
      // On phones the price comes before the reasons, so that both are in sight without a long way down.
      templateAreas={{ base: '"intro" "plans" "benefits"', lg: '"intro plans" "benefits plans"' }}
      gridTemplateRows={{ lg: 'auto 1fr' }}
    >
      <Stack gap={{ base: 3, lg: 6 }} gridArea="intro">
        <Heading level={1} size="5xl">
          <Trans>Waymark without ads</Trans>
        </Heading>
        <Text size="lg">
          <Trans>Premium is Waymark without the noise. It pays for the maps and the servers.</Trans>
        </Text>
      </Stack>
      <Box gridArea="benefits">
        <Benefits />
      </Box>
      <Card gridArea="plans">
        {hasPremium ? (
          <HasPremium />
        ) : (
          <>
            {error && <PlansFailed error={error} retry={retry} isBusy={isFetching} />}
            {!plans && !error && <Skeleton height="320px" />}
            {plans && <Choose plans={plans} />}
          </>
        )}
      </Card>
    </Grid>
  );
}

const HasPremium = () => (
  <Stack gap={4}>
    <Heading level={2}>
      <Trans>You have premium</Trans>
    </Heading>
    <Text muted>
      <Trans>Your plan, your cards and your receipts are on your premium page.</Trans>
    </Text>
    <Button variant="primary" size="lg" href="/premium/membership">
      <Trans>See your premium</Trans>
    </Button>
  </Stack>
);

function Choose({ plans }: { plans: readonly Product[] }) {
  const words = usePlanWords();
  const [chosenId, setChosenId] = useState(plans[0]?.id ?? '');
  const plan = plans.find(({ id }) => id === chosenId);
  if (!plan) return null;
  const { subscription_details: details, availability_details: availability, trial_days: trialDays } = plan;
  const price = words.pricePer(details, availability.price_point);
  const free = words.freeTime(trialDays);
  return (
    <Stack gap={5}>
      <PlanChoice plans={plans} value={plan.id} onChange={setChosenId} />
      <Button
        variant="primary"
        size="lg"
        href={`/premium/checkout?product=${plan.id}`}
        disabled={!isOnSale(plan)}
      >
        {trialDays > 0 ? <Trans>Try it free for {free}</Trans> : <Trans>Get premium</Trans>}
      </Button>
      {!isOnSale(plan) && <NotOnSale />}
      <Text muted size="sm">
        {!details && <Trans>{price}. Doesn’t renew.</Trans>}
        {details && trialDays > 0 && (
          <Trans>
            Nothing is charged for {free}, then {price} until you cancel. We mail you before the trial ends.
          </Trans>
        )}
        {details && trialDays === 0 && <Trans>{price} until you cancel.</Trans>}
      </Text>
      <Text size="sm">
        <Link href="/premium/coupon">
          <Trans>I have a coupon</Trans>
        </Link>
        {' · '}
        <Link href="/premium/gift">
          <Trans>Give premium</Trans>
        </Link>
      </Text>
    </Stack>
  );
}
