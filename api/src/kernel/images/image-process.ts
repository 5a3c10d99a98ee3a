import { writeFileSync } from 'node:fs';
import os from 'node:os';
import { encodeImage, encodeSquares, type EncodedImage, readHeader } from './encode-image.ts';

/** Pictures of members are read and decoded here: a decoder that is led astray takes this process and nothing else. */
export type ImageTask =
  | { kind: 'header'; source: string | Uint8Array }
  | { kind: 'photo'; path: string }
  | { kind: 'squares'; bytes: Uint8Array; sides: readonly number[] };

export interface ImageResults {
  header: { width: number; height: number };
  photo: EncodedImage;
  squares: Uint8Array[];
}

export type ImageReply = { id: number } & (
  | { result: ImageResults[keyof ImageResults] }
  | { problem: string }
);

/** Other calls and the database come first. */
const NICENESS = 5;
const MAX_NICENESS = 19;

function run(task: ImageTask): Promise<ImageResults[keyof ImageResults]> {
  switch (task.kind) {
    case 'header':
      return readHeader(task.source);
    case 'photo':
      return encodeImage(task.path);
    case 'squares':
      return encodeSquares(task.bytes, task.sides);
  }
}

async function answer({ id, task }: { id: number; task: ImageTask }): Promise<void> {
  const reply: ImageReply = await run(task).then(
    (result) => ({ id, result }),
    (error: unknown) => ({ id, problem: error instanceof Error ? error.message : String(error) }),
  );
  process.send!(reply);
}

os.setPriority(Math.min(MAX_NICENESS, os.getPriority() + NICENESS));
try {
  // Where memory runs out, the system ends this process first.
  writeFileSync('/proc/self/oom_score_adj', '1000');
} catch {
  // No Linux, or not allowed.
}
process.on('message', (request: { id: number; task: ImageTask }) => void answer(request));
// A terminal sends these to the whole group: the picture in hand belongs to the parent, which still lets work end.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
// Without its parent nobody receives the result.
process.on('disconnect', () => process.exit());
