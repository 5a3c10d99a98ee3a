import type { Workout } from '@waymark/api-contract';
import { useQueries } from '@tanstack/react-query';
import { http, type ApiError } from '@waymark/contract';
import { useSession } from '@waymark/remote';
import { unpackStreams, type Streams } from '@waymark/streams';

/** A workout of the comparison; `streams` is null where there is no recording, undefined until it is there. */
export interface Compared {
  id: number;
  workout: Workout | undefined;
  streams: Streams | null | undefined;
  error: ApiError | null;
  retry: () => void;
}

/** The workouts and their recordings, under the keys that the workout's own page uses. */
export function useCompared(ids: readonly number[]): Compared[] {
  const known = useSession().status !== 'loading';
  const main = http.service('main');
  const workouts = useQueries({
    queries: ids.map((id) => ({
      queryKey: ['main', `/workout/${id}/`],
      queryFn: ({ signal }: { signal: AbortSignal }) => main.get<Workout>(`/workout/${id}/`, { signal }),
      enabled: known,
    })),
  });
  const recordings = useQueries({
    queries: ids.map((id, i) => ({
      queryKey: ['main', `/workout/${id}/streams/`],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        unpackStreams(
          await main.get<ArrayBuffer>(`/workout/${id}/streams/`, { responseType: 'arraybuffer', signal }),
        ),
      enabled: known && workouts[i]!.data?.has_time_series === true,
      staleTime: Number.POSITIVE_INFINITY,
      structuralSharing: false,
    })),
  });
  return ids.map((id, i) => {
    const [workout, recording] = [workouts[i]!, recordings[i]!];
    return {
      id,
      workout: workout.data,
      streams: workout.data?.has_time_series === false ? null : recording.data,
      error: (workout.error ?? recording.error) as ApiError | null,
      retry: () => void (workout.isError ? workout.refetch() : recording.refetch()),
    };
  });
}
