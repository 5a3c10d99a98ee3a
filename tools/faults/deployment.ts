import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { retryUnavailable } from '@waymark/api/src/kernel/database/retry-unavailable.ts';
import { NODE_FLAGS } from '@waymark/api/src/kernel/server/node-flags.ts';
import { terminateConnections } from '@waymark/api/src/testing/database.ts';
import { freePort } from '../product/ports.ts';
import { startProcess, untilReady, type Running } from '../product/process.ts';
import { startBalancer } from './balancer.ts';

/** What can be killed. `one-of-two`: one API process, while another one answers. */
export const TARGETS = ['api', 'edge', 'database', 'connections', 'one-of-two'] as const;
export type Target = (typeof TARGETS)[number];

/** API with its database and edge on a data folder of their own, each of which can be killed and comes back. */
export interface Deployment {
  /** Where the edge listens. */
  url: string;
  apiUrl: string;
  kill(target: Target): Promise<void>;
  /** Of its database, which changes when that starts again. */
  databaseUrl(): string;
  stop(): Promise<void>;
}

export interface DeploymentOptions {
  /** API processes over one database; the edge reaches them in turn. */
  apis?: number;
}

/** The database has ten places beside those of its owner: another process and whoever ends connections share them. */
const GUEST_POOL = '4';

/** Starts it on the loopback. A killed API or edge is started again at once, as a process manager does. */
export async function startDeployment({ apis: count = 1 }: DeploymentOptions = {}): Promise<Deployment> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-faults-'));
  const apiPorts: number[] = [];
  for (let n = 0; n < count; n++) apiPorts.push(await freePort());
  const balancer = count > 1 ? await startBalancer(apiPorts) : null;
  const edgePort = await freePort();
  const [apiUrl, url] = [balancer?.url ?? `http://127.0.0.1:${apiPorts[0]}`, `http://127.0.0.1:${edgePort}`];
  const common = { DATA_DIR: folder, SITE_URL: url, LOG_LEVEL: 'warn' };
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
  /** The first process owns the database; the others are given its address. */
  const startApi = (n: number) =>
    startProcess(
      'The API',
      'api/src/main.ts',
      {
        ...common,
        API_PORT: String(apiPorts[n]),
        RATE_LIMITS: 'false',
        ...(n > 0 && { NODE_NUMBER: String(n), DATABASE_URL: databaseUrl(), DATABASE_POOL: GUEST_POOL }),
      },
      path.join(folder, `api-${n}.log`),
      NODE_FLAGS,
    );
  const startEdge = () =>
    startProcess(
      'The edge',
      'host/edge/main.ts',
      { ...common, API_URL: apiUrl, EDGE_PORT: String(edgePort) },
      path.join(folder, 'edge.log'),
    );
  const apis = [startApi(0)];
  let edge = startEdge();
  const stop = async () => {
    await edge.stop();
    // The owner of the database last.
    for (const api of apis.toReversed()) await api.stop();
    balancer?.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (let n = 0; n < count; n++) {
      apis[n] ??= startApi(n);
      await untilReady(`http://127.0.0.1:${apiPorts[n]}/readyz`, apis);
    }
    await untilReady(`${url}/readyz`, [edge]);
  } catch (error) {
    await stop();
    throw error;
  }
  const restart = async (killed: Running, start: () => Running): Promise<Running> => {
    killed.child.kill('SIGKILL');
    await killed.ended;
    return start();
  };
  let turn = 0;
  return {
    url,
    apiUrl,
    databaseUrl,
    async kill(target) {
      if (target === 'database') process.kill(postmaster().pid, 'SIGKILL');
      else if (target === 'connections')
        // Those of a process that was killed before may still take all places.
        await retryUnavailable(() => terminateConnections(databaseUrl()), { forMs: 15_000 });
      else if (target === 'edge') edge = await restart(edge, startEdge);
      else {
        const killed = target === 'api' ? [...apis.keys()] : [turn++ % count];
        for (const n of killed) apis[n] = await restart(apis[n]!, () => startApi(n));
      }
    },
    stop,
  };
}
