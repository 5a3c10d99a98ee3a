import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { NODE_FLAGS } from '@waymark/api/src/kernel/server/node-flags.ts';
import { freePort } from './ports.ts';
import { startProcess, untilReady, type Running } from './process.ts';
import { publishBuilt } from './publish.ts';
import { supervise } from './supervise.ts';

export interface Product {
  /** Address of the site. */
  url: string;
  apiUrl: string;
  dataDir: string;
  stop(): Promise<void>;
}

export interface LaunchOptions {
  dataDir: string;
  /** Wanted port of the site; the next free one is taken. */
  port?: number;
  /** Settings for both servers. */
  env?: Record<string, string>;
  progress?: (line: string) => void;
}

/**
 * Starts database, API and edge from what is built, on this machine's loopback, and waits until they answer. From then
 * on a server that ends is started again.
 */
export async function launchProduct({
  dataDir,
  port = 0,
  env = {},
  progress = () => {},
}: LaunchOptions): Promise<Product> {
  const data = path.resolve(dataDir);
  const logs = path.join(data, 'logs');
  mkdirSync(logs, { recursive: true });
  const sitePort = await freePort(port);
  const apiPort = await freePort(port ? port + 1 : 0);
  const url = `http://localhost:${sitePort}`;
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  const common = { DATA_DIR: data, SITE_URL: url, ...env };
  progress('Starting the database and the API');
  const startApi = () =>
    startProcess(
      'The API',
      'api/src/main.ts',
      { ...common, API_HOST: '127.0.0.1', API_PORT: String(apiPort) },
      path.join(logs, 'api.log'),
      NODE_FLAGS,
    );
  const startEdge = () =>
    startProcess(
      'The edge',
      'host/edge/main.ts',
      { ...common, API_URL: apiUrl, EDGE_HOST: '127.0.0.1', EDGE_PORT: String(sitePort) },
      path.join(logs, 'edge.log'),
    );
  const api = startApi();
  // The remotes are published while the API starts: neither waits for the other.
  const published = publishBuilt(data, progress);
  let edge: Running | undefined;
  const stop = async () => {
    await edge?.stop();
    await api.stop();
  };
  try {
    await published;
    edge = startEdge();
    await untilReady(`${apiUrl}/readyz`, [api]);
    await untilReady(`http://127.0.0.1:${sitePort}/readyz`, [api, edge]);
  } catch (error) {
    await stop();
    throw error;
  }
  // Only what has once been ready is started again: a wrong setting is told and ends the start.
  const onEnd = (reason: string, pauseMs: number) => progress(`${reason} It starts again in ${pauseMs} ms.`);
  const supervised = [supervise(edge, startEdge, { onEnd }), supervise(api, startApi, { onEnd })];
  return {
    url,
    apiUrl,
    dataDir: data,
    async stop() {
      for (const server of supervised) await server.stop();
    },
  };
}
