import { rangeOf } from '@waymark/streams';
import {
  MISSING,
  type ParsedWorkout,
  type FigureRange,
  type StreamKind,
  type Streams,
  type RecordedFigures,
} from '../model/parsed-workout.ts';

/** Cadence means another thing in each sport, so a parent has none. */
const KINDS: StreamKind[] = [
  'lat',
  'lng',
  'altitude',
  'heartrate',
  'power',
  'speed',
  'temperature',
  'moving',
];

function sumFigure(
  legs: ParsedWorkout[],
  figure: (summary: RecordedFigures) => number | null,
): number | null {
  const values = legs.map((leg) => figure(leg.summary)).filter((value) => value !== null);
  return values.length > 0 ? values.reduce((all, value) => all + value, 0) : null;
}

function joinSpeedRanges(legs: ParsedWorkout[], avg: number | null): FigureRange | null {
  const ranges = legs.map((leg) => leg.summary.speed).filter((range) => range !== null);
  if (ranges.length === 0 || avg === null) return null;
  const known = (values: (number | null)[]) => values.filter((value) => value !== null);
  const lowest = known(ranges.map(({ min }) => min));
  const highest = known(ranges.map(({ max }) => max));
  return {
    min: lowest.length > 0 ? Math.min(...lowest) : null,
    max: highest.length > 0 ? Math.max(...highest) : null,
    avg,
  };
}

/** The maximum of a leg may be above its series: see `summarize`. */
function joinSensorRanges(
  legs: ParsedWorkout[],
  streams: Streams,
  sensor: 'heartrate' | 'power',
): FigureRange | null {
  const range = rangeOf(streams, sensor, 0, streams.n - 1, { scale: 1 });
  return (
    range && { ...range, max: Math.max(range.max, ...legs.map(({ summary }) => summary[sensor]?.max ?? 0)) }
  );
}

/** The legs' series one after the other on the clock of the first; time between two legs is a pause. */
function joinStreams(legs: ParsedWorkout[], start: number): Streams {
  const parts = legs.filter((leg) => leg.streams.n > 0);
  const n = parts.reduce((all, leg) => all + leg.streams.n, 0);
  const time = new Int32Array(n);
  const timer = new Int32Array(n);
  const distance = new Int32Array(n);
  const columns: Streams['columns'] = { time, timer };
  for (const kind of KINDS) {
    if (parts.some((leg) => leg.streams.columns[kind])) columns[kind] = new Int32Array(n).fill(MISSING);
  }
  let at = 0;
  let ran = 0;
  let covered = 0;
  let ended = 0;
  for (const { streams, start: legStart } of parts) {
    const shift = legStart.getTime() - start;
    for (let i = 0; i < streams.n; i++) {
      // A session may last a moment longer than it takes until the next begins.
      time[at + i] = Math.max(streams.columns.time![i]! + shift, ended);
      timer[at + i] = Math.min(time[at + i]!, streams.columns.timer![i]! + ran);
      distance[at + i] = (streams.columns.distance?.[i] ?? 0) + covered;
    }
    for (const kind of KINDS) {
      const values = streams.columns[kind];
      if (values) columns[kind]!.set(values, at);
    }
    at += streams.n;
    ended = time[at - 1]!;
    ran = timer[at - 1]!;
    covered = distance[at - 1]!;
  }
  if (covered > 0) columns.distance = distance;
  return { n, columns };
}

/** A multi-sport parent: its legs' series joined and their figures added, so that the parts make the whole. */
export function joinLegs(legs: ParsedWorkout[]): { streams: Streams; summary: RecordedFigures; start: Date } {
  const start = Math.min(...legs.map((leg) => leg.start.getTime()));
  const end = Math.max(...legs.map((leg) => leg.start.getTime() + leg.summary.elapsed * 1000));
  const streams = joinStreams(legs, start);
  const active = sumFigure(legs, (one) => one.active) ?? 0;
  const stopped = sumFigure(legs, (one) => one.stopped) ?? 0;
  // Sessions that overlap last longer together than the clock says.
  const elapsed = Math.max((end - start) / 1000, active + stopped);
  const distance = sumFigure(legs, (one) => one.distance);
  const summary: RecordedFigures = {
    distance,
    elapsed,
    active,
    paused: Math.max(0, elapsed - active - stopped),
    stopped,
    ascent: sumFigure(legs, (one) => one.ascent),
    descent: sumFigure(legs, (one) => one.descent),
    energy: sumFigure(legs, (one) => one.energy),
    steps: sumFigure(legs, (one) => one.steps),
    heartrate: joinSensorRanges(legs, streams, 'heartrate'),
    speed: joinSpeedRanges(legs, distance !== null && active > 0 ? distance / active : null),
    cadence: null,
    power: joinSensorRanges(legs, streams, 'power'),
    hasTrack: legs.some((leg) => leg.summary.hasTrack),
  };
  return { streams, summary, start: new Date(start) };
}
