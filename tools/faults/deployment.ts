import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { NODE_FLAGS } from '@waymark/api/src/kernel/server/node-flags.ts';
import { terminateConnections } from '@waymark/api/src/testing/database.ts';
import { freePort } from '../product/ports.ts';
import { startProcess, untilReady, type Running } from '../product/process.ts';

/** What can be killed. */
export const TARGETS = ['api', 'edge', 'database', 'connections'] as const;
export type Target = (typeof TARGETS)[number];

/** API with its database and edge on a data folder of their own, each of which can be killed and comes back. */
export interface Deployment {
  /** Where the edge listens. */
  url: string;
  apiUrl: string;
  kill(target: Target): Promise<void>;
  stop(): Promise<void>;
}

/** Starts it on the loopback. A killed API or edge is started again at once, as a process manager does. */
export async function startDeployment(): Promise<Deployment> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-faults-'));
  const [apiPort, edgePort] = [await freePort(), await freePort()];
  const [apiUrl, url] = [`http://127.0.0.1:${apiPort}`, `http://127.0.0.1:${edgePort}`];
  const common = { DATA_DIR: folder, SITE_URL: url, LOG_LEVEL: 'warn' };
  const start = {
    api: () =>
      startProcess(
        'The API',
        'api/src/main.ts',
        { ...common, API_PORT: String(apiPort), RATE_LIMITS: 'false' },
        path.join(folder, 'api.log'),
        NODE_FLAGS,
      ),
    edge: () =>
      startProcess(
        'The edge',
        'host/edge/main.ts',
        { ...common, API_URL: apiUrl, EDGE_PORT: String(edgePort) },
        path.join(folder, 'edge.log'),
      ),
  };
  const running: Record<'api' | 'edge', Running> = { api: start.api(), edge: start.edge() };
  const stop = async () => {
    await running.edge.stop();
    await running.api.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await untilReady(`${apiUrl}/readyz`, [running.api]);
    await untilReady(`${url}/readyz`, [running.edge]);
  } catch (error) {
    await stop();
    throw error;
  }
  const postmaster = () => {
    const [pid, , , port] = readFileSync(path.join(folder, 'postgres/data/postmaster.pid'), 'utf8').split(
      '\n',
    );
    return { pid: Number(pid), port: Number(port) };
  };
  const databaseUrl = () => {
    const password = readFileSync(path.join(folder, 'database-password'), 'utf8').trim();
    return `postgres://waymark:${password}@127.0.0.1:${postmaster().port}/postgres`;
  };
  return {
    url,
    apiUrl,
    async kill(target) {
      if (target === 'database') process.kill(postmaster().pid, 'SIGKILL');
      else if (target === 'connections') await terminateConnections(databaseUrl());
      else {
        const { child, ended } = running[target];
        child.kill('SIGKILL');
        await ended;
        running[target] = start[target]();
      }
    },
    stop,
  };
}
