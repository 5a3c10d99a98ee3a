import { MISSING, type StreamKind, type Streams } from '../../../recordings/model/parsed-workout.ts';
import { type HiddenAreas, isHidden, isHiddenBetween } from './hidden-areas.ts';
import { vectorOf } from './sphere.ts';

/** Every redacted part in the middle becomes a pause of this length, however long it took. */
const PAUSE_MS = 10_000;

/** A visible part: samples `from` to `to` (exclusive), and where it begins on the clock of other viewers. Milliseconds. */
export interface VisiblePart {
  from: number;
  to: number;
  startsAt: number;
  endsAt: number;
  viewerStartsAt: number;
}

export interface VisibleStreams {
  streams: Streams;
  /** Null when everything is visible. */
  parts: VisiblePart[] | null;
}

/** Columns that accumulate from the start. */
const COUNTED: ReadonlySet<StreamKind> = new Set(['time', 'timer', 'distance']);

/**
 * A recording for other viewers. Samples in hidden areas are left out and none is interpolated at the edge. Time, timer
 * and distance begin at 0 after a hidden start; a hidden middle becomes a pause of constant length. Nothing remains of
 * a track that is completely hidden: its length would disclose how far apart its ends are.
 *
 * How much was left out is the distance from the edge of the area to the start: with a few tracks from one home it
 * locates the home. So nothing that other viewers get may cover more than the visible samples: no axis here, and no
 * figure, total, record or curve elsewhere (`redactWorkout` computes those from these streams).
 */
export function redactStreams(streams: Streams, areas: HiddenAreas): VisibleStreams {
  const { lat, lng } = streams.columns;
  if (!lat || !lng || areas.circles.length === 0) return { streams, parts: null };
  const found = visibleRuns(streams.n, lat, lng, areas);
  if (found.whole) return { streams, parts: null };
  if (found.places < 2) return { streams: { n: 0, columns: {} }, parts: [] };
  const parts = withViewerClock(streams, found.runs);
  const n = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  const shown: Streams = { n, columns: {} };
  for (const [kind, column] of Object.entries(streams.columns) as [StreamKind, Int32Array][]) {
    shown.columns[kind] = COUNTED.has(kind)
      ? recountParts(column, parts, n, kind)
      : joinParts(column, parts, n);
  }
  // The step to the first sample of a part began in a hidden area.
  const { moving } = shown.columns;
  let at = 0;
  for (const { from, to } of parts) {
    if (moving) moving[at] = 0;
    at += to - from;
  }
  return { streams: shown, parts };
}

interface Runs {
  runs: { from: number; to: number }[];
  /** Visible samples that have a position. */
  places: number;
  whole: boolean;
}

/**
 * Samples without a position are hidden when a neighbour on either side is.
 */
function visibleRuns(n: number, lat: Int32Array, lng: Int32Array, areas: HiddenAreas): Runs {
  const runs: Runs['runs'] = [];
  const windows = windowsOf(areas);
  const placeAt = (i: number) => vectorOf(lat[i]! / 1e7, lng[i]! / 1e7);
  let places = 0;
  /** The last sample with a position. */
  let last = -1;
  let lastVisible = false;
  let lastClose = false;
  let open = -1;
  const close = (to: number) => {
    if (open >= 0 && to > open) runs.push({ from: open, to });
    open = -1;
  };
  for (let i = 0; i < n; i++) {
    if (lat[i] === MISSING || lng[i] === MISSING) continue;
    const isClose = isInWindow(windows, lat[i]!, lng[i]!);
    if (isClose && isHidden(areas, placeAt(i))) {
      close(last + 1);
      lastVisible = false;
    } else {
      // A short step far from every zone is by far the most frequent case, so it has to be cheap.
      const isFarStep =
        !isClose &&
        !lastClose &&
        Math.abs(lat[i]! - lat[last]!) < MARGIN &&
        Math.abs(lng[i]! - lng[last]!) < MARGIN;
      if (lastVisible && !isFarStep && isHiddenBetween(areas, placeAt(last), placeAt(i))) close(last + 1);
      // Samples before the first position go with it.
      if (open < 0) open = last < 0 ? 0 : i;
      lastVisible = true;
      places++;
    }
    last = i;
    lastClose = isClose;
  }
  close(n);
  return { runs, places, whole: last < 0 || (runs.length === 1 && runs[0]!.from === 0 && runs[0]!.to === n) };
}

/** A box around a circle with a margin, in the units of the columns. */
interface Window {
  lat: number;
  lng: number;
  high: number;
  wide: number;
}

/** 0.02 degrees: longer than any step of a recording that has no gap. */
const MARGIN = 200_000;
const TURN = 3.6e9;
const METERS_PER_DEGREE = 111_000;

const windowsOf = ({ circles }: HiddenAreas): Window[] =>
  circles.map(({ lat, lng, radius }) => {
    const high = (radius / METERS_PER_DEGREE) * 1e7 + MARGIN;
    const furthest = Math.min(90, Math.abs(lat) + high / 1e7);
    const shrink = Math.cos((furthest * Math.PI) / 180);
    // Near a pole every longitude is close.
    const wide = shrink < 0.01 ? TURN : high / shrink + MARGIN;
    return { lat: lat * 1e7, lng: lng * 1e7, high, wide };
  });

function isInWindow(windows: readonly Window[], lat: number, lng: number): boolean {
  for (const window of windows) {
    if (Math.abs(lat - window.lat) > window.high) continue;
    const apart = Math.abs(lng - window.lng);
    if (apart <= window.wide || TURN - apart <= window.wide) return true;
  }
  return false;
}

function withViewerClock({ columns: { time } }: Streams, runs: Runs['runs']): VisiblePart[] {
  let clock = -PAUSE_MS;
  return runs.map(({ from, to }) => {
    const [startsAt, endsAt] = [time?.[from] ?? 0, time?.[to - 1] ?? 0];
    const viewerStartsAt = clock + PAUSE_MS;
    clock = viewerStartsAt + endsAt - startsAt;
    return { from, to, startsAt, endsAt, viewerStartsAt };
  });
}

function joinParts(column: Int32Array, parts: readonly VisiblePart[], n: number): Int32Array {
  const shown = new Int32Array(n);
  let at = 0;
  for (const { from, to } of parts) {
    shown.set(column.subarray(from, to), at);
    at += to - from;
  }
  return shown;
}

/** In a hidden middle only time advances; timer and distance do not. */
function recountParts(
  column: Int32Array,
  parts: readonly VisiblePart[],
  n: number,
  kind: StreamKind,
): Int32Array {
  const shown = joinParts(column, parts, n);
  let at = 0;
  let reached = 0;
  for (const { from, to, viewerStartsAt } of parts) {
    const end = at + to - from;
    let first = at;
    while (first < end && shown[first] === MISSING) first++;
    const by = (kind === 'time' ? viewerStartsAt : reached) - (shown[first] ?? 0);
    for (; at < end; at++) {
      if (shown[at] === MISSING) continue;
      shown[at]! += by;
      reached = shown[at]!;
    }
  }
  return shown;
}
