import { between, runningTotals, type RunningTotals } from './running-totals.ts';
import { MISSING, type Range, type StreamKind, type Streams } from './kinds.ts';

/** A value counts for the time since the sample before, at most this many ms: sensors do fall silent. */
const LONGEST_WEIGHT = 30_000;

export type SegmentStats = {
  /** Seconds; elapsed = active + stopped + paused. */
  elapsed: number;
  active: number;
  stopped: number;
  paused: number;
  /** Metres. */
  distance: number | null;
  ascent: number | null;
  descent: number | null;
  altitude: Range | null;
  heartrate: Range | null;
  /** Without the zeros of coasting and standing. */
  cadence: Range | null;
  /** With the zeros of coasting. */
  power: Range | null;
  /** m/s; the average is distance over active time, the lowest is while moving. */
  speed: Range | null;
  temperature: Range | null;
};

type Pick = { scale: number; skipZero?: boolean; only?: Int32Array | undefined };

/**
 * Lowest, highest and average value of samples `from` to `to`, both included. The average weighs a value
 * by the recording time since the sample before, so smart recording does not bend it.
 */
export function rangeOf(
  streams: Streams,
  kind: StreamKind,
  from: number,
  to: number,
  { scale, skipZero = false, only }: Pick,
): Range | null {
  const values = streams.columns[kind];
  const timer = streams.columns.timer!;
  if (!values) return null;
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  let weighted = 0;
  let weights = 0;
  let sum = 0;
  let count = 0;
  for (let i = from; i <= to; i++) {
    const value = values[i]!;
    if (value === MISSING || (skipZero && value === 0) || (only && only[i] === 0)) continue;
    if (value < min) min = value;
    if (value > max) max = value;
    sum += value;
    count++;
    if (i === from) continue;
    const weight = Math.min(LONGEST_WEIGHT, timer[i]! - timer[i - 1]!);
    weighted += value * weight;
    weights += weight;
  }
  if (count === 0) return null;
  return {
    min: min * scale,
    max: max * scale,
    avg: (weights > 0 ? weighted / weights : sum / count) * scale,
  };
}

/**
 * The figures of a range. `from` and `to` are sample indices, both included, and may have fractions: times
 * and distances are then interpolated. Pass `totals` when asking for many ranges of the same streams.
 */
export function segmentStats(
  streams: Streams,
  from: number,
  to: number,
  totals: RunningTotals = runningTotals(streams),
): SegmentStats {
  const { columns } = streams;
  const over = (values: Int32Array | Float64Array) => between(values, to) - between(values, from);
  const elapsed = over(columns.time!) / 1000;
  const timer = over(columns.timer!) / 1000;
  const active = over(totals.moving) / 1000;
  const distance = columns.distance ? over(columns.distance) / 100 : null;
  const first = Math.ceil(from);
  const last = Math.max(first, Math.floor(to));
  const range = (kind: StreamKind, pick: Pick) => rangeOf(streams, kind, first, last, pick);
  const speed = range('speed', { scale: 1 / 1000, only: columns.moving });
  return {
    elapsed,
    active,
    stopped: timer - active,
    paused: elapsed - timer,
    distance,
    ascent: totals.ascent ? over(totals.ascent) : null,
    descent: totals.descent ? over(totals.descent) : null,
    altitude: range('altitude', { scale: 1 / 100 }),
    heartrate: range('heartrate', { scale: 1 }),
    cadence: range('cadence', { scale: 1, skipZero: true }),
    power: range('power', { scale: 1 }),
    speed: speed && distance !== null && active > 0 ? { ...speed, avg: distance / active } : speed,
    temperature: range('temperature', { scale: 1 / 10 }),
  };
}
