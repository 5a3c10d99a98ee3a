import { workoutCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useAfterPaint, useCall, useChunk, usePageTitle, useSession } from '@waymark/remote';
import { Box, Button, Grid, Heading, Link, Stack } from '@waymark/ui';
import { lazy, Suspense } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { keepPreviousData } from '@tanstack/react-query';
import { allWorkoutsPath } from '../shared/all-workouts-path.ts';
import { Hint } from '../shared/hint.tsx';
import { useAddressValue } from '../shared/use-address-value.ts';
import { MemberTabs } from '../stats/member-tabs.tsx';
import { Failed } from '../stats/failed.tsx';
import { DashboardSkeleton, GoalRingsSkeleton } from './dashboard-skeleton.tsx';
import { MonthCalendar } from './month-calendar.tsx';
import { RecentWorkouts } from './recent-workouts.tsx';
import { SampleNote } from './samples.tsx';
import { WeekPanel } from './week-panel.tsx';

// Needed once in a member's life, or of somebody else: a member's own dashboard does without them.
const FirstRun = lazy(() => import(/* webpackChunkName: "dashboard-more" */ './first-run.tsx'));
const Private = lazy(() => import(/* webpackChunkName: "dashboard-more" */ './private.tsx'));
const loadMore = () => import(/* webpackChunkName: "dashboard-more" */ './more-chunk.tsx');

const isMonth = (text: string) => /^(?:19|20|21)\d\d-(?:0[1-9]|1[0-2])$/.test(text);

/** A member's own dashboard, or what privacy allows of another's. */
export default function DashboardPage() {
  const { t } = useLingui();
  const { userId } = useParams();
  const session = useSession();
  const own = !userId || Number(userId) === session.userId;
  const [query] = useSearchParams();
  const onlyCalendar = !own && query.get('tab') === 'calendar';
  usePageTitle(onlyCalendar ? t`Calendar` : t`Dashboard`);
  const more = useChunk(loadMore, useAfterPaint() && !onlyCalendar);
  const [month, setMonth] = useAddressValue<string>('month', '', isMonth);
  const { data, error, refetch, isPlaceholderData } = useCall(
    workoutCalls.dashboard,
    { query: { user: own ? undefined : Number(userId), month: month || undefined } },
    { placeholderData: keepPreviousData },
  );

  return (
    <Stack gap={8} w="100%">
      <MemberTabs own={own} userId={userId ?? ''} current={onlyCalendar ? 'calendar' : 'dashboard'} />
      <Heading level={1} className="visually-hidden">
        {own ? (
          <Trans>Your dashboard</Trans>
        ) : onlyCalendar ? (
          <Trans>Calendar</Trans>
        ) : (
          <Trans>Dashboard</Trans>
        )}
      </Heading>
      {error &&
        !data &&
        (own || error.status !== 404 ? (
          <Failed title={<Trans>We couldn’t load your dashboard.</Trans>} error={error} retry={refetch} />
        ) : (
          <Suspense fallback={<DashboardSkeleton />}>
            <Private />
          </Suspense>
        ))}
      {!data && !error && <DashboardSkeleton />}
      {data && data.lifetime.count === 0 && own && (
        <Suspense fallback={<DashboardSkeleton />}>
          <FirstRun />
        </Suspense>
      )}
      {data && (data.lifetime.count > 0 || !own) && (
        <>
          {own && data.has_sample_data && <SampleNote />}
          {!onlyCalendar && <WeekPanel dashboard={data} own={own} />}
          {own && (
            <Hint name="all-workouts">
              <Trans>
                <Link href={allWorkoutsPath({})}>All workouts</Link>, also in the menu, finds any of yours by
                name, place, distance or gear.
              </Trans>
            </Hint>
          )}
          {!onlyCalendar &&
            (more.module ? (
              <more.module.GoalRings goals={data.goals} own={own} userId={userId ?? session.userId} />
            ) : (
              !more.failed && <GoalRingsSkeleton count={data.goals.length} own={own} />
            ))}
          <Grid
            templateColumns={{
              base: 'minmax(0, 1fr)',
              lg: onlyCalendar ? 'minmax(0, 1fr)' : 'minmax(0, 3fr) minmax(0, 2fr)',
            }}
            gap={{ base: 8, lg: 12 }}
            alignItems="start"
          >
            <Box opacity={isPlaceholderData ? 0.6 : 1} transition="opacity 150ms">
              <MonthCalendar dashboard={data} onMonth={setMonth} />
            </Box>
            {!onlyCalendar && (
              <Stack gap={8} minW={0}>
                <RecentWorkouts workouts={data.recent} own={own} />
                {more.module && (
                  <more.module.DashboardRecords
                    records={data.records}
                    group={data.records_group}
                    own={own}
                    userId={userId}
                  />
                )}
                {more.failed && (
                  <Button size="sm" onClick={more.retry}>
                    <Trans>Show the records</Trans>
                  </Button>
                )}
              </Stack>
            )}
          </Grid>
        </>
      )}
    </Stack>
  );
}
