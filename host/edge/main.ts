import { allowedHostsOf, basemapDir, hostDist, readEdgeEnv, sourcesOf } from './env.ts';
import { createLog, errorFields } from './log.ts';
import { platformDir } from './registry/platform.ts';
import { createEdge } from './server.ts';

/** How long requests under way may take when the edge is told to stop. */
const GRACE_MS = 10_000;

try {
  const env = readEdgeEnv();
  const log = createLog(env.LOG_LEVEL, (line) => void process.stdout.write(line));
  const edge = await createEdge({
    host: env.EDGE_HOST,
    port: env.EDGE_PORT,
    siteUrl: env.SITE_URL,
    apiUrl: env.API_URL,
    platformDir: platformDir(env.DATA_DIR),
    hostDist: hostDist(env),
    basemapDir: basemapDir(env),
    extraSources: sourcesOf(env),
    trustProxy: env.TRUST_PROXY,
    pseudoLocale: env.PSEUDO_LOCALE,
    pageTimeoutMs: env.PAGE_TIMEOUT_MS,
    callTimeoutMs: env.CALL_TIMEOUT_MS,
    allowedHosts: allowedHostsOf(env),
    body: { timeoutMs: env.BODY_TIMEOUT_MS },
    connections: { perAddress: env.CONNECTIONS_PER_ADDRESS },
    log,
  });
  log.info({ url: edge.url }, `Waymark's site is ready on ${edge.url}`);
  let stopping = false;
  const stop = (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    void edge.close(GRACE_MS).then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on('unhandledRejection', (error) => log.error(errorFields(error), 'unhandled'));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
