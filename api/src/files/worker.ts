import { parentPort } from 'node:worker_threads';
import { encodeWorkout, parseFile, type ParseOptions } from './parse-file.ts';
import { FileProblem, type ProblemCode } from './problem.ts';
import type { ReadWorkout } from './types.ts';

export type WorkerRequest = { id: number; path: string; options: ParseOptions };
export type WorkerReply =
  | { id: number; workouts: ReadWorkout[] }
  | { id: number; problem: { code: ProblemCode; message: string } }
  | { id: number; failure: string };

const buffersOf = (workout: ReadWorkout): ArrayBuffer[] => [
  ...workout.encoded.map(({ data }) => data.buffer),
  ...workout.legs.flatMap(buffersOf),
];

async function answer({ id, path, options }: WorkerRequest): Promise<void> {
  try {
    const workouts = (await parseFile(path, options)).map(encodeWorkout);
    parentPort!.postMessage({ id, workouts } satisfies WorkerReply, workouts.flatMap(buffersOf));
  } catch (error) {
    const reply: WorkerReply =
      error instanceof FileProblem
        ? { id, problem: { code: error.code, message: error.message } }
        : { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    parentPort!.postMessage(reply, []);
  }
}

parentPort!.on('message', (request: WorkerRequest) => void answer(request));
