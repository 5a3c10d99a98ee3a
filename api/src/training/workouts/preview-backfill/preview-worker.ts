import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { PREVIEW_BREAK } from '@waymark/streams';
import { decodeStreams } from '../../../recordings/streams/codec.ts';
import { createPreview } from '../../../recordings/streams/preview.ts';

/** Steps of niceness below the thread that answers calls; 19 is the lowest priority there is. */
const NICENESS = 10;
const MAX_NICENESS = 19;

export type PreviewColumns = Parameters<typeof decodeStreams>[0];
export interface PreviewReply {
  id: number;
  /** Null where no pause makes a gap, and the preview stays as it is. */
  polyline: string | null;
}

function polylineWithGaps(columns: PreviewColumns): string | null {
  try {
    const { polyline } = createPreview(decodeStreams(columns));
    return polyline?.includes(PREVIEW_BREAK) ? polyline : null;
  } catch (error) {
    // Of damaged series no preview can be made.
    if (error instanceof RangeError || (error as NodeJS.ErrnoException).code?.startsWith('Z_')) return null;
    throw error;
  }
}

// On Linux a priority is the calling thread's own; elsewhere it is the whole process's and stays as it is.
if (process.platform === 'linux') os.setPriority(Math.min(MAX_NICENESS, os.getPriority() + NICENESS));
parentPort!.on('message', ({ id, task }: { id: number; task: PreviewColumns }) => {
  const reply: PreviewReply = { id, polyline: polylineWithGaps(task) };
  parentPort!.postMessage(reply, []);
});
