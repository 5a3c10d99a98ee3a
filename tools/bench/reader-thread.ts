// The thread that `reader.ts` compares with a reader process: the same work, its columns handed over instead of copied.
import { parentPort } from 'node:worker_threads';
import type { ReadWorkout } from '@waymark/api/src/recordings/model/parsed-workout.ts';
import { encodeWorkout, parseFile } from '@waymark/api/src/recordings/parse-file.ts';

const buffersOf = ({ encoded, legs }: ReadWorkout): ArrayBuffer[] => [
  ...encoded.map(({ data }) => data.buffer),
  ...legs.flatMap(buffersOf),
];

async function handleRequest({ id, task: path }: { id: number; task: string }): Promise<void> {
  const workouts = (await parseFile(path, { name: path })).map(encodeWorkout);
  const buffers = new Set(workouts.flatMap(buffersOf));
  parentPort!.postMessage({ id, workouts }, [...buffers]);
}

parentPort!.on('message', (request: { id: number; task: string }) => void handleRequest(request));
