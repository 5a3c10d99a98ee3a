import type { Workout } from '@waymark/api-contract';
import { workoutCalls } from '@waymark/api-contract/client';
import type { ApiError } from '@waymark/contract';
import { useCall } from '@waymark/remote';
import type { Streams } from '@waymark/streams';
import { useRecording } from '../details/recording/use-recording.tsx';

/** A workout of the comparison; `streams` is null where there is no recording, undefined until it is there. */
export interface Compared {
  id: number;
  workout: Workout | undefined;
  streams: Streams | null | undefined;
  error: ApiError | null;
  retry: () => void;
}

/** Asks under the keys that the workout's own page uses. */
function useOne(id = 0): Compared {
  const workout = useCall(workoutCalls.one, { params: { id } }, { enabled: id > 0 });
  const recording = useRecording(id, workout.data?.has_time_series === true);
  return {
    id,
    workout: workout.data,
    streams: workout.data?.has_time_series === false ? null : recording.data,
    error: (workout.error ?? recording.error) as ApiError | null,
    retry: () => void (workout.isError ? workout.refetch() : recording.refetch()),
  };
}

/** The workouts and their recordings; as many hooks as there can be workouts, those without one ask nothing. */
export function useCompared([a, b, c, d, e]: readonly number[]): Compared[] {
  const all = [useOne(a), useOne(b), useOne(c), useOne(d), useOne(e)];
  return all.filter(({ id }) => id > 0);
}
