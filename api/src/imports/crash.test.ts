import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type ChallengeDetails,
  type FileImport,
  type FileImportList,
  SERVICE_BASES,
  type Workout,
  type WorkoutList,
} from '@waymark/api-contract';
import { sql } from 'kysely';
import { connect } from '../kernel/database/connect.ts';
import { MAX_ATTEMPTS } from '../kernel/jobs/attempts.ts';
import { chance } from '../sample-workouts/chance.ts';
import { testDatabase } from '../testing/database.ts';
import { until } from '../testing/mail.ts';
import { signUpAt } from '../testing/member.ts';
import { RUN } from '../workouts/testing.ts';
import { type ApiProcess, startProcess } from '../testing/api-process.ts';
import { formOf, gpx } from './testing/import-files.ts';

/** How often something is killed, each third time in the same way: CRASH_ROUNDS=20 for the long run. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 100_000);
const FILES = 12;
const DAY_MS = 86_400_000;
/** Twenty rounds later it is not today yet. */
const FIRST_DAY = Math.floor(Date.now() / DAY_MS - 300) * DAY_MS;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

test(`[WORK-03] [CHAL-02] no acknowledged write is lost or doubled by ${ROUNDS} kills, and challenges count each once (seed ${SEED})`, async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-crash-'));
  const random = chance(SEED);
  let api: ApiProcess = await startProcess(folder);
  t.after(async () => {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { access_token: token } = await signUpAt(api.url);
  const callOf = async <T>(
    base: string,
    method: string,
    where: string,
    body?: FormData | object,
  ): Promise<T> => {
    const json = body !== undefined && !(body instanceof FormData);
    const answer = await fetch(`${api.url}${base}${where}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  const call = <T>(method: string, where: string, body?: FormData | object): Promise<T> =>
    callOf<T>(SERVICE_BASES.main, method, where, body);
  const challenges = await Promise.all(
    (['count', 'distance'] as const).map(async (kind) => {
      const window = { first_day: dayOf(FIRST_DAY - DAY_MS), last_day: dayOf(Date.now() + 10 * DAY_MS) };
      const { id } = await callOf<ChallengeDetails>(SERVICE_BASES.challenges, 'POST', '/v2/challenges', {
        ...window,
        title: 'Many kills',
        kind,
      });
      await callOf(SERVICE_BASES.challenges, 'POST', `/challenges/${id}/users`, {});
      return id;
    }),
  );

  const files = new Set<string>();
  const logged = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    const day = FIRST_DAY + round * FILES * DAY_MS;
    const named = Array.from(
      { length: FILES },
      (_, i) =>
        [`round-${round}-${i}.gpx`, gpx(new Date(day + i * DAY_MS).toISOString(), { points: 400 })] as const,
    );
    // Settled from the start: a refusal that nobody waits for yet would end the test.
    const writes = Promise.allSettled([
      call<FileImportList>('POST', '/device/file_import/', formOf(named)).then((sent) => {
        for (const { file_name } of sent._embedded.file_imports) files.add(file_name);
      }),
      ...[1, 2, 3].map(async (hour) => {
        const start_datetime = new Date(day + hour * 3_600_000 * 6).toISOString();
        logged.add(
          (await call<Workout>('POST', '/workout/', { ...RUN, activity_type_id: 78, start_datetime })).id,
        );
      }),
    ]);
    // Some kills hit the upload itself, some the reading, some the moment between.
    if (round % 3 !== 2) await writes;
    await wait(random() * 600);
    if (round % 3 === 1) process.kill(api.database, 'SIGKILL');
    await api.kill();
    await writes;
    api = await startProcess(folder);
  }

  const list = await allRead(() => call<FileImportList>('GET', '/device/file_import/?limit=500'));
  for (const name of files) {
    const found = list.filter(({ file_name }) => file_name === name);
    assert.equal(found.length, 1, name);
    assert.deepEqual([found[0]!.state, found[0]!.workouts.length], ['ready', 1], name);
  }
  const workouts = await everyWorkout((where) => call<WorkoutList>('GET', where));
  const starts = workouts.map(
    ({ start_datetime, activity_type_id }) => `${start_datetime} ${activity_type_id}`,
  );
  assert.equal(new Set(starts).size, starts.length, 'no workout is there twice');
  const ids = new Set(workouts.map(({ id }) => id));
  for (const id of logged) assert.ok(ids.has(id), `logged ${id}`);
  assert.ok(files.size >= FILES && logged.size >= 3);
  assert.equal((await call<WorkoutList>('GET', '/workout/')).total_count, workouts.length);
  const meters = workouts.reduce(
    (all, { aggregates }) => all + Math.round((aggregates.distance_total ?? 0) * 100),
    0,
  );
  const counted = challenges.map(async (id) => {
    const { progress } = await callOf<ChallengeDetails>(
      SERVICE_BASES.challenges,
      'GET',
      `/challenges/challenge/${id}/details`,
    );
    return progress?.value;
  });
  assert.deepEqual(await Promise.all(counted), [workouts.length, meters / 100]);
});

test('[WORK-03] a file whose storing ends the process three times fails, and others are read', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-storing-'));
  const database = await testDatabase();
  const env = { DATABASE_URL: database.url };
  const locker = connect(database.url, { max: 1, onError: () => undefined });
  const watcher = connect(database.url, { max: 1, onError: () => undefined });
  let api = await startProcess(folder, env);
  t.after(async () => {
    await api.kill();
    await locker.close();
    await watcher.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const headers = { authorization: `Bearer ${(await signUpAt(api.url)).access_token}` };
  const imports = `${SERVICE_BASES.main}/device/file_import/`;
  const send = async (name: string, start: string) => {
    const answer = await fetch(api.url + imports, {
      method: 'POST',
      headers,
      body: formOf([[name, gpx(start)]]),
    });
    assert.equal(answer.status, 202);
  };
  const list = async () => (await (await fetch(api.url + imports, { headers })).json()) as FileImportList;
  const isStoring = async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and query like 'insert into "workouts"%'`.execute(watcher.db);
    return rows.length > 0;
  };
  // The statements of a killed process would wait on.
  const endSessions = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(watcher.db);
  await locker.db.transaction().execute(async (trx) => {
    await sql`lock table workouts in exclusive mode`.execute(trx);
    await send('poison.gpx', '2026-05-03T06:00:00Z');
    for (let kill = 0; kill < MAX_ATTEMPTS; kill++) {
      await until('it is being stored', isStoring);
      await api.kill();
      await endSessions();
      api = await startProcess(folder, env);
    }
    await until('it has failed', async () => (await list()).counts.failed === 1);
    assert.equal(await isStoring(), false);
  });
  const [failed] = (await list())._embedded.file_imports;
  assert.equal(failed!.problem?.code, 'unreadable');
  await send('run.gpx', '2026-05-04T06:00:00Z');
  await until('another file is read', async () => (await list()).counts.ready === 1);
});

async function allRead(list: () => Promise<FileImportList>): Promise<FileImport[]> {
  const until = Date.now() + 120_000;
  for (;;) {
    const { pending, _embedded } = await list();
    if (pending === 0) return _embedded.file_imports;
    assert.ok(Date.now() < until, `${pending} files are still pending`);
    await wait(50);
  }
}

async function everyWorkout(list: (where: string) => Promise<WorkoutList>) {
  const workouts = [];
  for (let offset = 0; ; offset += 100) {
    const page = await list(`/workout/?limit=100&offset=${offset}`);
    workouts.push(...page._embedded.workouts);
    if (page._embedded.workouts.length < 100) return workouts;
  }
}
