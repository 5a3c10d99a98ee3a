import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { currentWork } from './kernel/server/current-work.ts';
import { createLog } from './kernel/server/log.ts';
import { readEnv } from './kernel/server/env.ts';
import type { Api } from './start.ts';

/** Ends a stop that hangs; below what process managers allow before they kill. */
const STOP_MS = 25_000;
/** The same after a fault: what is under way may depend on what broke, and members wait for the next start. */
const FAULT_STOP_MS = 5000;

let api: Api | undefined;
let stopping = false;

/** Takes no new calls, lets those under way end, and ends the process. */
function stop(exitCode: number, timeoutMs: number): void {
  if (stopping) return;
  stopping = true;
  const end = () => process.exit(exitCode);
  setTimeout(() => process.exit(exitCode || 1), timeoutMs);
  if (api) void api.stop({ isFault: exitCode !== 0 }).then(end, end);
  else end();
}

try {
  const env = readEnv();
  const log = createLog(env);
  // Also hears of rejections that nobody handles. The process may be in any state afterwards: another one goes on.
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin, ...currentWork() }, 'nobody handled this error: the process ends');
    stop(1, FAULT_STOP_MS);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      log.info({ signal }, 'stopping');
      stop(0, STOP_MS);
    });
  // A restart is an outage: code that was compiled by an earlier start is not compiled again. It lies in the data folder,
  // because others could write into one that the machine shares.
  enableCompileCache(path.resolve(env.DATA_DIR, 'compiled'));
  const [{ startApi }, { services }] = await Promise.all([import('./start.ts'), import('./services.ts')]);
  api = await startApi(env, log, services);
  // Now, not at the end: a process that is killed would leave nothing to its successor.
  flushCompileCache();
  log.info({ url: api.url }, `Waymark's API is ready on ${api.url}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
