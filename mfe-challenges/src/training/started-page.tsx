import type { StartedPlanDetails } from '@waymark/api-contract';
import { startedPlanCalls } from '@waymark/api-contract/client';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { isPremium, notify } from '@waymark/contract';
import {
  EntityMissing,
  useCall,
  useDelete,
  useFailureText,
  usePageTitle,
  useSend,
  useSession,
} from '@waymark/remote';
import {
  Badge,
  Banner,
  Box,
  Breadcrumb,
  Button,
  ConfirmDialog,
  Flex,
  Heading,
  Link,
  Menu,
  ProgressBar,
  Skeleton,
  Stack,
  Switch,
  Text,
} from '@waymark/ui';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { addDays } from './days.ts';
import { PlanCalendar } from './plan-calendar.tsx';
import { useTrainingWords } from './use-training-words.ts';

/** A plan that the member follows: its sessions on a calendar, to be moved, swapped and skipped. */
export default function StartedPage() {
  const { t } = useLingui();
  const id = Number(useParams().planId);
  const { data, error, refetch, isFetching } = useCall(startedPlanCalls.one, { params: { id } });
  usePageTitle(data?.title ?? t`Training plan`);
  if (error && (!data || error.status === 404))
    return (
      <EntityMissing
        error={error}
        retry={() => void refetch()}
        busy={isFetching}
        title={<Trans>This plan was deleted or isn’t yours</Trans>}
        failedTitle={<Trans>We couldn’t load this plan.</Trans>}
        href="/training-plans"
        linkText={<Trans>See all plans</Trans>}
      />
    );
  if (!data)
    return (
      <Stack gap={5} w="100%" maxW="1120px" mx="auto" aria-busy="true">
        <Skeleton width="280px" height="2.2em" />
        <Skeleton height="420px" />
      </Stack>
    );
  return (
    <Stack gap={5} w="100%" maxW="1120px" mx="auto">
      <Breadcrumb
        items={[
          { href: '/training-plans', label: <Trans>Training plans</Trans> },
          { label: <span data-untranslated="">{data.title}</span> },
        ]}
      />
      <Header plan={data} />
      {data.status === 'active' && <Adaptation plan={data} />}
      <PlanCalendar plan={data} />
    </Stack>
  );
}

/** Changes of the plan as a whole. */
function usePlanChange() {
  const failureText = useFailureText();
  return useSend(startedPlanCalls.update, {
    onError: (error) => void notify({ kind: 'error', text: failureText(error) }),
  });
}

function Header({ plan }: { plan: StartedPlanDetails }) {
  const { t } = useLingui();
  const words = useTrainingWords();
  const failureText = useFailureText();
  const [isDeleting, setIsDeleting] = useState(false);
  const { id, status, done_count: done, session_count: all } = plan;
  const params = { id };
  const change = usePlanChange();
  const remove = useDelete(startedPlanCalls.remove, { ids: [id], to: '/training-plans' });
  const resume = () => change.mutate({ params, body: { status: 'active' } });
  const stop = () =>
    change.mutate(
      { params, body: { status: 'stopped' } },
      {
        onSuccess: () =>
          notify({
            kind: 'success',
            text: t`Plan stopped. What you did stays here.`,
            action: { label: t`Undo`, run: resume },
          }),
      },
    );
  const shift = (days: number) =>
    change.mutate(
      { params, body: { shift: { from: plan.today, days } } },
      {
        onSuccess: () =>
          notify({
            kind: 'success',
            text: t`The rest of the plan has moved.`,
            action: {
              label: t`Undo`,
              run: () =>
                change.mutate({
                  params,
                  body: { shift: { from: plan.today, days: -days } },
                }),
            },
          }),
      },
    );
  return (
    <Stack gap={3}>
      <Flex justify="space-between" align="flex-start" gap={4}>
        <Heading level={1} data-untranslated="">
          {plan.title}
        </Heading>
        <Menu
          label={t`More actions for ${plan.title}`}
          icon
          align="end"
          items={[
            ...(status === 'active'
              ? [
                  { label: t`Push the rest back a week`, onSelect: () => shift(7) },
                  { label: t`Push the rest back a day`, onSelect: () => shift(1) },
                  { label: t`Stop plan`, onSelect: stop, separated: true },
                ]
              : []),
            ...(plan.plan === null
              ? []
              : [{ label: t`See the plan itself`, href: `/training-plans/${plan.plan}`, separated: true }]),
            { label: t`Delete from calendar`, onSelect: () => setIsDeleting(true), danger: true },
          ]}
        />
      </Flex>
      <Text muted>
        {words.day(plan.first_day)} – {words.day(plan.last_day, { hasYear: true })} ·{' '}
        {words.weeks(plan.week_count)}
      </Text>
      <Stack gap={1} maxW="480px">
        <ProgressBar value={all === 0 ? 0 : done / all} label={t`${done} of ${all} sessions done`} />
        <Text size="sm">
          <Trans>
            {done} of {all} sessions done
          </Trans>
        </Text>
      </Stack>
      {status === 'stopped' && (
        <Banner
          kind="info"
          title={<Trans>You stopped this plan.</Trans>}
          action={
            <Button size="sm" loading={change.isPending} onClick={resume}>
              <Trans>Resume plan</Trans>
            </Button>
          }
        />
      )}
      {status === 'over' && (
        <Banner
          kind="success"
          title={<Trans>This plan is over.</Trans>}
          action={
            <Button size="sm" href="/training-plans">
              <Trans>Choose the next one</Trans>
            </Button>
          }
        />
      )}
      {isDeleting && (
        <ConfirmDialog
          title={<Trans>Delete this plan from your calendar?</Trans>}
          action={<Trans>Delete plan</Trans>}
          isBusy={remove.isPending}
          failure={remove.error ? failureText(remove.error) : undefined}
          onClose={() => setIsDeleting(false)}
          onConfirm={() => remove.mutate({ params })}
        >
          <Trans>Its sessions go with it and can’t be brought back. Your workouts stay.</Trans>
        </ConfirmDialog>
      )}
    </Stack>
  );
}

/** Whether the plan adapts to breaks, which premium opens, and what the last one changed. */
function Adaptation({ plan }: { plan: StartedPlanDetails }) {
  const hasPremium = isPremium(useSession());
  const change = usePlanChange();
  // What was just chosen is shown until the answer to it is on the page.
  const chosen = change.isPending ? change.variables?.body?.is_adaptive : undefined;
  const label = <Trans>Adapt this plan after a break</Trans>;
  const hint = (
    <Trans>
      After six days off and two missed sessions, the rest moves back by whole weeks and starts easier. With a
      race coming up, the days stay and sessions only get shorter.
    </Trans>
  );
  return (
    <>
      <Flex gap={3} wrap="wrap" align="flex-start" justify="space-between">
        {hasPremium || plan.is_adaptive ? (
          <Switch
            checked={chosen ?? plan.is_adaptive}
            disabled={change.isPending}
            onChange={(isAdaptive) =>
              change.mutate({ params: { id: plan.id }, body: { is_adaptive: isAdaptive } })
            }
            label={label}
            hint={hint}
          />
        ) : (
          <Box minW={0}>
            <Text>{label}</Text>
            <Text muted size="sm">
              {hint}
            </Text>
          </Box>
        )}
        {!hasPremium && (
          <Flex gap={2} align="center">
            <Badge hue="sun">
              <Trans>Premium</Trans>
            </Badge>
            <Link href="/mvp">
              <Trans>See premium</Trans>
            </Link>
          </Flex>
        )}
      </Flex>
      <AdaptedBanner plan={plan} />
      {!(plan.is_adaptive && hasPremium) && <MissedHint plan={plan} />}
    </>
  );
}

/** So many days the page says that the plan has moved. */
const MOVED_SHOWN_DAYS = 7;

function AdaptedBanner({ plan: { adapted, today } }: { plan: StartedPlanDetails }) {
  const words = useTrainingWords();
  if (!adapted) return null;
  const { day, away_days: away, moved_days: moved, eased_until: until } = adapted;
  if (today > (until ?? addDays(day, MOVED_SHOWN_DAYS))) return null;
  const lastEasedDay = until && words.day(until, { weekday: undefined });
  const movedDays = <Plural value={moved} one="# day" other="# days" />;
  return (
    <Banner
      kind="info"
      title={
        <Trans>
          You were away for <Plural value={away} one="# day" other="# days" />.
        </Trans>
      }
    >
      {moved === 0 ? (
        <Trans>Your race keeps its day, and sessions until {lastEasedDay} are shorter.</Trans>
      ) : lastEasedDay === null ? (
        <Trans>The rest of the plan moved by {movedDays}.</Trans>
      ) : (
        <Trans>
          The rest of the plan moved by {movedDays}, and sessions until {lastEasedDay} are shorter.
        </Trans>
      )}
    </Banner>
  );
}

/** Missed sessions before somebody hears of them: with two hard ones in a row the plan is asked about. */
const MISSED_KEY_SESSIONS = 2;

function MissedHint({ plan }: { plan: StartedPlanDetails }) {
  const past = plan.sessions.filter(
    ({ day, kind }) => day < plan.today && kind !== 'easy' && kind !== 'cross',
  );
  const change = usePlanChange();
  const latest = past.slice(-MISSED_KEY_SESSIONS);
  const isBehind = latest.length === MISSED_KEY_SESSIONS && latest.every(({ status }) => status === 'missed');
  // Who has moved the rest already, or has a week without sessions anyway, is not asked again.
  const hasWeek = !plan.next_session || plan.next_session.day >= addDays(plan.today, 7);
  if (!isBehind || hasWeek) return null;
  return (
    <Banner
      kind="info"
      title={<Trans>You missed the last two important sessions.</Trans>}
      action={
        <Button
          size="sm"
          loading={change.isPending}
          onClick={() =>
            change.mutate({ params: { id: plan.id }, body: { shift: { from: plan.today, days: 7 } } })
          }
        >
          <Trans>Push the rest back a week</Trans>
        </Button>
      }
    >
      <Trans>Don’t make up for them. Go on from here, or give yourself a week.</Trans>
    </Banner>
  );
}
