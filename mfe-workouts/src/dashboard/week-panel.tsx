import type { Dashboard, GoalMetric, Totals } from '@waymark/api-contract';
import { Plural, Trans } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { Box, Button, Flex, Heading, PlusIcon, StatTile, Text, UploadIcon } from '@waymark/ui';
import { formatDistance, formatDuration, formatElevation } from '@waymark/units';
import type { ReactNode } from 'react';

/** This week in large figures, each against the week before. */
export function WeekPanel({ dashboard, own }: { dashboard: Dashboard; own: boolean }) {
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const { this: now, last } = dashboard.week;
  const distance = (t: Totals) => formatDistance(t.distance, system, { locale });
  const ascent = (t: Totals) => formatElevation(t.ascent, system, { locale });
  /** The target of the goal over all activities that this tile shows the progress of. */
  const goalOf = (metric: GoalMetric, format: (target: number) => string) => {
    const goal = dashboard.goals.find(
      ({ goal: { criteria } }) => criteria.activity_type_id === null && criteria.threshold.metric === metric,
    );
    return goal && format(goal.progress.target);
  };
  const distanceText = (meters: number) => {
    const { value, unit } = formatDistance(meters, system, { locale });
    return `${value} ${unit}`;
  };
  return (
    <Box as="section" aria-labelledby="this-week">
      <Flex justify="space-between" align="center" gap={4} wrap="wrap" mb={4}>
        <Heading level={2} id="this-week">
          <Trans>This week</Trans>
        </Heading>
        {own && (
          <Flex gap={2} wrap="wrap" flex={{ base: '1 1 100%', md: 'none' }}>
            <Button
              flex="1 1 auto"
              px={{ base: 2, md: 4 }}
              variant="primary"
              href="/workout/import"
              icon={<UploadIcon />}
            >
              <Trans>Upload a file</Trans>
            </Button>
            <Button
              flex="1 1 auto"
              px={{ base: 2, md: 4 }}
              href="/workout/create/"
              variant="outline"
              icon={<PlusIcon />}
            >
              <Trans>Log manually</Trans>
            </Button>
          </Flex>
        )}
      </Flex>
      <Box
        display="grid"
        gridTemplateColumns={{
          base: 'repeat(auto-fit, minmax(min(100%, 9rem), 1fr))',
          md: 'repeat(auto-fit, minmax(min(100%, 18rem), 1fr))',
          lg: 'repeat(4, minmax(max-content, 1fr))',
        }}
        gap={{ base: 4, md: 6 }}
        borderTop="hairline"
        pt={5}
      >
        <StatTile
          forceZero
          size="xl"
          label={<Trans>Distance</Trans>}
          {...distance(now)}
          note={<LastWeek value={distanceText(last.distance)} goal={goalOf('distance', distanceText)} />}
        />
        <StatTile
          forceZero
          size="xl"
          label={<Trans>Time</Trans>}
          value={formatDuration(now.duration)}
          note={<LastWeek value={formatDuration(last.duration)} goal={goalOf('duration', formatDuration)} />}
        />
        <StatTile
          forceZero
          size="xl"
          label={<Trans>Ascent</Trans>}
          {...ascent(now)}
          note={<LastWeek value={`${ascent(last).value} ${ascent(last).unit}`} />}
        />
        <StatTile
          forceZero
          size="xl"
          label={<Trans>Workouts</Trans>}
          value={String(now.count)}
          note={<LastWeek value={String(last.count)} goal={goalOf('count', String)} />}
        />
      </Box>
      {own && dashboard.streak_weeks > 1 && (
        <Text muted size="sm" mt={4}>
          <Plural
            value={dashboard.streak_weeks}
            one="# week in a row with a workout."
            other="# weeks in a row with a workout."
          />
        </Text>
      )}
    </Box>
  );
}

/** @param goal the weekly goal over all activities, where there is one */
function LastWeek({ value, goal }: { value: ReactNode; goal?: string | undefined }) {
  return (
    <>
      <Trans>{value} last week</Trans>
      {goal && (
        <>
          {' · '}
          <Trans>goal {goal}</Trans>
        </>
      )}
    </>
  );
}
