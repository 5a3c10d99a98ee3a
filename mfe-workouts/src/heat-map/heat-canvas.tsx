import { useLingui } from '@lingui/react/macro';
import { createHeatMap, lngLatOf, type HeatMap, type TrackMask } from '@waymark/map';
import { LazyMapStreetsHint } from '@waymark/remote/map-streets-hint';
import { Box } from '@waymark/ui';
import { useEffect, useEffectEvent, useRef, useState, type KeyboardEvent } from 'react';
import { MapFailed, useBaseMapOptions } from '../shared/base-map-options.tsx';
import type { OwnTracks } from '../shared/own-tracks.ts';
import { MapButtons } from '../shared/map-buttons.tsx';

const STEP = 80;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

export interface HeatCanvasProps {
  tracks: OwnTracks;
  shown: TrackMask;
  /** Indices of the tracks at a spot that was chosen, in view, and the count of the busiest spot. */
  onTap: (tracks: number[]) => void;
  onView: (tracks: number[]) => void;
  onScale: (most: number) => void;
}

/** The map itself. Arrows move it, plus and minus zoom, Enter takes its middle as a tap does. */
export function HeatCanvas({ tracks, shown, ...told }: HeatCanvasProps) {
  const { t } = useLingui();
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<HeatMap>();
  const { mapOptions, mapTypes, failed, retry } = useBaseMapOptions();
  const [keys, setKeys] = useState(false);
  const label = t`Map of your tracks. Arrow keys move it, plus and minus zoom, Enter lists the workouts in its middle.`;
  const tap = useEffectEvent(told.onTap);
  const view = useEffectEvent(told.onView);
  const scale = useEffectEvent(told.onScale);

  useEffect(() => {
    const made = createHeatMap(box.current!, {
      ...mapOptions,
      label,
      onTap: (found) => tap(found),
      onView: (found) => view(found),
      onScale: (most) => scale(most),
    });
    setMap(made);
    return () => made.destroy();
  }, [mapOptions, label]);
  useEffect(() => map?.setTracks(tracks.set), [map, tracks]);
  useEffect(() => map?.setShown(shown), [map, shown]);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step) map?.pan(...step);
    else if (event.key === '+' || event.key === '=') map?.zoom(1);
    else if (event.key === '-') map?.zoom(-1);
    else if (event.key === 'Enter') map?.tapMiddle();
    else return;
    event.preventDefault();
    setKeys(true);
  };
  return (
    <>
      <Box
        ref={box}
        position="absolute"
        inset={0}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={() => setKeys(false)}
        onBlur={() => setKeys(false)}
        css={{ '&:focus-visible': { outline: '3px solid var(--wm-focus)', outlineOffset: '-3px' } }}
      />
      {keys && (
        <Box
          aria-hidden="true"
          position="absolute"
          left="50%"
          top="50%"
          w="20px"
          h="20px"
          m="-10px"
          border="2px solid var(--wm-sky)"
          borderRadius="50%"
          pointerEvents="none"
        />
      )}
      {failed && <MapFailed onRetry={retry} />}
      <MapButtons
        map={map}
        mapTypes={mapTypes}
        fitLabel={t`Where you go most often`}
        onFit={() => map?.fit()}
      />
      {map && tracks.set.x.length > 0 && (
        <LazyMapStreetsHint place={lngLatOf(tracks.set.x[0]!, tracks.set.y[0]!)} />
      )}
    </>
  );
}
