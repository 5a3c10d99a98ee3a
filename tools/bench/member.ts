import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startEmbedded } from '@waymark/api/src/kernel/database/embedded.ts';
import { type ApiProcess, startProcess } from '@waymark/api/src/testing/api-process.ts';
import { signUpAt } from '@waymark/api/src/testing/member.ts';
import { SERVICE_BASES } from '@waymark/api-contract';

/** A product of its own for a benchmark: database, API process and one member. */
export interface Bench {
  api: ApiProcess;
  databaseUrl: string;
  userId: number;
  headers: { authorization: string };
  /** Address of a call of the main API. */
  url(where: string): string;
  /** A new API process on the same data: what the one before took up has no part in its memory. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** One more member of the product. */
export async function signUp(api: ApiProcess, email: string): Promise<Pick<Bench, 'userId' | 'headers'>> {
  const { access_token, user_id } = await signUpAt(api.url, email);
  return { userId: user_id, headers: { authorization: `Bearer ${access_token}` } };
}

const TIMING = new URL('server-timing.ts', import.meta.url).href;

/** The milliseconds that an answer took at the server. */
export function serverMs(answer: Response): number {
  const told = /dur=([\d.]+)/.exec(answer.headers.get('server-timing') ?? '')?.[1];
  if (told === undefined) throw new Error('The answer does not say how long it took.');
  return Number(told);
}

/** @param env more configuration of its API */
export async function startBench(env: Record<string, string> = {}): Promise<Bench> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-'));
  const database = await startEmbedded(path.join(folder, 'db'), { maxConnections: 120 });
  const start = () =>
    startProcess(path.join(folder, 'api'), {
      DATABASE_URL: database.url,
      NODE_OPTIONS: `--import=${TIMING}`,
      ...env,
    });
  const api = await start();
  const bench: Bench = {
    api,
    databaseUrl: database.url,
    ...(await signUp(api, 'bench@example.com')),
    url: (where) => `${bench.api.url}${SERVICE_BASES.main}${where}`,
    async restart() {
      await bench.api.stop();
      bench.api = await start();
    },
    async stop() {
      await bench.api.stop();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return bench;
}
