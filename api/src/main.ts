import { currentWork } from './kernel/server/current-work.ts';
import { createLog } from './kernel/server/log.ts';
import { readEnv } from './kernel/server/env.ts';
import { services } from './services.ts';
import { type Api, startApi } from './start.ts';

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
  if (api) void api.stop().then(end, end);
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
  api = await startApi(env, log, services);
  log.info({ url: api.url }, `Waymark's API is ready on ${api.url}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
