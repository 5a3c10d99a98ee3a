import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { decodeStreams } from '../../recordings/streams/codec.ts';
import type { Analysis } from '../../recordings/model/parsed-workout.ts';
import { analyse } from '../../recordings/streams/analysis.ts';

/** Steps of niceness below the thread that answers calls; 19 is the lowest priority there is. */
const NICENESS = 10;
const MAX_NICENESS = 19;

export type Columns = Parameters<typeof decodeStreams>[0];
export interface AnalysisReply {
  id: number;
  analysis: Analysis;
}

function analyseColumns(columns: Columns): Analysis {
  try {
    return analyse(decodeStreams(columns));
  } catch (error) {
    // Damaged series yield no analysis; the workout keeps its figures.
    if (error instanceof RangeError || (error as NodeJS.ErrnoException).code?.startsWith('Z_')) {
      return { distance: null, power: null, heartrate: null };
    }
    throw error;
  }
}

// On Linux a priority is the calling thread's own; elsewhere it is the whole process's and stays as it is.
if (process.platform === 'linux') os.setPriority(Math.min(MAX_NICENESS, os.getPriority() + NICENESS));
parentPort!.on('message', ({ id, task }: { id: number; task: Columns }) => {
  const reply: AnalysisReply = { id, analysis: analyseColumns(task) };
  parentPort!.postMessage(reply, []);
});
