import { createLog } from './server/log.ts';
import { readEnv } from './server/env.ts';
import { services } from './services.ts';
import { startApi } from './start.ts';

/** Ends a stop that hangs; below what process managers allow before they kill. */
const STOP_MS = 25_000;

try {
  const env = readEnv();
  const log = createLog(env);
  const api = await startApi(env, log, services);
  log.info({ url: api.url }, `Waymark's API is ready on ${api.url}`);
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_MS).unref();
    void api.stop().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'unhandled'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
