import type { Workout, WorkoutSummary } from '@waymark/api-contract';
import { workoutCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall } from '@waymark/remote';
import { Box, Checkbox, Flex, LoadFailed, SkeletonText, Stack, Text } from '@waymark/ui';
import { TrackSketch } from '../shared/track-sketch.tsx';
import { WorkoutLine } from '../shared/workout-line.tsx';
import { BeforeAfter } from './before-after.tsx';
import { figuresOfMerged } from './preview-figures.ts';

const DAY_MS = 86_400_000;
const MOST = 100;

interface MergePanelProps {
  workout: Workout;
  chosen: readonly WorkoutSummary[];
  hint: string;
  onChange: (chosen: readonly WorkoutSummary[]) => void;
}

/** The workouts before and after this one, to be made one with it. */
export function MergePanel({ workout, chosen, hint, onChange }: MergePanelProps) {
  const { t } = useLingui();
  const [start, end] = spanOf(workout);
  const { data, error, refetch } = useCall(workoutCalls.list, {
    query: {
      started_after: new Date(start - 2 * DAY_MS).toISOString(),
      started_before: new Date(end + 2 * DAY_MS).toISOString(),
      order_by: 'start_datetime',
      limit: MOST,
    },
  });
  if (error)
    return (
      <LoadFailed
        title={<Trans>We couldn’t load your other workouts.</Trans>}
        error={error}
        retry={refetch}
      />
    );
  if (!data) return <SkeletonText lines={6} />;
  const near = data._embedded.workouts.filter(
    (one) => one.id !== workout.id && one.has_time_series && one.leg_count === 0,
  );
  const toggle = (one: WorkoutSummary, on: boolean) =>
    onChange(on ? [...chosen, one] : chosen.filter(({ id }) => id !== one.id));
  return (
    <Stack gap={5}>
      <Text color="muted">{hint}</Text>
      {near.length === 0 ? (
        <Text>
          <Trans>You recorded nothing else within two days of this workout.</Trans>
        </Text>
      ) : (
        <Box as="ul" p={0} m={0} listStyleType="none" borderBottom="hairline">
          {near.map((one) => (
            <Candidate
              key={one.id}
              one={one}
              reason={reasonOf(workout, one)}
              checked={chosen.some(({ id }) => id === one.id)}
              onChange={(on) => toggle(one, on)}
            />
          ))}
        </Box>
      )}
      {chosen.length > 0 && (
        <Box as="section" aria-label={t`Preview`} maxW="640px">
          <BeforeAfter workout={workout} made={[figuresOfMerged([workout, ...chosen])]} />
        </Box>
      )}
    </Stack>
  );
}

function spanOf({ start_datetime, aggregates }: WorkoutSummary): [number, number] {
  const start = Date.parse(start_datetime);
  return [start, start + (aggregates.elapsed_time_total ?? 0) * 1000];
}

type Reason = 'activity' | 'overlap' | null;

/** Why the server would not take it. */
function reasonOf(workout: WorkoutSummary, other: WorkoutSummary): Reason {
  if (other.activity_group !== workout.activity_group) return 'activity';
  const [a, b] = [spanOf(workout), spanOf(other)];
  return Math.min(a[1], b[1]) > Math.max(a[0], b[0]) ? 'overlap' : null;
}

interface CandidateProps {
  one: WorkoutSummary;
  reason: Reason;
  checked: boolean;
  onChange: (on: boolean) => void;
}

function Candidate({ one, reason, checked, onChange }: CandidateProps) {
  return (
    <Flex as="li" gap={4} align="center" borderTop="hairline" py={2}>
      <Box flex="1 1 auto" minW={0}>
        <Checkbox
          checked={checked}
          disabled={reason !== null}
          onChange={onChange}
          label={
            <Box as="span" fontWeight={600} overflowWrap="anywhere">
              {one.name}
            </Box>
          }
        />
        <Box fontSize="sm" color="muted">
          <WorkoutLine workout={one} />
          {reason === 'activity' && <Trans>Different activity, so it can’t be merged.</Trans>}
          {reason === 'overlap' && <Trans>Recorded at the same time, so it can’t be merged.</Trans>}
        </Box>
      </Box>
      {one.preview.polyline && <TrackSketch polyline={one.preview.polyline} width={56} height={40} />}
    </Flex>
  );
}
