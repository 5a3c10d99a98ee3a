import os from 'node:os';
import { parentPort } from 'node:worker_threads';
import { decodeStreams } from '../files/codec.ts';
import { type Analysis, analyse } from '../files/analysis.ts';

const BEHIND = 10;
const LAST = 19;

export type Columns = Parameters<typeof decodeStreams>[0];

function analyseColumns(columns: Columns): Analysis {
  try {
    return analyse(decodeStreams(columns));
  } catch (error) {
    // Series that cannot be read say nothing; the workout keeps its figures.
    if (error instanceof RangeError || (error as NodeJS.ErrnoException).code?.startsWith('Z_')) {
      return { distance: null, power: null, heartrate: null };
    }
    throw error;
  }
}

// On Linux a priority is the calling thread's own; elsewhere it is the whole process's and stays as it is.
if (process.platform === 'linux') os.setPriority(Math.min(LAST, os.getPriority() + BEHIND));
parentPort!.on('message', (columns: Columns) => parentPort!.postMessage(analyseColumns(columns), []));
