import { useQuery } from '@tanstack/react-query';
import { statsCalls } from '@waymark/api-contract/client';
import { call, type ApiError } from '@waymark/contract';
import { createTrackSet, type TrackSet } from '@waymark/map';
import { callQuery, useSession } from '@waymark/remote';
import { unpackTracks, type TracksHeader } from '@waymark/streams';

export interface OwnTracks {
  header: TracksHeader;
  set: TrackSet;
}

/** The thinned tracks of all own workouts, newest first. The browser asks again each time and mostly hears that nothing changed. */
export function useOwnTracks() {
  const { userId } = useSession();
  const input = { params: { id: userId ?? 0 } };
  return useQuery<OwnTracks, ApiError | RangeError>({
    ...callQuery(statsCalls.heatMap, input),
    queryFn: async ({ signal }) => {
      const tracks = unpackTracks(await call(statsCalls.heatMap, { ...input, signal }));
      return { header: tracks.header, set: createTrackSet(tracks) };
    },
    enabled: userId !== null,
    structuralSharing: false,
  });
}
