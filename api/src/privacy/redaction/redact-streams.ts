import { MISSING, type StreamKind, type Streams } from '../../files/types.ts';
import { type HiddenAreas, isHidden, isHiddenBetween } from './hidden-areas.ts';
import { vectorOf } from './sphere.ts';

/** What stands on the clock where a part in the middle was left out, however long it took. */
const PAUSE_MS = 10_000;

/** A part that others see: samples `from` to `to` (excluded), and where it begins on their clock. Milliseconds. */
export interface VisiblePart {
  from: number;
  to: number;
  startsAt: number;
  endsAt: number;
  shownAt: number;
}

export interface VisibleStreams {
  streams: Streams;
  /** Null when all of it is visible. */
  parts: VisiblePart[] | null;
}

/** Columns that count on from the start. */
const COUNTED: ReadonlySet<StreamKind> = new Set(['time', 'timer', 'distance']);

/**
 * A recording as others see it. Samples in hidden areas are left out, none is put in at the edge; time, timer and
 * distance begin at 0 after a hidden start, and a hidden middle is a pause of always the same length. A track that
 * is hidden altogether leaves nothing: how long it is would tell how far the next one's start is from its own.
 *
 * How much was left out is a distance from the edge to where the member's way begins: of a few ways out of one home
 * it finds the home. So nothing that others are told may go on before the first visible sample or after the last
 * one: no axis here, and no figure, total, record or curve elsewhere (`shownOf` makes those from these streams).
 */
export function hideStreams(streams: Streams, areas: HiddenAreas): VisibleStreams {
  const { lat, lng } = streams.columns;
  if (!lat || !lng || areas.circles.length === 0) return { streams, parts: null };
  const found = visibleRuns(streams.n, lat, lng, areas);
  if (found.whole) return { streams, parts: null };
  if (found.places < 2) return { streams: { n: 0, columns: {} }, parts: [] };
  const parts = clocked(streams, found.runs);
  const n = parts.reduce((sum, { from, to }) => sum + to - from, 0);
  const shown: Streams = { n, columns: {} };
  for (const [kind, column] of Object.entries(streams.columns) as [StreamKind, Int32Array][]) {
    shown.columns[kind] = COUNTED.has(kind) ? countedAnew(column, parts, n, kind) : joined(column, parts, n);
  }
  // The step that ends at the first sample of a part began where nobody is to look.
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
 * Samples without a position go with their neighbours: with a hidden one on either side they are hidden too.
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
      // A short way between two places that are far from every zone: the rule by far, so it has to be cheap.
      const calm =
        !isClose &&
        !lastClose &&
        Math.abs(lat[i]! - lat[last]!) < MARGIN &&
        Math.abs(lng[i]! - lng[last]!) < MARGIN;
      if (lastVisible && !calm && isHiddenBetween(areas, placeAt(last), placeAt(i))) close(last + 1);
      // What came before the first position belongs to it.
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

/** A box around a circle with some room, in the units of the columns. */
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

function clocked({ columns: { time } }: Streams, runs: Runs['runs']): VisiblePart[] {
  let clock = -PAUSE_MS;
  return runs.map(({ from, to }) => {
    const [startsAt, endsAt] = [time?.[from] ?? 0, time?.[to - 1] ?? 0];
    const shownAt = clock + PAUSE_MS;
    clock = shownAt + endsAt - startsAt;
    return { from, to, startsAt, endsAt, shownAt };
  });
}

function joined(column: Int32Array, parts: readonly VisiblePart[], n: number): Int32Array {
  const shown = new Int32Array(n);
  let at = 0;
  for (const { from, to } of parts) {
    shown.set(column.subarray(from, to), at);
    at += to - from;
  }
  return shown;
}

/** Only time passes in a hidden middle: the timer and the distance stand still. */
function countedAnew(
  column: Int32Array,
  parts: readonly VisiblePart[],
  n: number,
  kind: StreamKind,
): Int32Array {
  const shown = joined(column, parts, n);
  let at = 0;
  let reached = 0;
  for (const { from, to, shownAt } of parts) {
    const end = at + to - from;
    let first = at;
    while (first < end && shown[first] === MISSING) first++;
    const by = (kind === 'time' ? shownAt : reached) - (shown[first] ?? 0);
    for (; at < end; at++) {
      if (shown[at] === MISSING) continue;
      shown[at]! += by;
      reached = shown[at]!;
    }
  }
  return shown;
}
