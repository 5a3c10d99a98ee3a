import type { TrainingPlan } from '@waymark/api-contract';
import { trainingPlanCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { isSignedIn, loginPath } from '@waymark/contract';
import { useCall, usePageTitle, useSession } from '@waymark/remote';
import { Box, Button, Flex, Grid, Heading, Link, LoadFailed, Skeleton, Stack, Text } from '@waymark/ui';
import type { ReactNode } from 'react';
import { useTrainingWords } from './use-training-words.ts';

const FIRST_STEPS: ReadonlySet<string> = new Set([
  'first-5k',
  'first-half-marathon',
  'first-100-km-ride',
  'return-to-running',
]);

/** What training plans are, for who has none yet. */
export default function LandingPage() {
  const { t } = useLingui();
  usePageTitle(t`Train with a plan`);
  const isMember = isSignedIn(useSession());
  const { data, error, refetch, isFetching } = useCall(trainingPlanCalls.list);
  const shown = data?.catalogue.filter(({ plan }) => FIRST_STEPS.has(plan)) ?? [];
  const count = data?.catalogue.length ?? 0;
  return (
    <Stack gap={10} w="100%" maxW="960px" mx="auto" py={{ base: 4, md: 10 }}>
      <Stack gap={4} align="flex-start">
        <Heading level={1}>
          <Trans>Know what to do tomorrow</Trans>
        </Heading>
        <Text maxW="60ch">
          <Trans>
            Pick a goal and a day. You get a calendar of sessions that grows slowly, moves when life gets in
            the way, and ticks itself off as you train.
          </Trans>
        </Text>
        <Flex gap={3} wrap="wrap">
          <Button variant="primary" href="/training-plans">
            <Trans>Choose a plan</Trans>
          </Button>
          {!isMember && (
            <Button href={loginPath()}>
              <Trans>Log in</Trans>
            </Button>
          )}
        </Flex>
      </Stack>
      <Grid templateColumns={{ base: 'minmax(0, 1fr)', md: 'repeat(3, minmax(0, 1fr))' }} gap={6}>
        <Point title={<Trans>Moves with you</Trans>}>
          <Trans>Drag a session to another day, swap two, skip one. The plan closes up.</Trans>
        </Point>
        <Point title={<Trans>Done by your workouts</Trans>}>
          <Trans>The workout that comes closest ticks off the session, and shows how close it came.</Trans>
        </Point>
        <Point title={<Trans>On your wrist</Trans>}>
          <Trans>
            Download sessions for your watch or indoor trainer, and see them in your calendar app.
          </Trans>
        </Point>
      </Grid>
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load the plans.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <Skeleton height="200px" />}
      {shown.length > 0 && (
        <Stack as="section" gap={2} aria-labelledby="starting">
          <Heading level={2} id="starting">
            <Trans>Good plans to start with</Trans>
          </Heading>
          <Box as="ul" listStyleType="none" p={0} m={0}>
            {shown.map((plan) => (
              <PlanLine key={plan.plan} plan={plan} />
            ))}
          </Box>
          <Link href="/training-plans">
            <Trans>See all {count} plans</Trans>
          </Link>
        </Stack>
      )}
    </Stack>
  );
}

const Point = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <Box borderTop="hairline" pt={4}>
    <Heading level={2} size="lg">
      {title}
    </Heading>
    <Text mt={2}>{children}</Text>
  </Box>
);

function PlanLine({ plan }: { plan: TrainingPlan }) {
  const words = useTrainingWords();
  return (
    <Box as="li" borderTop="hairline" py={3}>
      <Link href={`/training-plans/${plan.plan}`} data-untranslated="">
        {plan.title}
      </Link>
      <Text muted size="sm">
        {words.weeks(plan.week_count)} · {words.level(plan.level)}
      </Text>
    </Box>
  );
}
