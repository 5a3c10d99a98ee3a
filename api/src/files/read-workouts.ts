import type { ParseOptions } from './parse-file.ts';
import { FilePool } from './pool.ts';
import type { ReadWorkout } from './types.ts';

let shared: FilePool | null = null;

/**
 * The workouts of one uploaded file, read in a worker thread: FIT, GPX or TCX, gzipped or not, whatever its
 * name. Zip archives go through `extractZip` first. Rejects with FileProblem, whose message is a sentence
 * for the member; any other error is a fault of ours.
 */
export function readWorkoutFile(path: string, options: ParseOptions): Promise<ReadWorkout[]> {
  shared ??= new FilePool();
  return shared.read(path, options);
}

/** Ends the worker; for a graceful stop. The next file starts another. */
export async function closeFileReader(): Promise<void> {
  const pool = shared;
  shared = null;
  await pool?.close();
}
