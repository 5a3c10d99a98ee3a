// The site under development: the edge as it is in production, with the remotes that are being edited put first.
import { createEdge, type EdgeOptions, type Visit } from '@waymark/host/edge';
import { allowedHostsOf, basemapDir, readEdgeEnv, sourcesOf } from '@waymark/host/edge/env';
import { platformDir } from '@waymark/host/registry';
import { createReadStream, existsSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { DEVELOPMENT_PATH, developmentDir, fileAt, withRemotesOf } from './builds.ts';
import { createEvents } from './events.ts';
import { readable } from './lines.ts';

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
};
const LEVELS = ['debug', 'info', 'warn', 'error', 'fatal', 'silent'];

export type DevelopmentEdgeOptions = Omit<EdgeOptions, 'answerFirst' | 'withRemotes' | 'hostDist'> & {
  /** Where the builds lie. */
  folder: string;
  /** Remotes under development. */
  names: readonly string[];
};

/** Starts the development site. @throws Error when the host is not built */
export async function startDevelopmentEdge({ folder, names, ...options }: DevelopmentEdgeOptions) {
  const events = createEvents(folder, ['host', ...names]);
  const answerFirst = async ({ path: address, response }: Visit): Promise<boolean> => {
    if (!address.startsWith(DEVELOPMENT_PATH)) return false;
    if (address === `${DEVELOPMENT_PATH}events`) {
      await events.tell(response);
      return true;
    }
    const file = await fileAt(folder, address);
    if (!file) {
      response.writeHead(404, { 'cache-control': 'no-store' }).end();
      return true;
    }
    response.writeHead(200, {
      'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
      'cache-control': 'no-store',
      // A page of another origin may run a remote from here.
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    await pipeline(createReadStream(file), response);
    return true;
  };
  const edge = await createEdge({
    ...options,
    hostDist: path.join(folder, 'host/dist'),
    answerFirst,
    withRemotes: withRemotesOf(folder, names),
  });
  return {
    url: edge.url,
    async close() {
      events.close();
      await edge.close(500);
    },
  };
}

if (import.meta.main) {
  const env = readEdgeEnv();
  const log = Object.fromEntries(
    LEVELS.map((level, i) => [
      level,
      (fields: object, msg: string) => {
        if (i >= LEVELS.indexOf(env.LOG_LEVEL))
          console.log(readable(JSON.stringify({ level, ...fields, msg })));
      },
    ]),
  ) as unknown as EdgeOptions['log'];
  const folder = developmentDir(env.DATA_DIR);
  // The built host is taken up by the edge itself; only a change of the edge's own code starts it again.
  delete process.env['WATCH_REPORT_DEPENDENCIES'];
  try {
    while (!existsSync(path.join(folder, 'host/dist/assets.json'))) await setTimeout(50);
    const edge = await startDevelopmentEdge({
      host: env.EDGE_HOST,
      port: env.EDGE_PORT,
      siteUrl: env.SITE_URL,
      apiUrl: env.API_URL,
      platformDir: platformDir(env.DATA_DIR),
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
      folder,
      names: process.argv.slice(2),
    });
    const stop = () => void edge.close().then(() => process.exit(0));
    process.once('SIGTERM', stop);
    process.once('SIGINT', stop);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
