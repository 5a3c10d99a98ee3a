import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { FileImport, Workout } from '@waymark/api-contract';
import { FitBytes, fitTime } from '../../recordings/testing/fit-bytes.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { as, type As } from '../workouts/testing.ts';
import { gpx, importAll, send, settled } from './testing/import-files.ts';
import { zipOf } from '../../recordings/testing/zip-builder.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const fresh = async (): Promise<As> => as(api, await api.signUp());

test('[WORK-03] [DATA-03] only the owner reads the original file', async () => {
  const call = await fresh();
  const content = gpx('2026-05-01T06:00:00Z');
  const file = (await importAll(call, [['Läufe.gpx', content]])).get('Läufe.gpx')!;
  const { id } = file.workouts[0]!;
  await call('PUT', `/workout/${id}/`, { privacy: 3 });
  assert.equal((await call<Workout>('GET', `/workout/${id}/`)).body.has_original, true);
  const original = await call('GET', `/workout/${id}/original/`);
  assert.equal(original.status, 200);
  assert.equal(original.text, content);
  assert.match(original.headers.get('content-disposition')!, /filename\*=UTF-8''L%C3%A4ufe.gpx/);
  const stranger = await fresh();
  assert.notEqual((await stranger('GET', `/workout/${id}/original/`)).status, 200);
  assert.equal((await as(api, null)('GET', `/workout/${id}/original/`)).status, 401);
});

test('[WORK-03] [DATA-03] the original of a file in an archive is kept when the archive is released', async () => {
  const call = await fresh();
  const content = gpx('2026-05-02T06:00:00Z');
  const files = await importAll(call, [['all.zip', await zipOf([['runs/morning.gpx', content]])]]);
  const run = [...files.values()].find(({ workouts }) => workouts.length > 0)!;
  const { id } = run.workouts[0]!;
  await until(
    'the original of the file',
    async () => (await call<Workout>('GET', `/workout/${id}/`)).body.has_original,
  );
  assert.equal((await call('GET', `/workout/${id}/original/`)).text, content);
  assert.notEqual((await (await fresh())('GET', `/workout/${id}/original/`)).status, 200);
});

test('[WORK-03] the member is asked about a recording of two seconds', async () => {
  const call = await fresh();
  const short = (day: number) => gpx(`2026-05-0${day}T06:00:00Z`, { points: 3, every: 1 });
  await send(call, [
    ['a.gpx', short(1)],
    ['b.gpx', short(2)],
  ]);
  const asked = new Map((await settled(call)).map((file) => [file.file_name, file]));
  for (const { state, duplicate_of, preview } of asked.values()) {
    assert.deepEqual([state, duplicate_of.length, preview?.duration], ['duplicate', 0, 2]);
  }
  const choose = (name: string, choice: string) =>
    call<FileImport>('POST', `/device/file_import/${asked.get(name)!.id}/resolution/`, { choice });
  assert.equal((await choose('a.gpx', 'keep_both')).status, 200);
  assert.equal((await choose('b.gpx', 'skip')).status, 200);
  const [b, a] = (await settled(call)).toSorted((x, y) => y.file_name.localeCompare(x.file_name));
  assert.deepEqual([a!.state, a!.workouts.length], ['ready', 1]);
  assert.deepEqual([b!.state, b!.problem?.code], ['skipped', 'too_short']);
});

test('[WORK-13] a workout has its pool lengths', async () => {
  const call = await fresh();
  const start = Date.UTC(2026, 4, 3, 6);
  const file = new FitBytes().message(0, [[0, 'enum', 4]]);
  for (let i = 0; i < 4; i++) {
    file.message(101, [
      [253, 'u32', fitTime(start + (i + 1) * 30_000)],
      [2, 'u32', fitTime(start + i * 30_000)],
      [3, 'u32', 30_000],
      [5, 'u16', 14],
      [7, 'enum', 3],
      [12, 'enum', 1],
    ]);
  }
  file.message(18, [
    [253, 'u32', fitTime(start + 120_000)],
    [2, 'u32', fitTime(start)],
    [5, 'enum', 5],
    [6, 'enum', 17],
    [7, 'u32', 120_000],
    [8, 'u32', 120_000],
    [9, 'u32', 10_000],
    [44, 'u16', 2500],
  ]);
  const swim = (await importAll(call, [['swim.fit', new Uint8Array(file.bytes())]])).get('swim.fit')!;
  const { body } = await call<Workout>('GET', `/workout/${swim.workouts[0]!.id}/`);
  assert.equal(body.pool_length, 25);
  assert.deepEqual(body.lengths[1], { start: 30, duration: 30, strokes: 14, stroke: 'butterfly' });
  assert.equal(body.lengths.length, 4);
  assert.equal(body.aggregates.distance_total, 100);
});
