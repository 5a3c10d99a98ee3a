import { decodeColumn } from '../streams/codec.ts';
import { LIMITS } from '../limits.ts';
import { SAMPLE_KINDS, type Recording } from '../model/recording.ts';
import {
  MISSING,
  type FigureRange,
  type StreamKind,
  type Streams,
  type RecordedFigures,
} from '../model/parsed-workout.ts';
import { type RoundTripDetails, parseRoundTripDetails } from './details.ts';
import { fingerprint } from './fingerprint.ts';

export type RestoredWorkout = { details: RoundTripDetails; streams: Streams };

/** Lowest and highest possible values in stored units. */
const POSSIBLE_VALUES: Record<StreamKind, [number, number]> = {
  time: [0, LIMITS.spanMs],
  timer: [0, LIMITS.spanMs],
  lat: [-900_000_000, 900_000_000],
  lng: [-1_800_000_000, 1_800_000_000],
  distance: [0, 2_147_483_647],
  altitude: [-100_000, 2_000_000],
  heartrate: [20, 250],
  cadence: [0, 508],
  power: [0, 4000],
  speed: [0, 350_000],
  temperature: [-600, 700],
  moving: [0, 1],
};
/** Columns without missing values, and those that never fall. */
const WITHOUT_GAPS: ReadonlySet<StreamKind> = new Set(['time', 'timer', 'distance', 'moving']);
const ASCENDING: ReadonlySet<StreamKind> = new Set(['time', 'timer', 'distance']);

/**
 * Restores an exported workout from its round-trip parts, where the points of the file are unchanged. Null for every
 * other file, which is then read like one of another service.
 */
export function restoreWorkout(recording: Recording): RestoredWorkout | null {
  const details = parseRoundTripDetails(recording.roundTrip);
  const { samples } = recording;
  if (!details || details.points !== samples.n || details.fingerprint !== fingerprint(samples)) return null;
  const { n } = samples;
  const streams: Streams = { n, columns: {} };
  if (n === 0) return { details, streams };
  for (const kind of SAMPLE_KINDS) {
    const column = samples.columns[kind]?.slice(0, n);
    if (column?.some((value) => value !== MISSING)) streams.columns[kind] = column;
  }
  streams.columns.time = Int32Array.from(samples.at.subarray(0, n), (at) => at - details.start);
  for (const kind of recording.roundTrip!.kinds) {
    const column = decodeSafely(recording.roundTrip!.series(kind), n);
    if (!column) return null;
    streams.columns[kind] = column;
  }
  return areConsistent(streams) ? { details, streams } : null;
}

function decodeSafely(data: Buffer, n: number): Int32Array | null {
  try {
    return decodeColumn(data, n);
  } catch {
    return null;
  }
}

function areConsistent({ n, columns }: Streams): boolean {
  const { time, timer, moving, lat, lng } = columns;
  if (!time || !timer || !moving || !lat !== !lng) return false;
  for (const [kind, column] of Object.entries(columns) as [StreamKind, Int32Array][]) {
    const [low, high] = POSSIBLE_VALUES[kind];
    let before = low;
    for (let i = 0; i < n; i++) {
      const value = column[i]!;
      if (value === MISSING ? WITHOUT_GAPS.has(kind) : value < low || value > high) return false;
      if (ASCENDING.has(kind) && value < before) return false;
      before = value;
    }
  }
  for (let i = 0; i < n; i++) {
    if (timer[i]! > time[i]! || (lat && (lat[i] === MISSING) !== (lng![i] === MISSING))) return false;
  }
  return true;
}

const toRange = (min: number | null, max: number | null, avg: number | null): FigureRange | null =>
  min === null && max === null && avg === null ? null : { min, max, avg };

/** The figures of an exported workout without a series: nothing is worked out, and what was unknown stays so. */
export function summaryFromDetails(
  { totals }: RoundTripDetails,
  figures: NonNullable<RoundTripDetails['told']>,
): RecordedFigures {
  const { paused, stopped, speedAvg, lowest } = figures;
  const { distance, elapsed, active, ascent, descent, energy, steps } = totals;
  return {
    distance,
    elapsed,
    active,
    paused,
    stopped,
    ascent,
    descent,
    energy,
    steps,
    heartrate: toRange(lowest.heartrate, totals.heartrateMax, totals.heartrateAvg),
    speed: toRange(lowest.speed, totals.speedMax, speedAvg),
    cadence: toRange(lowest.cadence, totals.cadenceMax, totals.cadenceAvg),
    power: toRange(lowest.power, totals.powerMax, totals.powerAvg),
    hasTrack: false,
  };
}
