import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { NODE_FLAGS } from '@waymark/api/src/server/node-flags.ts';
import { freePort } from './ports.ts';
import { startProcess, untilReady, type Running } from './process.ts';
import { publishBuilt } from './publish.ts';

export interface Product {
  /** Address of the site. */
  url: string;
  apiUrl: string;
  dataDir: string;
  /** Resolves with a sentence when a server has ended on its own. */
  ended: Promise<string>;
  api: Running;
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

/** Starts database, API and edge from what is built, on this machine's loopback, and waits until they answer. */
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
  const api = startProcess(
    'The API',
    'api/src/main.ts',
    { ...common, API_HOST: '127.0.0.1', API_PORT: String(apiPort) },
    path.join(logs, 'api.log'),
    NODE_FLAGS,
  );
  // The remotes are published while the API starts: neither waits for the other.
  const published = publishBuilt(data, progress);
  let edge: Running | undefined;
  const stop = async () => {
    await edge?.stop();
    await api.stop();
  };
  try {
    await published;
    edge = startProcess(
      'The edge',
      'host/edge/main.ts',
      { ...common, API_URL: apiUrl, EDGE_HOST: '127.0.0.1', EDGE_PORT: String(sitePort) },
      path.join(logs, 'edge.log'),
    );
    await untilReady(`${apiUrl}/readyz`, [api]);
    await untilReady(`http://127.0.0.1:${sitePort}/readyz`, [api, edge]);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, apiUrl, dataDir: data, ended: Promise.race([api.ended, edge.ended]), api, stop };
}
