import { setImmediate as turn } from 'node:timers/promises';
import type { Points } from '../../recordings/roundtrip/fingerprint.ts';
import { FIT_EPOCH } from '../../recordings/formats/fit/record-fields.ts';
import { SAMPLE_KINDS, type SampleKind } from '../../recordings/model/recording.ts';
import {
  type FileFormat,
  MISSING,
  type StreamKind,
  type Streams,
} from '../../recordings/model/parsed-workout.ts';
import type { ExportedWorkout } from './exported-workout.ts';
import { countsOneFoot } from '../../recordings/formats/sport-names.ts';

/** What a format has no place for in a point. */
const LACKS: Record<FileFormat, readonly SampleKind[]> = {
  fit: [],
  gpx: ['distance'],
  tcx: ['temperature'],
};

const SEMICIRCLES_PER_E7 = 2 ** 31 / 180 / 1e7;
/** The highest number of four bytes means none, so the date line has only its western side. */
export function semicircles(value: number): number {
  const raw = Math.round(value * SEMICIRCLES_PER_E7);
  return raw >= 2 ** 31 - 1 ? -(2 ** 31) : raw;
}
const DEGREES_E7 = (180 / 2 ** 31) * 1e7;
/** FIT counts altitude in fifths of a metre from 500 m below the sea. */
export const fitAltitude = (cm: number): number => Math.round((cm + 50_000) / 20);
export const fitTime = (ms: number): number => Math.floor(ms / 1000) - FIT_EPOCH;

const kept = (value: number): number => value;
/** One foot of it. */
export const oneFoot = (steps: number): number => Math.floor(steps / 2);

const AS_FIT: Partial<Record<SampleKind, (value: number) => number>> = {
  lat: (value) => Math.round(semicircles(value) * DEGREES_E7),
  lng: (value) => Math.round(semicircles(value) * DEGREES_E7),
  altitude: (value) => (value < -50_000 ? MISSING : fitAltitude(value) * 20 - 50_000),
  temperature: (value) => Math.round(value / 10) * 10,
};

/**
 * A workout's points as a reader finds them in a file of this format: as exact as the format is. Others get their
 * turn between two series: a long ride has a million values.
 */
export async function pointsIn(
  format: FileFormat,
  { streams, start, activityTypeId }: ExportedWorkout,
): Promise<Points> {
  const { n, columns } = streams;
  const at = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const time = start + columns.time![i]!;
    at[i] = format === 'fit' ? (fitTime(time) + FIT_EPOCH) * 1000 : time;
  }
  const points: Points = { n, at, columns: {} };
  const halved = countsOneFoot(format, activityTypeId);
  for (const kind of SAMPLE_KINDS) {
    const column = columns[kind];
    if (!column || LACKS[format].includes(kind)) continue;
    await turn();
    const write = (format === 'fit' && AS_FIT[kind]) || (kind === 'cadence' && halved ? oneFoot : kept);
    points.columns[kind] =
      write === kept ? column : column.map((value) => (value === MISSING ? MISSING : write(value)));
  }
  if (format === 'gpx') fillPlaces(points);
  return points;
}

/** A point of GPX must have a place: where none was known, the last known one (at first the first known). */
function fillPlaces({ n, columns: { lat, lng }, columns }: Points): void {
  if (!lat || !lng || !lat.includes(MISSING)) return;
  const filled = [lat.slice(), lng.slice()] as const;
  let known = lat.findIndex((value) => value !== MISSING);
  for (let i = 0; i < n; i++) {
    if (lat[i] !== MISSING) known = i;
    filled[0][i] = lat[known]!;
    filled[1][i] = lng[known]!;
  }
  [columns.lat, columns.lng] = filled;
}

/** The file must carry this series beside its points, so that nothing of the recording is lost. */
export function isBeyond(kind: StreamKind, { streams, start }: ExportedWorkout, points: Points): boolean {
  const column = streams.columns[kind]!;
  if (kind === 'time') return column.some((time, i) => start + time !== points.at[i]);
  const read = points.columns[kind as SampleKind];
  // An empty column leaves no trace in the points.
  return !read || column.every((value) => value === MISSING) || column.some((value, i) => value !== read[i]);
}

/** Shorter than this, in ms, a standing clock is its rounding. */
const SHORT = 1000;

/** ms that the device was paused in the step that ends at a sample. */
export function pauseBefore({ columns: { time, timer } }: Streams, i: number): number {
  if (i === 0) return 0;
  return time![i]! - time![i - 1]! - (timer![i]! - timer![i - 1]!);
}

/** The step that ends at a sample was mostly a pause. */
export function pausedBefore(streams: Streams, i: number): boolean {
  const paused = pauseBefore(streams, i);
  if (paused <= SHORT) return false;
  const { time } = streams.columns;
  return paused * 2 > time![i]! - time![i - 1]!;
}
