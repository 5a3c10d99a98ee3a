import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { analyse } from './streams/analysis.ts';
import { encodeStreams } from './streams/codec.ts';
import { detectFormat, readHead } from './formats/detect-format.ts';
import { finishWorkout } from './finish-workout.ts';
import { readFit } from './formats/fit/read-fit.ts';
import { readGpx } from './formats/gpx/read-gpx.ts';
import { splitAtLongGaps, withoutCopies } from './streams/workout-boundaries.ts';
import { FileProblem } from './file-problem.ts';
import type { Recording } from './model/recording.ts';
import type { FileSource } from './file-source.ts';
import { readTcx } from './formats/tcx/read-tcx.ts';
import type { ParsedWorkout, ReadWorkout } from './model/parsed-workout.ts';
import { GzipCut, gunzipSmall, gunzipFile } from './zip/gunzip.ts';

const READERS = { fit: readFit, gpx: readGpx, tcx: readTcx };

export type ParseOptions = { name: string; fileTimeZone?: string | null };

type Progress = (share: number) => void;

/** So many seconds of a recording in a packed file that ends too early are worth keeping. */
const MIN_CUT_SECONDS = 60;

type Unpacking = { isUnpacked?: boolean; cut?: boolean };

async function recordingsIn(
  source: FileSource,
  progress: Progress,
  { isUnpacked = false, cut = false }: Unpacking = {},
): Promise<Recording[]> {
  const format = detectFormat(await readHead(source));
  if (format === 'zip') {
    throw new FileProblem('is_zip', 'This is a zip archive. The files in it are read one by one.');
  }
  if (format !== 'gzip') return READERS[format](source, { progress });
  if (isUnpacked) throw new FileProblem('zip_bomb', 'This file is packed more than once. Unpack it first.');
  const whole = typeof source === 'string' ? null : gunzipSmall(source, { cut });
  if (whole) return recordingsIn(whole, progress, { isUnpacked: true });
  const folder = await mkdtemp(join(tmpdir(), 'waymark-gz-'));
  try {
    const to = join(folder, 'file');
    await gunzipFile(source, to, { cut });
    return await recordingsIn(to, progress, { isUnpacked: true });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * The workouts in a FIT, GPX or TCX file, gzipped or not, with raw columns. Of a gzipped file that ends too early what
 * is there, unless that is less than a minute. `progress` receives the share of the (unpacked) bytes that are read.
 * Throws FileProblem.
 */
export async function parseFile(
  source: FileSource,
  options: ParseOptions,
  progress: Progress = () => {},
): Promise<ParsedWorkout[]> {
  let recordings: Recording[];
  try {
    recordings = await recordingsIn(source, progress);
  } catch (error) {
    if (!(error instanceof GzipCut)) throw error;
    return workoutsBeforeCut(source, options, progress, error);
  }
  return finishWorkouts(recordings, options);
}

async function workoutsBeforeCut(
  source: FileSource,
  options: ParseOptions,
  progress: Progress,
  problem: GzipCut,
): Promise<ParsedWorkout[]> {
  try {
    const workouts = finishWorkouts(await recordingsIn(source, progress, { cut: true }), options);
    if (workouts.some(({ summary }) => summary.elapsed >= MIN_CUT_SECONDS)) return workouts;
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
  }
  throw problem;
}

function finishWorkouts(read: Recording[], { name, fileTimeZone = null }: ParseOptions): ParsedWorkout[] {
  const recordings = withoutCopies(read).flatMap(splitAtLongGaps);
  const workouts: ParsedWorkout[] = [];
  let problem: FileProblem | null = null;
  const leftOut = new Set<string>();
  for (const recording of recordings) {
    try {
      workouts.push(finishWorkout(recording, fileTimeZone));
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      problem = error;
      leftOut.add(
        error.code === 'no_points'
          ? 'A part of the file without any recorded time was left out.'
          : `A part of the file was left out. ${error.message}`,
      );
    }
    for (const { samples } of [recording, ...recording.legs]) samples.release();
  }
  if (workouts.length === 0) throw problem ?? new FileProblem('no_points', `${name} holds no workout.`);
  workouts[0]!.warnings.push(...leftOut);
  return workouts;
}

/** Encodes a workout for storage; reader processes return workouts in this form. */
export function encodeWorkout({ streams, legs, ...workout }: ParsedWorkout): ReadWorkout {
  return {
    ...workout,
    n: streams.n,
    encoded: encodeStreams(streams),
    analysis: analyse(streams, legs.length > 0),
    legs: legs.map(encodeWorkout),
  };
}
