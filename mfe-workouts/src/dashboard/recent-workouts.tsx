import type { ActivityGroupKey } from '@waymark/activities';
import type { WorkoutSummary } from '@waymark/api-contract';
import { Trans } from '@lingui/react/macro';
import { AppLink, useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { ActivityIcon, Box, Figure, Flex, Heading, RelativeTime, Text } from '@waymark/ui';
import { formatDistance, formatDuration } from '@waymark/units';
import { lazy, Suspense, useMemo } from 'react';
import { TrackSketch } from '../shared/track-sketch.tsx';

const ReplyCounts = lazy(async () => ({
  default: (await import(/* webpackChunkName: "reply-counts" */ '@waymark/social/reply-counts')).ReplyCounts,
}));

/** The newest workouts, one row each with a sketch of the course. */
export function RecentWorkouts({ workouts, own }: { workouts: readonly WorkoutSummary[]; own: boolean }) {
  const sharedIds = useMemo(
    () => workouts.filter(({ privacy }) => privacy !== 0).map(({ id }) => id),
    [workouts],
  );
  return (
    <Box as="section" aria-labelledby="recent">
      <Heading level={2} id="recent" mb={1} minH="var(--wm-height)" display="flex" alignItems="center">
        <Trans>Recent workouts</Trans>
      </Heading>
      {workouts.length === 0 && (
        <Text muted>
          <Trans>Nothing shared with you yet.</Trans>
        </Text>
      )}
      <Box as="ul" listStyleType="none" p={0} m={0}>
        {workouts.map((workout) => (
          <RecentRow key={workout.id} workout={workout} sharedIds={sharedIds} />
        ))}
      </Box>
      {own && workouts.length > 0 && (
        <Box borderTop="hairline" pt={3}>
          <AppLink href="/workouts/all">
            <Trans>All workouts</Trans>
          </AppLink>
        </Box>
      )}
    </Box>
  );
}

/** The name's link takes clicks anywhere in the row; the date keeps its tooltip where there is a mouse. */
const WHOLE_ROW = {
  '& [data-row]::after': { content: '""', position: 'absolute', inset: 0 },
  '@media (hover: hover)': { '& [data-tip]': { position: 'relative', zIndex: 1 } },
} as const;

interface RecentRowProps {
  workout: WorkoutSummary;
  /** Workouts of the list that others may see. */
  sharedIds: readonly number[];
}

function RecentRow({ workout, sharedIds }: RecentRowProps) {
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const {
    distance_total: meters,
    active_time_total: active,
    elapsed_time_total: elapsed,
  } = workout.aggregates;
  const distance = meters ? formatDistance(meters, system, { locale }) : null;
  const group = workout.activity_group as ActivityGroupKey;
  return (
    <Box as="li" borderTop="hairline" position="relative" py={3} _hover={{ bg: 'sunken' }} css={WHOLE_ROW}>
      <Flex columnGap={4} rowGap={1} align="center" wrap="wrap">
        <Box w="64px" h="44px" flex="none" display="grid" placeItems="center">
          {workout.preview.polyline ? (
            <TrackSketch polyline={workout.preview.polyline} width={64} height={44} stroke={1.75} />
          ) : (
            <ActivityIcon group={group} size={26} />
          )}
        </Box>
        <Box flex="1 1 8rem" minW={0}>
          <AppLink href={`/workout/${workout.id}`} data-row="">
            {workout.name}
          </AppLink>
          <Flex gap={2} align="center" color="muted" fontSize="sm" wrap="wrap">
            <ActivityIcon group={group} size={16} />
            <span>{workout.activity_name}</span>
            <span aria-hidden="true">·</span>
            <span data-tip="">
              <RelativeTime date={workout.start_datetime} />
            </span>
            {sharedIds.includes(workout.id) && (
              <Suspense>
                <ReplyCounts workoutIds={sharedIds} workoutId={workout.id} />
              </Suspense>
            )}
          </Flex>
        </Box>
        <Box textAlign="end" flex="none" ms="auto">
          {distance && <Figure {...distance} size="md" />}
          <Text muted size="sm" fontVariantNumeric="tabular-nums">
            {formatDuration(active ?? elapsed)}
          </Text>
        </Box>
      </Flex>
    </Box>
  );
}
