import { decodeColumn } from '../streams/codec.ts';
import { LIMITS } from '../limits.ts';
import { SAMPLE_KINDS, type Recording } from '../model/recording.ts';
import {
  MISSING,
  type Said,
  type StreamKind,
  type Streams,
  type WorkoutSummary,
} from '../model/parsed-workout.ts';
import { type KeptDetails, keptDetails } from './details.ts';
import { fingerprint } from './fingerprint.ts';

export type Restored = { details: KeptDetails; streams: Streams };

/** Outside these no stored value can be: lowest and highest, in stored units. */
const WITHIN: Record<StreamKind, [number, number]> = {
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
/** Without holes, and these never fall. */
const WHOLE: ReadonlySet<StreamKind> = new Set(['time', 'timer', 'distance', 'moving']);
const RISING: ReadonlySet<StreamKind> = new Set(['time', 'timer', 'distance']);

/**
 * The workout as it was when it was exported, where the file carries it and its points are still those that were
 * exported. Null for every other file, which is then read as any.
 */
export function restored(recording: Recording): Restored | null {
  const details = keptDetails(recording.kept);
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
  for (const kind of recording.kept!.kinds) {
    const column = decoded(recording.kept!.series(kind), n);
    if (!column) return null;
    streams.columns[kind] = column;
  }
  return isSound(streams) ? { details, streams } : null;
}

function decoded(data: Buffer, n: number): Int32Array | null {
  try {
    return decodeColumn(data, n);
  } catch {
    return null;
  }
}

function isSound({ n, columns }: Streams): boolean {
  const { time, timer, moving, lat, lng } = columns;
  if (!time || !timer || !moving || !lat !== !lng) return false;
  for (const [kind, column] of Object.entries(columns) as [StreamKind, Int32Array][]) {
    const [low, high] = WITHIN[kind];
    let before = low;
    for (let i = 0; i < n; i++) {
      const value = column[i]!;
      if (value === MISSING ? WHOLE.has(kind) : value < low || value > high) return false;
      if (RISING.has(kind) && value < before) return false;
      before = value;
    }
  }
  for (let i = 0; i < n; i++) {
    if (timer[i]! > time[i]! || (lat && (lat[i] === MISSING) !== (lng![i] === MISSING))) return false;
  }
  return true;
}

const said = (min: number | null, max: number | null, avg: number | null): Said | null =>
  min === null && max === null && avg === null ? null : { min, max, avg };

/** The figures of an exported workout without a series: nothing is worked out, and what was unknown stays so. */
export function summaryTold({ totals }: KeptDetails, told: NonNullable<KeptDetails['told']>): WorkoutSummary {
  const { paused, stopped, speedAvg, lowest } = told;
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
    heartrate: said(lowest.heartrate, totals.heartrateMax, totals.heartrateAvg),
    speed: said(lowest.speed, totals.speedMax, speedAvg),
    cadence: said(lowest.cadence, totals.cadenceMax, totals.cadenceAvg),
    power: said(lowest.power, totals.powerMax, totals.powerAvg),
    hasTrack: false,
  };
}
