import { useQuery } from '@tanstack/react-query';
import { http, type ApiError } from '@waymark/contract';
import { trackSet, type TrackSet } from '@waymark/map';
import { useSession } from '@waymark/remote';
import { unpackTracks, type TracksHeader } from '@waymark/streams';

export interface OwnTracks {
  header: TracksHeader;
  set: TrackSet;
}

/** The thinned tracks of all own workouts, newest first. The browser asks again each time and mostly hears that nothing changed. */
export function useOwnTracks() {
  const { userId } = useSession();
  return useQuery<OwnTracks, ApiError | RangeError>({
    queryKey: ['main', `/user_stats/${userId}/heat_map/`],
    queryFn: async ({ signal }) => {
      const tracks = unpackTracks(
        await http
          .service('main')
          .get<ArrayBuffer>(`/user_stats/${userId}/heat_map/`, { responseType: 'arraybuffer', signal }),
      );
      return { header: tracks.header, set: trackSet(tracks) };
    },
    enabled: userId !== null,
    structuralSharing: false,
  });
}
