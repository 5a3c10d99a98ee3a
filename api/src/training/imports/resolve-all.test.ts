import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { FileImport, FileImportList, WorkoutList } from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As } from '../workouts/testing.ts';
import { gpx, importAll, send, settled } from './testing/import-files.ts';
import { zipOf } from '../../recordings/testing/zip-builder.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const DAYS = ['2026-05-01', '2026-05-02', '2026-05-03'];
const archive = (name: string) =>
  zipOf(DAYS.map((day) => [`${name}-${day}.gpx`, gpx(`${day}T06:00:00Z`, { name })] as const));
const totalOf = async (call: As) => (await call<WorkoutList>('GET', '/workout/')).body.total_count;
const names = async (call: As) =>
  (await call<WorkoutList>('GET', '/workout/')).body._embedded.workouts.map(({ name }) => name);

/** A member with three workouts, and an upload of the same three that waits for a choice. */
async function duplicates(): Promise<{ call: As; batch_id: number }> {
  const call = as(api, await api.signUp());
  await importAll(call, [['old.zip', await archive('Old')]]);
  await send(call, [['new.zip', await archive('New')]]);
  const waiting = (await settled(call)).filter(({ state }) => state === 'duplicate');
  assert.equal(waiting.length, 3);
  return { call, batch_id: waiting[0]!.batch_id };
}
const resolve = async (call: As, body: object) =>
  (await call<{ changed: number }>('POST', '/device/file_import/resolution/', body)).body.changed;

for (const [choice, total, left] of [
  ['keep_both', 6, { Old: 3, New: 3 }],
  ['replace', 3, { New: 3 }],
  ['skip', 3, { Old: 3 }],
] as const) {
  test(`[WORK-03] one choice for all duplicates of an upload: ${choice}`, async () => {
    const { call, batch_id } = await duplicates();
    assert.equal(await resolve(call, { choice, batch_id: batch_id - 1 }), 0);
    assert.equal(await resolve(call, { choice, batch_id }), 3);
    const files = (await settled(call)).filter((file) => file.batch_id === batch_id);
    assert.deepEqual(
      new Set(files.map(({ state }) => state)),
      new Set([choice === 'skip' ? 'skipped' : 'ready']),
    );
    assert.equal(await totalOf(call), total);
    const counted = Object.fromEntries(
      [...Map.groupBy(await names(call), (name) => name)].map(([name, all]) => [name, all.length]),
    );
    assert.deepEqual(counted, left);
    assert.equal(await resolve(call, { choice }), 0);
  });
}

test('[WORK-03] a choice for all applies to files that are still being read, and only to duplicates', async (t) => {
  const call = as(api, await api.signUp());
  await importAll(call, [['old.gpx', gpx('2026-05-01T06:00:00Z', { name: 'Old' })]]);
  const { files } = api.context;
  const real = files.withLocal.bind(files);
  let opened = 0;
  t.mock.method(files, 'withLocal', async (key: string, work: (path: string) => Promise<unknown>) => {
    opened++;
    // First the archive is looked through; before the first of its files is read the member has chosen.
    if (opened === 2) {
      const list = (await call<FileImportList>('GET', '/device/file_import/')).body;
      const { batch_id } = list._embedded.file_imports[0]!;
      assert.equal(await resolve(call, { choice: 'skip', batch_id }), 0);
    }
    return real(key, work);
  });
  await send(call, [['new.zip', await archive('New')]]);
  const read = (await settled(call)).filter(({ archive_name }) => archive_name !== null);
  assert.deepEqual(read.map(({ state }) => state).toSorted(), ['ready', 'ready', 'skipped']);
  assert.deepEqual((await names(call)).toSorted(), ['New', 'New', 'Old']);
});

test('[WORK-03] failed files are tried again and finished ones dismissed, of one upload or of all', async () => {
  const call = as(api, await api.signUp());
  await importAll(call, [
    ['a.gpx', 'nonsense'],
    ['b.gpx', 'nonsense'],
  ]);
  const zip = await zipOf([
    ['c.gpx', 'nonsense'],
    ['d.gpx', gpx('2026-05-01T06:00:00Z')],
  ]);
  await importAll(call, [['up.zip', zip]]);
  const [batch] = (await call<FileImportList>('GET', '/device/file_import/')).body.batches;
  const retry = (body: object) => call<{ changed: number }>('POST', '/device/file_import/retry/', body);
  assert.equal((await retry({ batch_id: batch!.batch_id })).body.changed, 1);
  await settled(call);
  assert.equal((await retry({})).body.changed, 3);
  assert.equal((await settled(call)).filter(({ state }) => state === 'failed').length, 3);
  assert.equal((await call('DELETE', `/device/file_import/?batch_id=${batch!.batch_id}`)).status, 204);
  assert.deepEqual((await settled(call)).map(({ file_name }) => file_name).toSorted(), ['a.gpx', 'b.gpx']);
  assert.equal((await call('DELETE', '/device/file_import/')).status, 204);
  assert.deepEqual(await settled(call), []);
  assert.equal((await retry({})).body.changed, 0);
  assert.equal(await totalOf(call), 1);
});

test('[WORK-03] dismissing finished imports keeps duplicates that wait for a choice, and their files', async () => {
  const { call, batch_id } = await duplicates();
  await importAll(call, [['bad.gpx', 'nonsense']]);
  assert.equal((await call('DELETE', '/device/file_import/')).status, 204);
  const left = await settled(call);
  assert.deepEqual(
    left.map(({ state }) => state),
    ['duplicate', 'duplicate', 'duplicate'],
  );
  assert.equal(await resolve(call, { choice: 'keep_both', batch_id }), 3);
  assert.deepEqual(new Set((await settled(call)).map(({ state }) => state)), new Set(['ready']));
  assert.equal(await totalOf(call), 6);
});

test('[DATA-03] uploads of others can neither be resolved, listed nor reported', async () => {
  const { call, batch_id } = await duplicates();
  const other = as(api, await api.signUp());
  assert.equal(await resolve(other, { choice: 'replace', batch_id }), 0);
  assert.equal(
    (await other<{ changed: number }>('POST', '/device/file_import/retry/', { batch_id })).body.changed,
    0,
  );
  assert.equal((await other('DELETE', `/device/file_import/?batch_id=${batch_id}`)).status, 204);
  const seen = (await other<FileImportList>('GET', `/device/file_import/?batch_id=${batch_id}`)).body;
  assert.deepEqual([seen.total_count, seen.batches], [0, []]);
  assert.equal((await other('GET', '/device/file_import/report/')).text.trim().split('\n').length, 1);
  assert.equal((await settled(call)).length, 6);
  for (const [method, where] of [
    ['POST', 'resolution/'],
    ['POST', 'retry/'],
    ['DELETE', ''],
    ['GET', 'report/'],
  ] as const)
    assert.equal(
      (
        await as(api, null)(
          method,
          `/device/file_import/${where}`,
          method === 'POST' ? { choice: 'skip' } : undefined,
        )
      ).status,
      401,
    );
});

test('[WORK-03] [DATA-02] the list is searched by names of files and workouts', async () => {
  const call = as(api, await api.signUp());
  await importAll(call, [
    ['50%_off.gpx', gpx('2026-05-01T06:00:00Z', { name: 'Lake loop' })],
    ['other.gpx', gpx('2026-05-02T06:00:00Z', { name: 'Hills' })],
    ['bad.gpx', 'nonsense'],
  ]);
  const found = async (query: string) => {
    const { body } = await call<FileImportList>('GET', `/device/file_import/?${query}`);
    assert.equal(body.total_count, body._embedded.file_imports.length);
    return body._embedded.file_imports.map(({ file_name }: FileImport) => file_name).toSorted();
  };
  assert.deepEqual(await found('search=LAKE'), ['50%_off.gpx']);
  assert.deepEqual(await found(`search=${encodeURIComponent('0%_')}`), ['50%_off.gpx']);
  assert.deepEqual(await found('search=%25'), ['50%_off.gpx']);
  assert.deepEqual(await found('search=.gpx&state=ready'), ['50%_off.gpx', 'other.gpx']);
  assert.deepEqual(await found('search=nothing'), []);
});

test('[WORK-03] [DATA-02] the report is the filtered list as a table that spreadsheets can open', async () => {
  const call = as(api, await api.signUp());
  const zip = await zipOf([
    ['=cmd()|.gpx', 'nonsense'],
    ['run.gpx', gpx('2026-05-01T06:00:00Z', { name: '+1, &quot;hard&quot;' })],
  ]);
  const files = await importAll(call, [['up.zip', zip]]);
  const { id } = files.get('run.gpx')!.workouts[0]!;
  const report = await call('GET', '/device/file_import/report/');
  assert.match(report.headers.get('content-type')!, /^text\/csv/u);
  assert.match(report.headers.get('content-disposition')!, /attachment; filename="imports\.csv"/u);
  const [head, ...lines] = report.text.replace('\uFEFF', '').trimEnd().split('\r\n');
  assert.equal(head, 'File,Archive,State,Workout,Name,Start,Distance (m),Problem');
  const run = lines.find((line) => line.startsWith('run.gpx'))!;
  assert.match(
    run,
    new RegExp(
      `^run\\.gpx,up\\.zip,ready,http[^,]+/workout/${id},"'\\+1, ""hard""",2026-05-01T06:00:00\\.000Z,[\\d.]+,$`,
      'u',
    ),
  );
  assert.ok(
    lines.some((line) => line.startsWith(`"'=cmd()|.gpx",up.zip,failed,,,,,`)),
    report.text,
  );
  const failed = (await call('GET', '/device/file_import/report/?state=failed')).text.trimEnd().split('\r\n');
  assert.equal(failed.length, 2);
});
