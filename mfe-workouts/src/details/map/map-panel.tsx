import { useLingui } from '@lingui/react/macro';
import { createTrackMap, type LngLat, type TrackMap } from '@waymark/map';
import { decodePreview, MISSING, pauseEnds, type Streams } from '@waymark/streams';
import { useChunk, useMeasurementSystem } from '@waymark/remote';
import { Box } from '@waymark/ui';
import { convert, unitsOf } from '@waymark/units';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { RecordingSelection, Part } from '../selection/recording-selection.ts';
import { MapFailed, useBaseMapOptions } from '../../shared/base-map-options.tsx';
import { MapButtons } from '../../shared/map-buttons.tsx';

// The track is drawn first.
const loadColors = () => import(/* webpackChunkName: "analysis" */ './track-colors.tsx');

const SPACINGS = [1, 2, 5, 10, 25, 50, 100];
const MOST_MARKS = 20;

/** The sample at each full kilometre or mile, or at every fifth of a long course. @param unit metres of one */
export function distanceMarks(
  { n, columns: { distance } }: Streams,
  unit: number,
): { index: number; text: string }[] {
  if (!distance || n === 0) return [];
  const total = (distance[n - 1]! - distance[0]!) / 100 / unit;
  const spacing = SPACINGS.find((each) => total / each <= MOST_MARKS) ?? SPACINGS.at(-1)!;
  const marks: { index: number; text: string }[] = [];
  let next = spacing;
  for (let i = 0; i < n; i++) {
    if ((distance[i]! - distance[0]!) / 100 < next * unit) continue;
    marks.push({ index: i, text: String(next) });
    next += spacing;
  }
  return marks;
}

interface MapPanelProps {
  /** The preview's line, drawn until the recording is there. */
  polyline: string;
  streams: Streams | undefined;
  /** Key of the activity's group; with it the track can be colored by what was recorded. */
  group?: string | undefined;
  selection: RecordingSelection;
  label: string;
  /** The parts that an edit would leave; the rest is dimmed. */
  kept?: readonly Part[] | undefined;
  /** A point of the track was clicked or tapped. */
  onPick?: ((index: number) => void) | undefined;
}

/** The track on a map. Pointer and selected part are shared with the chart through `focus`. */
export function MapPanel({ polyline, streams, group, selection, label, kept, onPick }: MapPanelProps) {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const box = useRef<HTMLDivElement>(null);
  const [map, setMap] = useState<TrackMap>();
  const { mapOptions, mapTypes, failed, retry } = useBaseMapOptions();
  const exact = useRef(false);
  const pick = useRef(onPick);
  useEffect(() => {
    pick.current = onPick;
  }, [onPick]);

  useEffect(() => {
    const made = createTrackMap(box.current!, {
      ...mapOptions,
      label,
      onHover: (index) => {
        // The preview's points are others than the recording's.
        if (exact.current) selection.patch({ cursor: index });
      },
      onPick: (index) => exact.current && pick.current?.(index),
    });
    setMap(made);
    return () => made.destroy();
  }, [mapOptions, selection, label]);

  useEffect(() => {
    if (!map) return;
    exact.current = streams !== undefined;
    if (streams) {
      map.setTrack(placesOf(streams), pauseEnds(streams));
      map.setMarks(distanceMarks(streams, convert(1, unitsOf(system).distance, 'm')));
    } else {
      const { points, breaks } = decodePreview(polyline);
      map.setTrack(points, breaks);
    }
    if (!streams) return;
    let shown: Part | null = null;
    let at: number | null = null;
    let frame = 0;
    const follow = () => {
      frame = 0;
      const { cursor, part, hoveredPart: hint } = selection.get();
      if (cursor !== at) map.setCursor((at = cursor));
      const emphasised = hint ?? part;
      if (emphasised === shown) return;
      shown = emphasised;
      map.setRange(shown && { from: Math.round(shown.from), to: Math.round(shown.to) });
    };
    follow();
    // Along with the chart's cursor: in between, the browser would have to style the page for the next event.
    const end = selection.subscribe(() => {
      frame ||= requestAnimationFrame(follow);
    });
    return () => {
      end();
      cancelAnimationFrame(frame);
    };
  }, [map, streams, polyline, selection, system]);

  useEffect(() => {
    if (streams) map?.setKept(kept ?? null);
  }, [map, streams, kept]);

  const { module: colors } = useChunk(loadColors, streams !== undefined && group !== undefined);
  const buttons = (more?: ReactNode) => (
    <MapButtons
      map={map}
      mapTypes={mapTypes}
      fitLabel={t`Show the whole track`}
      onFit={() => map?.fit()}
      more={more}
    />
  );
  return (
    <>
      <Box ref={box} position="absolute" inset={0} />
      {failed && <MapFailed onRetry={retry} />}
      {map && streams && group !== undefined && colors ? (
        <colors.TrackColoring map={map} streams={streams} group={group}>
          {buttons}
        </colors.TrackColoring>
      ) : (
        buttons()
      )}
    </>
  );
}

/** The position of each sample, null where it has none. */
function placesOf({ n, columns: { lat, lng } }: Streams): (LngLat | null)[] {
  const places: (LngLat | null)[] = [];
  for (let i = 0; i < n; i++) {
    const known = lat && lng && lat[i] !== MISSING && lng[i] !== MISSING;
    places.push(known ? [lng[i]! / 1e7, lat[i]! / 1e7] : null);
  }
  return places;
}
