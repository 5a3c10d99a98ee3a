import { useLingui } from '@lingui/react/macro';
import { createTracksMap, type ColouredTrack, type LngLat } from '@waymark/map';
import { MISSING, pauseEnds, type Streams } from '@waymark/streams';
import { Box } from '@waymark/ui';
import { useEffect, useRef, useState } from 'react';
import type { Laid } from './grid.ts';
import { LINE_STYLES } from './line-styles.tsx';
import type { PlaceCursor } from './grid.ts';
import { MapFailed, useBaseMapOptions } from '../shared/base-map-options.tsx';
import { MapButtons } from '../shared/map-buttons.tsx';

/** A workout with a track; `at` is its place in the comparison, and so its colour. */
export interface Tracked {
  at: number;
  streams: Streams;
  laid: Laid | null;
}

const placeOf = ({ columns: { lat, lng } }: Streams, i: number): LngLat | null =>
  i >= 0 && lat && lng && lat[i] !== MISSING && lng[i] !== MISSING ? [lng[i]! / 1e7, lat[i]! / 1e7] : null;

/** The tracks over one another, with a dot where each was when it had come as far as the cursor. */
export function CompareMap({ tracks, cursor }: { tracks: readonly Tracked[]; cursor: PlaceCursor }) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<ReturnType<typeof createTracksMap>>();
  const { mapOptions, mapTypes, failed, retry } = useBaseMapOptions();
  const label = t`Map of the workouts. Its legend is the table of figures.`;

  useEffect(() => {
    const made = createTracksMap(box.current!, { ...mapOptions, label });
    setMap(made);
    return () => made.destroy();
  }, [mapOptions, label]);

  useEffect(() => {
    if (!map) return;
    map.setTracks(
      tracks.map(({ at, streams }): ColouredTrack => ({
        ...LINE_STYLES[at]!,
        points: Array.from({ length: streams.n }, (_, i) => placeOf(streams, i)),
        breaks: pauseEnds(streams),
      })),
    );
    const follow = () => {
      const place = cursor.get();
      map.setCursors(
        tracks.map(({ streams, laid }) =>
          place === null || !laid ? null : placeOf(streams, laid.sample[place]!),
        ),
      );
    };
    follow();
    return cursor.subscribe(follow);
  }, [map, tracks, cursor]);

  return (
    <Box position="relative" h={{ base: '300px', md: '380px' }} borderRadius="md" overflow="hidden">
      <Box ref={box} position="absolute" inset={0} />
      {failed && <MapFailed onRetry={retry} />}
      <MapButtons map={map} mapTypes={mapTypes} fitLabel={t`Show all tracks`} onFit={() => map?.fit()} />
    </Box>
  );
}
