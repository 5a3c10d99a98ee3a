import type { StartedPlan, TrainingPlan } from '@waymark/api-contract';
import { startedPlanCalls, trainingPlanCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { isSignedIn } from '@waymark/contract';
import { useAfterPaint, useCall, useChunk, usePageTitle, useSession } from '@waymark/remote';
import {
  Badge,
  Box,
  Button,
  CalendarIcon,
  EmptyState,
  Field,
  Flex,
  Heading,
  Link,
  LoadFailed,
  PlusIcon,
  Select,
  Skeleton,
  Stack,
  Text,
} from '@waymark/ui';
import { useSearchParams } from 'react-router-dom';
import { SessionLine } from './session-line.tsx';
import { GOALS, LEVELS, useTrainingWords } from './use-training-words.ts';

const loadAddress = () => import(/* webpackChunkName: "calendar-address" */ './calendar-address.tsx');

const oneOf = <T extends string>(values: readonly T[], name: string | null): T | null =>
  values.find((value) => value === name) ?? null;

/** Plans to choose from, by goal and level; for members also the plans that they follow and their own. */
export default function CataloguePage() {
  const { t } = useLingui();
  usePageTitle(t`Training plans`);
  const isMember = isSignedIn(useSession());
  const { data: plans, error, refetch, isFetching } = useCall(trainingPlanCalls.list);
  const started = useCall(startedPlanCalls.list, {}, { enabled: isMember });
  // What one follows stands above: plans that were there before it would move down the page.
  const isComplete = !isMember || started.data !== undefined || started.error !== null;
  const data = isComplete ? plans : undefined;
  return (
    <Stack gap={8} w="100%" maxW="1120px" mx="auto">
      <Flex justify="space-between" align="flex-end" gap={4} wrap="wrap">
        <Heading level={1}>
          <Trans>Training plans</Trans>
        </Heading>
        {isMember && (
          <Button icon={<PlusIcon />} href="/training-plans/create">
            <Trans>Write your own</Trans>
          </Button>
        )}
      </Flex>
      {isMember && <FollowedPlans />}
      {error && !data && (
        <LoadFailed
          title={<Trans>We couldn’t load the plans.</Trans>}
          error={error}
          retry={refetch}
          busy={isFetching}
        />
      )}
      {!data && !error && <ListSkeleton />}
      {data && data.own.length > 0 && (
        <Stack as="section" gap={2} aria-labelledby="own-plans">
          <Heading level={2} id="own-plans">
            <Trans>Your own plans</Trans>
          </Heading>
          <PlanList label={t`Your own plans`} plans={data.own} />
        </Stack>
      )}
      {data && <Catalogue plans={data.catalogue} />}
      {isMember && data && <AddressPart />}
    </Stack>
  );
}

function AddressPart() {
  const { module } = useChunk(loadAddress, useAfterPaint());
  return module ? <module.CalendarAddressPanel /> : <Box minH="160px" />;
}

function Catalogue({ plans }: { plans: readonly TrainingPlan[] }) {
  const { t } = useLingui();
  const words = useTrainingWords();
  const [params, setParams] = useSearchParams();
  const goal = oneOf(GOALS, params.get('goal'));
  const level = oneOf(LEVELS, params.get('level'));
  const choose = (name: 'goal' | 'level', value: string) => {
    const next = new URLSearchParams(params);
    if (value) next.set(name, value);
    else next.delete(name);
    setParams(next, { replace: true });
  };
  const found = plans.filter((plan) => (!goal || plan.goal === goal) && (!level || plan.level === level));
  return (
    <Stack as="section" gap={4} aria-labelledby="catalogue">
      <Heading level={2} id="catalogue">
        <Trans>Choose a plan</Trans>
      </Heading>
      <Flex gap={4} wrap="wrap">
        <Box minW={{ base: '100%', md: '220px' }}>
          <Field label={t`Goal`}>
            <Select
              value={goal ?? ''}
              onChange={(value) => choose('goal', value)}
              options={[
                { value: '', label: t`All goals` },
                ...GOALS.filter((one) => plans.some((plan) => plan.goal === one)).map((one) => ({
                  value: one,
                  label: words.goal(one),
                })),
              ]}
            />
          </Field>
        </Box>
        <Box minW={{ base: '100%', md: '220px' }}>
          <Field label={t`Level`}>
            <Select
              value={level ?? ''}
              onChange={(value) => choose('level', value)}
              options={[
                { value: '', label: t`All levels` },
                ...LEVELS.map((one) => ({ value: one, label: words.level(one) })),
              ]}
            />
          </Field>
        </Box>
      </Flex>
      {found.length > 0 ? (
        <PlanList label={t`Plans`} plans={found} />
      ) : (
        <EmptyState
          icon={<CalendarIcon size={40} />}
          title={<Trans>No plan for this goal at this level</Trans>}
          action={
            <Button onClick={() => setParams({}, { replace: true })}>
              <Trans>Show all plans</Trans>
            </Button>
          }
        />
      )}
    </Stack>
  );
}

function PlanList({ label, plans }: { label: string; plans: readonly TrainingPlan[] }) {
  return (
    <Box as="ul" aria-label={label} listStyleType="none" p={0} m={0}>
      {plans.map((plan) => (
        <PlanRow key={plan.plan} plan={plan} />
      ))}
    </Box>
  );
}

function PlanRow({ plan }: { plan: TrainingPlan }) {
  const words = useTrainingWords();
  return (
    <Box as="li" borderTop="hairline" py={4}>
      <Flex gap={3} align="baseline" wrap="wrap">
        <Heading level={3} size="lg">
          <Link href={`/training-plans/${plan.plan}`} data-untranslated="">
            {plan.title}
          </Link>
        </Heading>
        <Badge>{words.level(plan.level)}</Badge>
      </Flex>
      {plan.description && (
        <Text mt={1} maxW="72ch" lineClamp={2} data-untranslated="">
          {plan.description}
        </Text>
      )}
      <Text muted size="sm" mt={1}>
        {words.weeks(plan.week_count)} · {words.sessions(plan.session_count)} ·{' '}
        {plan.sports.map(words.sport).join(', ')} · {words.weeklyTime(plan)}
      </Text>
    </Box>
  );
}

/** What one follows and what comes next; nothing for who follows nothing. */
function FollowedPlans() {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useCall(startedPlanCalls.list);
  if (error && !data)
    return (
      <LoadFailed
        title={<Trans>We couldn’t load your plans.</Trans>}
        error={error}
        retry={refetch}
        busy={isFetching}
      />
    );
  if (!data || data.started_plans.length === 0) return null;
  const active = data.started_plans.filter(({ status }) => status === 'active');
  const past = data.started_plans.filter(({ status }) => status !== 'active');
  return (
    <Stack gap={6}>
      {active.length > 0 && (
        <Stack as="section" gap={3} aria-labelledby="coming">
          <Heading level={2} id="coming">
            <Trans>The next seven days</Trans>
          </Heading>
          {data.coming.length === 0 ? (
            <Text muted>
              <Trans>Nothing planned. Enjoy the rest.</Trans>
            </Text>
          ) : (
            <Box as="ul" aria-label={t`The next seven days`} listStyleType="none" p={0} m={0}>
              {data.coming.map((session) => (
                <SessionLine key={session.id} session={session} today={data.today} />
              ))}
            </Box>
          )}
          <Stack gap={0}>
            {active.map((plan) => (
              <FollowedRow key={plan.id} plan={plan} />
            ))}
          </Stack>
        </Stack>
      )}
      {past.length > 0 && (
        <details>
          <summary>
            <Trans>Plans that are over or stopped</Trans>
          </summary>
          {past.map((plan) => (
            <FollowedRow key={plan.id} plan={plan} />
          ))}
        </details>
      )}
    </Stack>
  );
}

function FollowedRow({ plan }: { plan: StartedPlan }) {
  const words = useTrainingWords();
  const { done_count: done, session_count: all } = plan;
  return (
    <Flex borderTop="hairline" py={3} gap={4} justify="space-between" wrap="wrap" align="center">
      <Box minW={0}>
        <Link href={`/training-plans/started/${plan.id}`} data-untranslated="">
          {plan.title}
        </Link>
        <Text muted size="sm">
          {words.day(plan.first_day)} – {words.day(plan.last_day, { hasYear: true })} ·{' '}
          <Trans>
            {done} of {all} done
          </Trans>
        </Text>
      </Box>
      <Button size="sm" href={`/training-plans/started/${plan.id}`}>
        <Trans>Open calendar</Trans>
      </Button>
    </Flex>
  );
}

const ListSkeleton = () => (
  <Stack gap={5} aria-busy="true">
    {[1, 2, 3, 4].map((row) => (
      <Stack key={row} gap={2} borderTop="hairline" pt={4}>
        <Skeleton width="220px" height="1.4em" />
        <Skeleton width="90%" />
        <Skeleton width="280px" />
      </Stack>
    ))}
  </Stack>
);
