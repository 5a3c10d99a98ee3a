import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import {
  type FileImport,
  type FileImportList,
  SERVICE_BASES,
  type Workout,
  type WorkoutList,
} from '@waymark/api-contract';
import { chance } from '../sample-workouts/chance.ts';
import { signUpAt } from '../testing/member.ts';
import { RUN } from '../workouts/testing.ts';
import { type ApiProcess, startProcess } from '../testing/api-process.ts';
import { formOf, gpx } from './testing/import-files.ts';

/** How often something is killed: CRASH_ROUNDS=20 for the long run. */
const ROUNDS = Number(process.env['CRASH_ROUNDS'] ?? 6);
const SEED = Number(process.env['CRASH_SEED'] ?? Date.now() % 100_000);
const FILES = 12;
const DAY_MS = 86_400_000;

test(`[WORK-03] no acknowledged write is lost or doubled by ${ROUNDS} kills (seed ${SEED})`, async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-crash-'));
  const random = chance(SEED);
  let api: ApiProcess = await startProcess(folder);
  t.after(async () => {
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const { access_token: token } = await signUpAt(api.url);
  const call = async <T>(method: string, where: string, body?: FormData | object): Promise<T> => {
    const json = body !== undefined && !(body instanceof FormData);
    const answer = await fetch(`${api.url}${SERVICE_BASES.main}${where}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(json && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${where}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };

  const files = new Set<string>();
  const logged = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    const day = Date.UTC(2026, 0, 1) + round * FILES * DAY_MS;
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
