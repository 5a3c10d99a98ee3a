import { useQuery } from '@tanstack/react-query';
import { http, type ApiError } from '@waymark/contract';
import { unpackStreams, type Streams } from '@waymark/streams';
import { takeStreams, type EarlyRecording } from './early-recording.ts';

/** The columns of a workout's recording. They never change, so they are asked for once. */
export function useRecording(id: number, enabled: boolean, early?: EarlyRecording) {
  return useQuery<Streams, ApiError | RangeError>({
    queryKey: ['main', `/workout/${id}/streams/`],
    queryFn: async ({ signal }) =>
      (await takeStreams(early)) ??
      unpackStreams(
        await http
          .service('main')
          .get<ArrayBuffer>(`/workout/${id}/streams/`, { responseType: 'arraybuffer', signal }),
      ),
    enabled,
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  });
}
