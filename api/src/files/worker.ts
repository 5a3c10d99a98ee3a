import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { encodeWorkout, parseFile, type ParseOptions } from './parse-file.ts';
import { FileProblem, type ProblemCode } from './problem.ts';
import type { ReadWorkout } from './types.ts';

export type WorkerRequest = { id: number; path: string; options: ParseOptions };
export type WorkerReply =
  | { id: number; progress: number }
  | { id: number; workouts: ReadWorkout[] }
  | { id: number; problem: { code: ProblemCode; message: string } }
  | { id: number; failure: string };

/** The eye does not see it oftener move. */
const TELL_MS = 200;
/** Steps of niceness that a reader stands behind the threads which answer calls, and the last there is. */
const BEHIND = 10;
const LAST = 19;

const buffersOf = (workout: ReadWorkout): ArrayBuffer[] => [
  ...workout.encoded.map(({ data }) => data.buffer),
  ...workout.legs.flatMap(buffersOf),
];

function teller(id: number): (progress: number) => void {
  let told = -TELL_MS;
  return (progress) => {
    const now = performance.now();
    if (now - told < TELL_MS) return;
    told = now;
    parentPort!.postMessage({ id, progress } satisfies WorkerReply, []);
  };
}

async function answer({ id, path, options }: WorkerRequest): Promise<void> {
  try {
    const workouts = (await parseFile(path, options, teller(id))).map(encodeWorkout);
    parentPort!.postMessage({ id, workouts } satisfies WorkerReply, workouts.flatMap(buffersOf));
  } catch (error) {
    const reply: WorkerReply =
      error instanceof FileProblem
        ? { id, problem: { code: error.code, message: error.message } }
        : { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    parentPort!.postMessage(reply, []);
  }
}

// On Linux a priority is the calling thread's own; elsewhere it is the whole process's and stays as it is.
if (process.platform === 'linux') os.setPriority(Math.min(LAST, os.getPriority() + BEHIND));
parentPort!.on('message', (request: WorkerRequest) => void answer(request));
