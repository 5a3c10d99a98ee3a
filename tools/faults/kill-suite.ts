import { setTimeout as wait } from 'node:timers/promises';
import {
  type FileImportList,
  SERVICE_BASES,
  type Workout,
  type WorkoutInput,
  type WorkoutList,
} from '@waymark/api-contract';
import { formOf, gpx } from '@waymark/api/src/training/imports/testing/import-files.ts';
import { chance } from '@waymark/api/src/training/sample-workouts/chance.ts';
import { signUpAt } from '@waymark/api/src/testing/member.ts';
import { findMiscounted, openPoints } from '@waymark/api/src/testing/recount.ts';
import { RUN } from '@waymark/api/src/training/workouts/testing.ts';
import { type Deployment, startDeployment, type Target } from './deployment.ts';

const WRITERS = 3;
const FILES_PER_UPLOAD = 3;
const RETRY_MS = 100;
const GIVE_UP_MS = 240_000;
const PAGE = 100;
/** Far enough apart not to overlap, close enough for a long run to stay in the past. */
const BETWEEN_STARTS_MS = 2 * 3_600_000;

export interface KillReport {
  kills: number;
  acknowledgedWorkouts: number;
  acknowledgedFiles: number;
  /** Acknowledged, and not there afterwards. */
  lost: string[];
  /** There more than once. */
  doubled: string[];
  /** What follows from the workouts and does not agree with them: counts, totals, points. */
  miscounted: string[];
  /** From each kill until a call through the edge was answered. */
  outagesMs: number[];
}

/** Kills again and again while members write and import, then looks at what is there. The seed gives the pauses. */
export async function killDuringWrites(
  targets: readonly Target[],
  killsEach: number,
  seed: number,
): Promise<KillReport> {
  const deployment = await startDeployment({ apis: targets.includes('one-of-two') ? 2 : 1 });
  try {
    const { access_token: token } = await signUpAt(deployment.url);
    await openPoints(deployment.databaseUrl());
    return await run(deployment, token, targets, killsEach, chance(seed));
  } finally {
    await deployment.stop();
  }
}

async function run(
  deployment: Deployment,
  firstToken: string,
  targets: readonly Target[],
  killsEach: number,
  random: () => number,
): Promise<KillReport> {
  let token = firstToken;
  const call = async <T>(where: string, init: RequestInit = {}): Promise<T | null> => {
    try {
      const answer = await fetch(`${deployment.url}${SERVICE_BASES.main}${where}`, {
        ...init,
        headers: { authorization: `Bearer ${token}`, ...(init.headers as Record<string, string>) },
        signal: AbortSignal.timeout(10_000),
      });
      if (answer.status === 401) token = await signIn(deployment.url);
      if (answer.ok) return (await answer.json()) as T;
      if (answer.status !== 401 && answer.status < 500) throw new Refused(`${where}: ${await answer.text()}`);
      return null;
    } catch (error) {
      if (error instanceof Refused) throw error;
      return null;
    }
  };
  const untilAnswered = async <T>(where: string, init?: RequestInit): Promise<T> => {
    const end = Date.now() + GIVE_UP_MS;
    for (;;) {
      const answer = await call<T>(where, init);
      if (answer !== null) return answer;
      if (Date.now() > end) throw new Error(`${where} is not answered any more`);
      await wait(RETRY_MS);
    }
  };

  const over = new AbortController();
  let sequence = 0;
  const workouts = new Set<string>();
  const files = new Set<string>();
  const moment = () => new Date(Date.UTC(2015, 0, 1) + ++sequence * BETWEEN_STARTS_MS).toISOString();
  /** Logs one workout after the other; a call without an answer is repeated with its key, as the site does. */
  const write = async (writer: number) => {
    for (let n = 0; !over.signal.aborted; n++) {
      const name = `written ${writer}-${n}`;
      const body: WorkoutInput = { ...RUN, name, start_datetime: moment() };
      await untilAnswered<Workout>('/workout/', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': name },
        body: JSON.stringify(body),
      });
      workouts.add(name);
    }
  };
  /** Uploads without repeating: what was not acknowledged may be there or not, but only once. */
  const upload = async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      const sent = await call<FileImportList>('/device/file_import/', {
        method: 'POST',
        body: formOf(
          Array.from({ length: FILES_PER_UPLOAD }, (_, i) => {
            const name = `file ${n}-${i}`;
            return [`${name}.gpx`, gpx(moment(), { name, points: 60 })] as const;
          }),
        ),
      });
      for (const { file_name } of sent?._embedded.file_imports ?? []) files.add(file_name);
      await wait(RETRY_MS);
    }
  };
  const work = Promise.all([...Array.from({ length: WRITERS }, (_, writer) => write(writer)), upload()]);
  work.catch(() => over.abort());

  const outagesMs: number[] = [];
  for (let kill = 0; kill < killsEach * targets.length && !over.signal.aborted; kill++) {
    const target = targets[kill % targets.length]!;
    // A database that dies again within three seconds is restarted with growing pauses.
    await wait((target === 'database' ? 3000 : 300) + random() * 700);
    const start = performance.now();
    await deployment.kill(target);
    await untilAnswered<WorkoutList>('/workout/?limit=1');
    outagesMs.push(performance.now() - start);
    // On a busy machine a kill right after each start would let nothing be written.
    const before = workouts.size;
    while (workouts.size === before && !over.signal.aborted) await wait(RETRY_MS);
  }
  over.abort();
  await work;
  for (;;) {
    const { pending } = await untilAnswered<FileImportList>('/device/file_import/?limit=1');
    if (pending === 0) break;
    await wait(RETRY_MS);
  }

  const names: string[] = [];
  for (let offset = 0; ; offset += PAGE) {
    const { _embedded } = await untilAnswered<WorkoutList>(`/workout/?limit=${PAGE}&offset=${offset}`);
    names.push(..._embedded.workouts.map(({ name }) => name ?? ''));
    if (_embedded.workouts.length < PAGE) break;
  }
  const there = new Set(names);
  const lostFiles = [...files].filter((file) => !there.has(file.replace('.gpx', '')));
  const became = async (file: string) => {
    const { _embedded } = await untilAnswered<FileImportList>('/device/file_import/?limit=500');
    const found = _embedded.file_imports.find(({ file_name }) => file_name === file);
    return `${file}: ${found ? `${found.state} ${found.problem?.code ?? ''}` : 'not in the list'}`;
  };
  return {
    kills: outagesMs.length,
    acknowledgedWorkouts: workouts.size,
    acknowledgedFiles: files.size,
    lost: [
      ...[...workouts].filter((name) => !there.has(name)),
      ...(await Promise.all(lostFiles.map(became))),
    ],
    doubled: names.filter((name, i) => names.indexOf(name) !== i),
    miscounted: await findMiscounted(deployment.databaseUrl()),
    outagesMs,
  };
}

/** An answer that says no: not a consequence of a kill. */
class Refused extends Error {}

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ola@example.com', password: 'blue-heron-lake-1' }),
  });
  return ((await answer.json()) as { authToken: string }).authToken;
}
