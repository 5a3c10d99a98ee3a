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
import { connect } from '../../kernel/database/connect.ts';
import { findEmbeddedUrl } from '../../kernel/database/embedded-address.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { MAX_ATTEMPTS } from '../../kernel/jobs/attempts.ts';
import { chance } from '../sample-workouts/chance.ts';
import { testDatabase } from '../../testing/database.ts';
import { until } from '../../testing/mail.ts';
import { signUpAt } from '../../testing/member.ts';
import { noteReachedTargets } from '../../testing/recount-awards.ts';
import { assertDerived } from '../../testing/recount-derived.ts';
import { RUN } from '../workouts/testing.ts';
import { type ApiProcess, startProcess } from '../../testing/api-process.ts';
import { formOf, gpx } from './testing/import-files.ts';

/** How often something is killed, each third time in the same way: CRASH_ROUNDS=20 for the long run. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 3);
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 100_000);
const FILES = 12;
const DAY_MS = 86_400_000;
/** Twenty rounds later it is not today yet. */
const FIRST_DAY = Math.floor(Date.now() / DAY_MS - 300) * DAY_MS;
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10);

const OPERATOR = 'operator@example.com';
const ENV = { ROLLOUTS: 'loyalty=enabled', CHALLENGE_OPERATORS: OPERATOR };

interface CrashMember {
  userId: number;
  call: <T>(method: string, where: string, body?: FormData | object) => Promise<T>;
  callOf: <T>(base: string, method: string, where: string, body?: FormData | object) => Promise<T>;
  /** Whether they are in each challenge; null where a call ended without an answer. */
  joined: Map<number, boolean | null>;
}

async function signUpMember(url: () => string, email: string): Promise<CrashMember> {
  const { access_token: token, user_id: userId } = await signUpAt(url(), email);
  const callOf: CrashMember['callOf'] = async <T>(
    base: string,
    method: string,
    where: string,
    body?: FormData | object,
  ): Promise<T> => {
    const json = body !== undefined && !(body instanceof FormData);
    const answer = await fetch(`${url()}${base}${where}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };
  return {
    userId,
    callOf,
    call: (method, where, body) => callOf(SERVICE_BASES.main, method, where, body),
    joined: new Map(),
  };
}

async function changeMembership(
  { userId, callOf, joined }: CrashMember,
  challengeId: number,
  isJoining: boolean,
): Promise<void> {
  joined.set(challengeId, null);
  const users = `/challenges/${challengeId}/users`;
  if (isJoining) await callOf(SERVICE_BASES.challenges, 'POST', users, {});
  else await callOf(SERVICE_BASES.challenges, 'DELETE', `${users}/${userId}`);
  joined.set(challengeId, isJoining);
}

/** Leaves challenges and joins them again until the API is killed. */
async function joinAndLeave(member: CrashMember, challengeIds: readonly number[]): Promise<never> {
  for (;;)
    for (const id of challengeIds) {
      await changeMembership(member, id, false);
      await changeMembership(member, id, true);
    }
}

/** Runs something on the database of an API that runs by itself. */
async function withDatabase<T>(folder: string, act: (db: Db) => Promise<T>): Promise<T> {
  const connection = connect(findEmbeddedUrl(folder)!, { max: 4, onError: () => undefined });
  try {
    return await act(connection.db);
  } finally {
    await connection.close();
  }
}

/** Who was told that they joined or left has. */
async function assertMemberships(folder: string, members: readonly CrashMember[]): Promise<void> {
  const rows = await withDatabase(folder, (db) =>
    db.selectFrom('challenge_members').select(['user_id', 'challenge_id']).execute(),
  );
  for (const { userId, joined } of members)
    for (const [id, isJoined] of joined) {
      const isThere = rows.some((row) => row.user_id === userId && row.challenge_id === id);
      if (isJoined !== null) assert.equal(isThere, isJoined, `${userId} in ${id}`);
    }
}

/** Challenges for everyone with targets, goals of both members from the first day on, and accounts of points. */
async function prepare(folder: string, [member, rival]: readonly [CrashMember, CrashMember]) {
  await withDatabase(folder, async (db) => {
    await db.updateTable('logins').set({ email_confirmed_at: new Date() }).execute();
    await noteReachedTargets(db);
  });
  const ids: number[] = [];
  for (const { kind, target } of [
    { kind: 'count', target: 5 },
    { kind: 'distance', target: 50_000 },
  ] as const) {
    const { id } = await member.callOf<ChallengeDetails>(SERVICE_BASES.challenges, 'POST', '/v2/challenges', {
      title: 'Many kills',
      audience: 'everyone',
      kind,
      target,
      first_day: dayOf(FIRST_DAY - DAY_MS),
      last_day: dayOf(Date.now() + 10 * DAY_MS),
    });
    ids.push(id);
  }
  for (const one of [member, rival]) {
    for (const id of ids) await changeMembership(one, id, true);
    for (const threshold of [
      { metric: 'count', value: 5 },
      { metric: 'distance', value: 20_000 },
    ])
      await one.call('POST', '/user_goal/', { criteria: { activity_type_id: null, threshold } });
    await one.callOf(SERVICE_BASES.loyalty, 'GET', `/rewards-points/${one.userId}`);
  }
  await withDatabase(folder, async (db) => {
    for (const { user_id, id, targets } of await db.selectFrom('user_goals').selectAll().execute())
      await db
        .updateTable('user_goals')
        .set({
          first_day: dayOf(FIRST_DAY),
          targets: JSON.stringify([{ ...targets[0], first_day: dayOf(FIRST_DAY) }]),
        })
        .where('user_id', '=', user_id)
        .where('id', '=', id)
        .execute();
  });
  return ids;
}

test(`[WORK-03] [CHAL-02] [CHAL-03] [CHAL-05] [DATA-04] no acknowledged write, join or leave is lost or doubled by ${ROUNDS} kills, and goals, challenges, ranks, awards and points count each once (seed ${SEED})`, async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-crash-'));
  const random = chance(SEED);
  let api: ApiProcess = await startProcess(folder, ENV);
  t.after(async () => {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = () => api.url;
  const member = await signUpMember(url, OPERATOR);
  const rival = await signUpMember(url, 'rival@example.com');
  const challengeIds = await prepare(folder, [member, rival]);
  const logOf = async (one: CrashMember, start: number, isShort = false) => {
    const start_datetime = new Date(start).toISOString();
    const run = { ...RUN, activity_type_id: 78, start_datetime, ...(isShort && { distance: 2000 }) };
    return (await one.call<Workout>('POST', '/workout/', run)).id;
  };

  const files = new Set<string>();
  const logged = new Set<number>();
  const loggedByRival = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    const day = FIRST_DAY + round * FILES * DAY_MS;
    const named = Array.from(
      { length: FILES },
      (_, i) =>
        [`round-${round}-${i}.gpx`, gpx(new Date(day + i * DAY_MS).toISOString(), { points: 400 })] as const,
    );
    // Settled from the start: a refusal that nobody waits for yet would end the test.
    const writes = Promise.allSettled([
      member.call<FileImportList>('POST', '/device/file_import/', formOf(named)).then((sent) => {
        for (const { file_name } of sent._embedded.file_imports) files.add(file_name);
      }),
      ...[1, 2, 3].map(async (hour) => {
        logged.add(await logOf(member, day + hour * 3_600_000 * 6));
      }),
      logOf(rival, day + 3_600_000, true).then((id) => loggedByRival.add(id)),
    ]);
    const memberships = Promise.allSettled([member, rival].map((one) => joinAndLeave(one, challengeIds)));
    // Some kills hit the upload itself, some the reading, some the moment between.
    if (round % 3 !== 2) await writes;
    await wait(random() * 600);
    if (round % 3 === 1) process.kill(api.database, 'SIGKILL');
    await api.kill();
    await writes;
    await memberships;
    api = await startProcess(folder, ENV);
    await assertMemberships(folder, [member, rival]);
  }

  const list = await allRead(() => member.call<FileImportList>('GET', '/device/file_import/?limit=500'));
  for (const name of files) {
    const found = list.filter(({ file_name }) => file_name === name);
    assert.equal(found.length, 1, name);
    assert.deepEqual([found[0]!.state, found[0]!.workouts.length], ['ready', 1], name);
  }
  const workouts = await everyWorkout((where) => member.call<WorkoutList>('GET', where));
  const starts = workouts.map(
    ({ start_datetime, activity_type_id }) => `${start_datetime} ${activity_type_id}`,
  );
  assert.equal(new Set(starts).size, starts.length, 'no workout is there twice');
  const ids = new Set(workouts.map(({ id }) => id));
  for (const id of logged) assert.ok(ids.has(id), `logged ${id}`);
  assert.ok(files.size >= FILES && logged.size >= 3);
  assert.equal((await member.call<WorkoutList>('GET', '/workout/')).total_count, workouts.length);
  const workoutsOfRival = await everyWorkout((where) => rival.call<WorkoutList>('GET', where));
  assert.ok(loggedByRival.size > 0);
  for (const id of loggedByRival) assert.ok(workoutsOfRival.some((workout) => workout.id === id));

  for (const one of [member, rival]) for (const id of challengeIds) await changeMembership(one, id, true);
  const progressOf = (one: CrashMember) =>
    Promise.all(
      challengeIds.map(async (id) => {
        const { progress } = await one.callOf<ChallengeDetails>(
          SERVICE_BASES.challenges,
          'GET',
          `/challenges/challenge/${id}/details`,
        );
        return [progress?.value, progress?.rank];
      }),
    );
  const meters = (all: readonly Pick<Workout, 'aggregates'>[]) =>
    all.reduce((sum, { aggregates }) => sum + Math.round((aggregates.distance_total ?? 0) * 100), 0) / 100;
  assert.deepEqual(await progressOf(member), [
    [workouts.length, 1],
    [meters(workouts), 1],
  ]);
  assert.deepEqual(await progressOf(rival), [
    [workoutsOfRival.length, 2],
    [meters(workoutsOfRival), 2],
  ]);
  await withDatabase(folder, (db) =>
    assertDerived(
      { db, now: () => new Date() },
      {
        members: [member, rival].map(({ userId, call }) => ({
          userId,
          readProgress: (where) => call('GET', where),
        })),
        waitForPoints: () =>
          until('all awards are announced', async () => {
            const { n } = await db
              .selectFrom('challenge_awards')
              .select(({ fn }) => fn.countAll<number>().as('n'))
              .where('is_announced', '=', false)
              .executeTakeFirstOrThrow();
            return n === 0;
          }),
      },
    ),
  );
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
