import { workoutCalls } from '@waymark/api-contract/client';
import { Trans, useLingui } from '@lingui/react/macro';
import { useCall } from '@waymark/remote';
import { LoadFailed, RelativeTime, Skeleton, Stack, Text } from '@waymark/ui';
import { CourseItem, CourseList } from './course-list.tsx';

const RECENT = 100;
const FIRST = 20;

interface WorkoutChoiceProps {
  /** The one that is being read. */
  reading: number | null;
  onChoose: (id: number) => void;
}

/** The member's latest workouts that have a track. */
export function WorkoutChoice({ reading, onChoose }: WorkoutChoiceProps) {
  const { t } = useLingui();
  const { data, error, refetch, isFetching } = useCall(workoutCalls.list, { query: { limit: RECENT } });
  if (error)
    return (
      <LoadFailed
        title={<Trans>Your workouts cannot be shown just now</Trans>}
        error={error}
        retry={refetch}
        busy={isFetching}
      />
    );
  if (!data) return <Skeleton height="160px" radius="8px" />;
  const tracks = data._embedded.workouts.filter(({ preview }) => preview.polyline !== null);
  if (tracks.length === 0)
    return (
      <Text muted>
        <Trans>None of your latest workouts has a track. Record one outdoors, or choose a file.</Trans>
      </Text>
    );
  return (
    <Stack gap={2}>
      <CourseList label={t`Your latest workouts with a track`}>
        {tracks.slice(0, FIRST).map(({ id, name, activity_group, start_datetime, aggregates }) => (
          <CourseItem
            key={id}
            group={activity_group}
            name={name}
            detail={<RelativeTime date={start_datetime} />}
            distance={aggregates.distance_total}
            reading={reading === id}
            onChoose={() => reading === null && onChoose(id)}
          />
        ))}
      </CourseList>
      {tracks.length > FIRST && (
        <Text muted size="sm">
          <Trans>The latest {FIRST} are shown.</Trans>
        </Text>
      )}
    </Stack>
  );
}
