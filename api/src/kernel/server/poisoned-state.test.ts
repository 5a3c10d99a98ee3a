import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import {
  type DataExport,
  type DataRestore,
  type FileImportList,
  type PhotoList,
  SERVICE_BASES,
  type Workout,
} from '@waymark/api-contract';
import { sql } from 'kysely';
import { connect } from '../database/connect.ts';
import { startProcess } from '../../testing/api-process.ts';
import { MAX_ATTEMPTS } from '../jobs/attempts.ts';
import { testDatabase } from '../../testing/database.ts';
import { until } from '../../testing/mail.ts';
import { signUpAt } from '../../testing/member.ts';
import { RUN } from '../../training/workouts/testing.ts';

const MAIN = SERVICE_BASES.main;
const SENTENCE = /^[A-Z].{15,}[.]$/;

test('[WORK-03] no stored state keeps the API from starting: bad rows of every kind of background work', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-poisoned-'));
  const database = await testDatabase();
  const connection = connect(database.url, { max: 2, onError: () => undefined });
  const { db } = connection;
  // Nothing listens there: each question about the weather fails.
  const env = { DATABASE_URL: database.url, WEATHER_URL: 'http://127.0.0.1:9/archive' };
  let api = await startProcess(folder, env);
  t.after(async () => {
    await api.stop();
    await connection.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { access_token: token } = await signUpAt(api.url);
  const call = async <T>(method: string, where: string, body?: object): Promise<T> => {
    const answer = await fetch(`${api.url}${MAIN}${where}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.ok(answer.ok, `${method} ${where}: ${answer.status}`);
    return (await answer.json()) as T;
  };
  const { id: userId } = await call<{ id: number }>('GET', '/user/self/');
  const { id: workoutId } = await call<Workout>('POST', '/workout/', RUN);
  await api.stop();

  const files = path.join(folder, 'files', 'bad');
  mkdirSync(files, { recursive: true });
  for (const name of ['text', 'zip', 'picture'])
    writeFileSync(path.join(files, name), 'PK\u0003\u0004 no such thing');
  const entry = JSON.stringify({ offset: 'far', packed: -1, size: {}, method: null });
  const now = new Date();
  const bad = { user_id: userId, batch_id: 1, size: 1, created_at: now, updated_at: now };
  const lines = { warnings: '[]', duplicate_ids: '[]', turn: 0, progress: 0 };
  await db
    .insertInto('file_imports')
    .values([
      {
        ...bad,
        ...lines,
        id: 1,
        file_name: 'gone.gpx',
        state: 'queued',
        tries: 0,
        storage_key: 'bad/nowhere',
      },
      { ...bad, ...lines, id: 2, file_name: 'no key', state: 'queued', tries: 0, storage_key: '../../etc' },
      {
        ...bad,
        ...lines,
        id: 3,
        file_name: 'killer.gpx',
        state: 'reading',
        reader: '3:0',
        tries: MAX_ATTEMPTS,
        storage_key: 'bad/text',
      },
      {
        ...bad,
        ...lines,
        id: 4,
        batch_id: 4,
        archive: true,
        file_name: 'bad.zip',
        state: 'queued',
        tries: 0,
        storage_key: 'bad/zip',
      },
      {
        ...bad,
        ...lines,
        id: 5,
        batch_id: 5,
        file_name: 'entry.gpx',
        state: 'queued',
        tries: 0,
        storage_key: 'bad/zip',
        source_id: 4,
        source_index: 0,
        entry,
      },
      {
        ...bad,
        ...lines,
        id: 6,
        batch_id: 5,
        archive: true,
        file_name: 'done.zip',
        state: 'ready',
        tries: 1,
        storage_key: 'bad/nowhere',
        hidden_at: now,
      },
    ])
    .execute();
  const photo = {
    user_id: userId,
    workout_id: workoutId,
    position: 0,
    caption: '',
    created_at: now,
    updated_at: now,
  };
  await db
    .insertInto('workout_photos')
    .values([
      { ...photo, id: 11, state: 'processing', tries: 0, file_name: 'a.jpg', original_key: 'bad/picture' },
      {
        ...photo,
        id: 12,
        state: 'processing',
        tries: MAX_ATTEMPTS,
        file_name: 'b.jpg',
        original_key: 'bad/picture',
      },
      { ...photo, id: 13, state: 'processing', tries: 0, file_name: 'c.jpg', original_key: 'bad/nowhere' },
    ])
    .execute();
  await sql`update workouts set has_time_series = true where id = ${workoutId}`.execute(db);
  await sql`
    insert into workout_streams (user_id, workout_id, kind, n, data)
    values (${userId}, ${workoutId}, 'time', 2000000000, '\\x00ff'), (${userId}, ${workoutId}, 'power', -1, '\\x')`.execute(
    db,
  );
  await sql`insert into stale_redactions values (${userId}, ${workoutId}, 0), (${userId}, 999, 0)`.execute(
    db,
  );
  await sql`
    insert into workout_weather (user_id, workout_id, status, lat, lng, hour, tries, next_at, updated_at)
    values (${userId}, ${workoutId}, 'pending', 'NaN', 1e300, '4000-01-01', 99, now(), now())`.execute(db);
  const requested_at = new Date(now.getTime() - 120_000);
  await sql`
    insert into data_exports (user_id, id, status, done, total, requested_at)
    values (${userId}, 21, 'running', -1, 0, ${requested_at})`.execute(db);
  await sql`
    insert into data_restores (user_id, id, status, done, total, counts, requested_at)
    values (${userId}, 22, 'queued', 7, 0, '[]', ${requested_at})`.execute(db);
  await sql`
    insert into deletion_requests (user_id, id, requested_at, erase_at, state)
    values (0, 23, now(), '-infinity', 'erasing'),
      (999, 25, now(), now() + interval '1 day', 'pending')`.execute(db);
  await sql`
    insert into oauth_records (user_id, kind, hash, grant_id, uid, payload, created_at, expires_at)
    values (${userId}, 'AccessToken', 'x', 'x', null, '[]', now(), now() + interval '1 day'),
      (null, 'Session', 'y', null, 'y', '"text"', now(), 'infinity'),
      (999, 'Grant', 'z', 'z', null, 'null', '-infinity', '-infinity')`.execute(db);
  await sql`
    insert into job_runs (job_id, queue, node) values
      (gen_random_uuid(), 'no such work', 0), (gen_random_uuid(), 'imports.read', 0)`.execute(db);
  await sql`
    insert into waymark_jobs.job (name, data, policy, singleton_key)
    select name, '{"userId": "nobody", "batchId": [], "email": 7}', policy, 'bad' from waymark_jobs.queue
    where name not like '\\_\\_%'`.execute(db);

  api = await startProcess(folder, env);
  const list = await until(
    'each file ends in a state',
    async () => {
      const found = await call<FileImportList>('GET', '/device/file_import/');
      return found.pending === 0 && found._embedded.file_imports;
    },
    60_000,
  );
  for (const { file_name, state, problem } of list) {
    assert.equal(state, 'failed', file_name);
    assert.match(problem?.message ?? '', SENTENCE, file_name);
  }
  assert.equal(list.length, 5);
  await until(
    'each picture ends in a state',
    async () => {
      const { _embedded } = await call<PhotoList>('GET', `/workout/${workoutId}/photos/`);
      return _embedded.photos.every(({ status }) => status === 'failed');
    },
    30_000,
  );
  await until('the weather is given up', async () => {
    const { rows } = await sql<{ status: string }>`select status from workout_weather`.execute(db);
    return rows[0]?.status === 'unavailable';
  });
  await until(
    'the archives are given up',
    async () => {
      const { exports } = await call<{ exports: DataExport[] }>('GET', '/data_export/');
      const { restore } = await call<{ restore: DataRestore }>('GET', '/data_export/restore/');
      return exports[0]?.status === 'failed' && SENTENCE.test(restore.problem ?? '');
    },
    30_000,
  );
  await until('nobody is left to be erased', async () => {
    const { rows } = await sql`select 1 from deletion_requests where state = 'erasing'`.execute(db);
    return rows.length === 0;
  });
  const listed = await fetch(`${api.url}${SERVICE_BASES.internal}/externaltokens/${userId}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(listed.status, 200);
  assert.equal((await fetch(`${api.url}/readyz`)).status, 200);
  const restarted = api;
  await restarted.stop();
  api = await startProcess(folder, env);
  await call('GET', '/user/self/');
});
