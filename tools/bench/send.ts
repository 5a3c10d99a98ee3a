import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import { uploadToReady } from './upload.ts';

/**
 * A member who imports, in a process of their own. Theirs is another machine: what their browser does to send
 * 46 MB at the speed of memory must not take the servers' processors.
 */
const [base = '', authorization = '', file = ''] = process.argv.slice(2);
// On Linux a priority is one thread's own: the collector's and the compiler's threads would keep theirs.
const THREADS = '/proc/self/task';
for (const thread of existsSync(THREADS) ? readdirSync(THREADS) : [0])
  os.setPriority(Number(thread), os.constants.priority.PRIORITY_BELOW_NORMAL);
const target = { url: (where: string) => base + where, headers: { authorization } };
process.on('message', () => void uploadToReady(target, file).then((seconds) => process.send?.(seconds)));
