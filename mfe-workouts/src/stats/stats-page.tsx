import { Trans, useLingui } from '@lingui/react/macro';
import { ALL } from '@waymark/activities';
import { navigate } from '@waymark/contract';
import { useFirstDayOfWeek, usePageTitle } from '@waymark/remote';
import { Box, ChevronRightIcon, Flex, Link, Stack, Skeleton } from '@waymark/ui';
import { allWorkoutsPath } from '../shared/all-workouts-path.ts';
import { Hint } from '../shared/hint.tsx';
import { ByActivity } from './by-activity.tsx';
import { FilterBar } from './filter-bar.tsx';
import { INDEX_OF } from './filters.ts';
import { MemberTabs, useMember } from './member-tabs.tsx';
import { MetricTiles } from './metric-tiles.tsx';
import { Failed } from './failed.tsx';
import { NothingYet, PrivateProfile } from './not-shown.tsx';
import { SpanChart } from './span-chart.tsx';
import { SpanHeading } from './span-heading.tsx';
import { useFilters } from './use-filters.ts';
import { useStats } from './use-stats.ts';

/** The page's shape while it loads. */
function StatsSkeleton() {
  return (
    <Stack gap={8}>
      <Skeleton height="44px" width="min(320px, 70%)" />
      <Box display="grid" gridTemplateColumns={{ base: '1fr 1fr', lg: 'repeat(5, 1fr)' }} gap={6}>
        {['distance', 'time', 'ascent', 'energy', 'count'].map((tile) => (
          <Skeleton key={tile} height="104px" />
        ))}
      </Box>
      <Skeleton height="290px" />
      <Skeleton height="160px" />
    </Stack>
  );
}

/** A week, month or year of a member against the one before. `bare` is the page inside an app: no ways elsewhere. */
export default function StatsPage({ bare = false }: { bare?: boolean }) {
  const { t } = useLingui();
  usePageTitle(t`Stats`);
  const { id, own } = useMember();
  const weekStart = useFirstDayOfWeek();
  const [filters, change] = useFilters();
  const { data, error, refetch, isFetching, isPlaceholderData } = useStats(id, filters);
  const index = INDEX_OF[filters.period];
  const missing = error?.status === 404;
  const none = own && (missing || (data?.first_day === null && filters.activityTypes.includes(ALL)));
  const refused = missing && !own;
  return (
    <Stack gap={{ base: 6, md: 8 }} w="100%">
      {!bare && <MemberTabs own={own} userId={id} current="stats" />}
      {none && (
        <NothingYet>
          <Trans>Compare weeks, months and years here once you have a workout.</Trans>
        </NothingYet>
      )}
      {refused && <PrivateProfile />}
      {!none && !refused && (
        <>
          <FilterBar filters={filters} weekStart={weekStart} onChange={change} />
          {error && (
            <Failed
              title={<Trans>We couldn’t load these figures.</Trans>}
              error={error}
              retry={refetch}
              busy={isFetching}
            />
          )}
          {!data && !error && <StatsSkeleton />}
          {data && (!error || isPlaceholderData) && (
            <Stack gap={{ base: 6, md: 8 }} opacity={isPlaceholderData ? 0.6 : 1} transition="opacity 150ms">
              <SpanHeading
                stats={data}
                index={filters[index]}
                onIndex={(back) => change({ [index]: back })}
              />
              <MetricTiles stats={data} value={filters.show} onChange={(show) => change({ show })} />
              {own && !bare && (
                <Hint name="open-bar">
                  <Trans>Press a bar to see its workouts.</Trans>
                </Hint>
              )}
              <SpanChart
                stats={data}
                show={filters.show}
                onOpen={
                  own && !bare
                    ? (days) => navigate(allWorkoutsPath({ ...days, activityTypes: filters.activityTypes }))
                    : undefined
                }
              />
              <ByActivity stats={data} show={filters.show} own={own && !bare} />
              {!bare && <ToLifetime own={own} id={id} />}
            </Stack>
          )}
        </>
      )}
    </Stack>
  );
}

function ToLifetime({ own, id }: { own: boolean; id: number }) {
  return (
    <Box borderTop="hairline" pt={4}>
      <Link href={`/workouts/dashboard/lifetime${own ? '' : `?user=${id}`}`}>
        <Flex as="span" display="inline-flex" align="center" gap={1}>
          <Trans>All years, records, best efforts and training load</Trans>
          <ChevronRightIcon size={18} />
        </Flex>
      </Link>
    </Box>
  );
}
