import { useQuery } from '@tanstack/react-query';
import { workoutCalls } from '@waymark/api-contract/client';
import { call, type ApiError } from '@waymark/contract';
import { callQuery } from '@waymark/remote';
import { unpackStreams, type Streams } from '@waymark/streams';
import { takeStreams, type EarlyRecording } from './early-recording.ts';

/** The columns of a workout's recording. They never change, so they are asked for once. */
export function useRecording(id: number, enabled: boolean, early?: EarlyRecording) {
  const input = { params: { id } };
  return useQuery<Streams, ApiError | RangeError>({
    ...callQuery(workoutCalls.streams, input),
    queryFn: async ({ signal }) =>
      (await takeStreams(early)) ?? unpackStreams(await call(workoutCalls.streams, { ...input, signal })),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}
