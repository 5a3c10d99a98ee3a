import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import type { Workout, WorkoutList } from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { testDatabase, type TestDatabase } from '../../testing/database.ts';
import { as, type As, RUN } from '../workouts/testing.ts';
import { gpx, send, settled } from './testing/import-files.ts';

const DAY_MS = 86_400_000;
const folder = mkdtempSync(path.join(tmpdir(), 'waymark-processes-'));
let database: TestDatabase;
const apis: TestApi[] = [];
let calls: As[];

before(async () => {
  database = await testDatabase();
  for (const node of [0, 1, 2])
    apis.push(
      await startTestApi({
        through: () => Promise.resolve(database.url),
        env: { NODE_NUMBER: String(node), DATA_DIR: folder },
      }),
    );
  const member = await apis[0]!.signUp();
  calls = apis.map((api) => as(api, member));
});
after(async () => {
  for (const api of apis) await api.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

test('[SESS-06] a save that three API processes receive at once takes effect once, and the counters agree', async () => {
  const saves = Array.from({ length: 8 }, (_, n) =>
    calls.map((call) =>
      call<Workout>(
        'POST',
        '/workout/',
        { ...RUN, start_datetime: new Date(Date.UTC(2020, 0, 1) + n * DAY_MS).toISOString() },
        { 'idempotency-key': `save ${n}` },
      ),
    ),
  );
  for (const answers of saves) {
    const all = await Promise.all(answers);
    assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([201]));
    assert.equal(new Set(all.map(({ body }) => body.id)).size, 1);
  }
  for (const call of calls) {
    const { body } = await call<WorkoutList>('GET', '/workout/');
    assert.deepEqual([body.total_count, body._embedded.workouts.length], [8, 8]);
  }
});

test('[WORK-03] files that three API processes read at the same time become one workout each', async () => {
  const names = Array.from({ length: 12 }, (_, i) => `file-${i}.gpx`);
  const filesOf = (node: number) =>
    names
      .map((name, i) => [name, gpx(new Date(Date.UTC(2021, 0, 1) + i * DAY_MS).toISOString())] as const)
      .filter((_, i) => i % calls.length === node);
  await Promise.all(calls.map((call, node) => send(call, filesOf(node))));
  const read = await settled(calls[0]!);
  assert.deepEqual(read.map(({ file_name }) => file_name).toSorted(), names.toSorted());
  assert.ok(read.every(({ state, workouts }) => state === 'ready' && workouts.length === 1));
  const { body } = await calls[1]!<WorkoutList>('GET', '/workout/');
  assert.equal(body.total_count, 8 + names.length);
});
