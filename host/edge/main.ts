import { enableCompileCache, flushCompileCache } from 'node:module';
import path from 'node:path';
import { allowedHostsOf, basemapDir, hostDist, readEdgeEnv, sourcesOf } from './env.ts';
import { createLog, errorFields, currentRequest } from './log.ts';
import { platformDir } from './registry/platform.ts';
import type { Edge } from './server.ts';

/** How long requests under way may take when the edge is told to stop. */
const GRACE_MS = 10_000;

/** The same after a fault: what is under way may depend on what broke, and visitors wait for the next start. */
const FAULT_GRACE_MS = 5000;
/** Requests are cut after the grace; what hangs even then is ended. */
const CUT_MS = 1000;

let edge: Edge | undefined;
let stopping = false;

/** Takes no new requests, lets those under way end, and ends the process. */
function stop(exitCode: number, graceMs: number): void {
  if (stopping) return;
  stopping = true;
  const end = () => process.exit(exitCode);
  setTimeout(() => process.exit(exitCode || 1), graceMs + CUT_MS);
  if (edge) void edge.close(graceMs).then(end, end);
  else end();
}

// A full disk below the log, or a reader of it that has gone, costs lines and nothing else.
process.stdout.on('error', () => undefined);

try {
  const env = readEdgeEnv();
  const log = createLog(env.LOG_LEVEL, (line) => void process.stdout.write(line));
  // Also hears of rejections that nobody handles. The process may be in any state afterwards: another one goes on.
  process.on('uncaughtException', (error, origin) => {
    const fields = { ...errorFields(error), origin, ...currentRequest() };
    log.fatal(fields, 'nobody handled this error: the process ends');
    stop(1, FAULT_GRACE_MS);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      log.info({ signal }, 'stopping');
      stop(0, GRACE_MS);
    });
  // A restart is an outage: code that was compiled by an earlier start is not compiled again.
  enableCompileCache(path.resolve(env.DATA_DIR, 'compiled'));
  const { createEdge } = await import('./server.ts');
  edge = await createEdge({
    host: env.EDGE_HOST,
    port: env.EDGE_PORT,
    siteUrl: env.SITE_URL,
    apiUrl: env.API_URL,
    platformDir: platformDir(env.DATA_DIR),
    hostDist: hostDist(env),
    basemapDir: basemapDir(env),
    extraSources: sourcesOf(env),
    proxies: env.TRUST_PROXY,
    pseudoLocale: env.PSEUDO_LOCALE,
    pageTimeoutMs: env.PAGE_TIMEOUT_MS,
    callTimeoutMs: env.CALL_TIMEOUT_MS,
    allowedHosts: allowedHostsOf(env),
    body: { timeoutMs: env.BODY_TIMEOUT_MS },
    connections: { perAddress: env.CONNECTIONS_PER_ADDRESS },
    log,
  });
  // Now, not at the end: a process that is killed would leave nothing to its successor.
  flushCompileCache();
  log.info({ url: edge.url }, `Waymark's site is ready on ${edge.url}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
