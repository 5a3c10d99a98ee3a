import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { deflateRawSync } from 'node:zlib';
import { sql } from 'kysely';
import type { ErrorBody, FileImport, FileImportList, Workout, WorkoutList } from '@waymark/api-contract';
import { MAX_ATTEMPTS } from '../../kernel/jobs/attempts.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { as, type As, log } from '../workouts/testing.ts';
import { readQueuedImports } from './read-waiting.ts';
import type { ReadJob } from './import-rows.ts';
import { formOf, gpx, importAll, send, settled } from './testing/import-files.ts';
import { newImport } from './upload.ts';
import { zipOf } from '../../recordings/testing/zip-builder.ts';
import { removeOldFailures, removeOrphans, queueStranded, queueWaiting } from './upkeep.ts';
import { FilePool } from './reader/file-pool.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const fresh = async (): Promise<As> => as(api, await api.signUp());
const totalOf = async (call: As) => (await call<WorkoutList>('GET', '/workout/')).body.total_count;

test('[WORK-03] many files at once: valid ones become workouts, others fail with a reason', async () => {
  const call = await fresh();
  const sent = await send(call, [
    ['été à vélo.gpx', gpx('2026-05-01T06:00:00Z', { type: 'cycling', name: 'Ride' })],
    ['../../etc/notes.txt', 'Dear diary'],
    ['empty.fit', ''],
    ['second.gpx', gpx('2026-05-02T06:00:00Z')],
  ]);
  assert.equal(sent.length, 4);
  assert.equal(new Set(sent.map(({ batch_id }) => batch_id)).size, 1);
  const files = new Map((await settled(call)).map((file) => [file.file_name, file]));
  const ride = files.get('été à vélo.gpx')!;
  assert.equal(ride.state, 'ready');
  assert.equal(ride.progress, 1);
  assert.equal(ride.workouts[0]!.name, 'Ride');
  assert.equal(ride.workouts[0]!.activity_group, 'ride');
  assert.equal(ride.workouts[0]!.start_locale_timezone, 'Europe/Warsaw');
  assert.equal(files.get('second.gpx')!.state, 'ready');
  const notes = files.get('notes.txt')!;
  assert.deepEqual([notes.state, notes.problem?.code], ['failed', 'not_a_workout']);
  assert.equal(files.get('empty.fit')!.problem?.code, 'empty');
  for (const { problem } of files.values()) if (problem) assert.match(problem.message, /^[A-Z].+\.$/u);
  assert.equal(await totalOf(call), 2);
});

test('[WORK-13] figures of an imported workout come from its recording', async () => {
  const call = await fresh();
  const file = (await importAll(call, [['a.gpx', gpx('2026-05-01T06:00:00Z')]])).get('a.gpx')!;
  const workout = (await call<Workout>('GET', `/workout/${file.workouts[0]!.id}/`)).body;
  assert.equal(workout.source, 'file');
  assert.equal(workout.file_name, 'a.gpx');
  assert.equal(workout.aggregates.elapsed_time_total, 595);
  // 119 steps of 0.00013 degrees of latitude
  assert.ok(Math.abs(workout.aggregates.distance_total! - 119 * 0.00013 * 111_195) < 3);
  const series = await call<Record<string, unknown[]>>('GET', `/workout/${workout.id}/time_series/`);
  assert.equal(series.body['position']!.length, 120);
});

test('[WORK-03] of a file that resembles dozens of workouts the nearest are shown', async () => {
  const call = await fresh();
  for (let minute = 0; minute < 25; minute++)
    await log(call, {
      start_datetime: `2026-05-01T06:${String(minute).padStart(2, '0')}:00Z`,
      duration: 7200,
    });
  const file = (await importAll(call, [['one.gpx', gpx('2026-05-01T06:30:00Z')]])).get('one.gpx')!;
  assert.equal(file.state, 'duplicate');
  assert.deepEqual(
    file.duplicate_of.map(({ start_datetime }) => new Date(start_datetime).getUTCMinutes()),
    Array.from({ length: 20 }, (_, i) => 5 + i),
  );
});

test('[WORK-03] a long list has the first workouts of each file, a file by itself has all of them', async () => {
  const call = await fresh();
  const tracks = Array.from({ length: 60 }, (_, i) => {
    const start = new Date(Date.UTC(2026, 3, 1, 6) + i * 3_600_000).toISOString();
    return `<Activity Sport="Running"><Id>${start}</Id><Lap StartTime="${start}"><TotalTimeSeconds>600</TotalTimeSeconds><DistanceMeters>2000</DistanceMeters><Intensity>Active</Intensity><TriggerMethod>Manual</TriggerMethod></Lap></Activity>`;
  });
  const tcx = `<?xml version="1.0"?><TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Activities>${tracks.join('')}</Activities></TrainingCenterDatabase>`;
  const others = Array.from({ length: 99 }, (_, i) => [`note-${i}.fit`, `Dear diary ${i}`] as const);
  const files = await importAll(call, [['history.tcx', tcx], ...others]);
  const history = files.get('history.tcx')!;
  assert.equal(history.state, 'ready', JSON.stringify(history.problem));
  assert.deepEqual([history.workouts.length, history._links['workout']?.length], [30, 30]);
  assert.equal(history.workouts[0]!.start_datetime, '2026-04-01T06:00:00.000Z');
  const alone = (await call<FileImport>('GET', `/device/file_import/${history.id}/`)).body;
  assert.equal(alone.workouts.length, 60);
});

test('[WORK-03] the same start and an overlap of the same sport wait for a choice; the very same file is skipped', async () => {
  const call = await fresh();
  await importAll(call, [['one.gpx', gpx('2026-05-01T06:00:00Z')]]);
  const files = await importAll(call, [
    ['again.gpx', gpx('2026-05-01T06:00:00Z')],
    ['half-minute.gpx', gpx('2026-05-01T06:00:30Z', { points: 30 })],
    ['overlap.gpx', gpx('2026-05-01T06:04:00Z')],
    ['ride.gpx', gpx('2026-05-01T06:00:00Z', { type: 'cycling' })],
    ['later.gpx', gpx('2026-05-01T06:09:00Z')],
  ]);
  const one = files.get('one.gpx')!.workouts[0]!;
  const again = files.get('again.gpx')!;
  assert.deepEqual([again.state, again.problem, again.workouts], ['skipped', null, []]);
  for (const name of ['half-minute.gpx', 'overlap.gpx']) {
    const file = files.get(name)!;
    assert.equal(file.state, 'duplicate', name);
    assert.ok(file.duplicate_of.some(({ id }) => id === one.id));
    assert.equal(file.preview?.name, 'Run');
    assert.equal(file.preview?.activity_group, 'run');
    assert.deepEqual(file.workouts, []);
  }
  assert.equal(files.get('ride.gpx')!.state, 'ready');
  assert.equal(files.get('later.gpx')!.state, 'ready');
  assert.equal(await totalOf(call), 3);
});

test('[WORK-03] a workout logged by hand counts as a duplicate of its recording', async () => {
  const call = await fresh();
  const mine = await log(call, { start_datetime: '2026-05-01T06:00:20Z', duration: 600 });
  const file = (await importAll(call, [['watch.gpx', gpx('2026-05-01T06:00:00Z')]])).get('watch.gpx')!;
  assert.deepEqual(
    file.duplicate_of.map(({ id }) => id),
    [mine.id],
  );
});

async function duplicate(): Promise<{ call: As; old: number; file: FileImport }> {
  const call = await fresh();
  const first = (await importAll(call, [['old.gpx', gpx('2026-05-01T06:00:00Z')]])).get('old.gpx')!;
  const files = await importAll(call, [['new.gpx', gpx('2026-05-01T06:00:10Z', { name: 'New' })]]);
  return { call, old: first.workouts[0]!.id, file: files.get('new.gpx')! };
}
const choose = (call: As, id: number, choice: string) =>
  call<FileImport>('POST', `/device/file_import/${id}/resolution/`, { choice });

for (const [choice, state, oldStays, total] of [
  ['keep_both', 'ready', 200, 2],
  ['replace', 'ready', 404, 1],
  ['skip', 'skipped', 200, 1],
] as const) {
  test(`[WORK-03] a duplicate: ${choice}`, async () => {
    const { call, old, file } = await duplicate();
    assert.equal((await choose(call, file.id, choice)).status, 200);
    const after = (await settled(call)).find(({ id }) => id === file.id)!;
    assert.equal(after.state, state);
    assert.equal(after.workouts.length, state === 'ready' ? 1 : 0);
    assert.deepEqual(after.duplicate_of, []);
    assert.equal((await call('GET', `/workout/${old}/`)).status, oldStays);
    assert.equal(await totalOf(call), total);
    assert.equal((await choose(call, file.id, choice)).body?.['error' as never], 'not_duplicate');
  });
}

test('[WORK-03] of two choices at the same time one counts, the other gets a conflict', async () => {
  const { call, file } = await duplicate();
  const answers = await Promise.all([1, 2, 3].map(() => choose(call, file.id, 'keep_both')));
  assert.deepEqual(
    answers.map(({ status }) => status).toSorted((a, b) => a - b),
    [200, 409, 409],
  );
  await settled(call);
  assert.equal(await totalOf(call), 2);
});

test('[WORK-03] a failed file can be tried again and taken off the list', async () => {
  const call = await fresh();
  const bad = (await importAll(call, [['bad.gpx', 'nonsense']])).get('bad.gpx')!;
  const path = `/device/file_import/${bad.id}/`;
  assert.equal((await call('POST', `${path}retry/`)).status, 200);
  const [again] = await settled(call);
  assert.deepEqual([again!.state, again!.problem?.code], ['failed', 'not_a_workout']);
  assert.equal((await call('DELETE', path)).status, 204);
  assert.deepEqual(await settled(call), []);
  assert.equal((await call<ErrorBody>('POST', `${path}retry/`)).body.error, 'file_gone');
});

test('[WORK-03] reading a file twice, or after it is done, stores it once', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const [file] = await send(call, [['once.gpx', gpx('2026-05-01T06:00:00Z')]]);
  const pool = new FilePool();
  const { userId } = member;
  const { batch_id: batchId } = file!;
  const read = (reader: string) =>
    readQueuedImports(api.context, pool, { userId, batchId, reader }, new AbortController().signal);
  await Promise.all(['a', 'b', 'c'].map(read));
  await settled(call);
  await read('d');
  await pool.close();
  assert.equal(await totalOf(call), 1);
});

/** A file whose bytes are kept and that nobody reads. */
async function unread(userId: number, name: string): Promise<number> {
  const { context } = api;
  const id = context.newId();
  const key = `imports/${userId}/${id}`;
  await context.files.write(key, Buffer.from(gpx('2026-05-01T06:00:00Z')));
  await context.db
    .insertInto('file_imports')
    .values({
      ...newImport(context, { user_id: userId, id, batch_id: id, file_name: name, size: 1 }),
      storage_key: key,
    })
    .execute();
  return id;
}

test('[WORK-03] a file whose job was lost is queued again at the next start', async () => {
  const member = await api.signUp();
  await unread(member.userId, 'lost.gpx');
  await queueWaiting(api.context);
  const [file] = await settled(as(api, member));
  assert.equal(file!.state, 'ready');
});

test('[WORK-03] a file whose job was used up by outages is queued again soon, one with a job is not', async (t) => {
  const member = await api.signUp();
  await unread(member.userId, 'stranded.gpx');
  const sent = t.mock.method(api.context.jobs, 'send');
  await queueStranded(api.context);
  assert.equal(sent.mock.callCount(), 0, 'it has only just been stored');
  t.mock.method(api.context, 'now', () => new Date(Date.now() + 60_000));
  await queueStranded(api.context);
  const [, job] = sent.mock.calls[0]!.arguments as [string, ReadJob];
  assert.deepEqual([job.userId, job.batchId], [member.userId, null]);
  const [file] = await settled(as(api, member));
  assert.equal(file!.state, 'ready');
});

test('[WORK-03] the member sees the progress of a long file', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const id = await unread(member.userId, 'long.gpx');
  /** Stops half-way through, as a file of many megabytes would be for long, until that has been seen. */
  class Slow extends FilePool {
    override async read(...[path, options, progress]: Parameters<FilePool['read']>) {
      const until = Date.now() + 10_000;
      let shown = 0;
      while (shown < 0.4 && Date.now() < until) {
        progress?.(0.5);
        const { body } = await call<FileImport>('GET', `/device/file_import/${id}/`);
        assert.equal(body.state, 'reading');
        shown = body.progress;
      }
      assert.equal(shown.toFixed(3), '0.425');
      return super.read(path, options);
    }
  }
  const pool = new Slow();
  const job = { userId: member.userId, batchId: null, reader: 'slow' };
  await readQueuedImports(api.context, pool, job, new AbortController().signal);
  await pool.close();
  assert.equal((await settled(call))[0]!.progress, 1);
});

/** Sets a file back as kills leave it while it was being read. */
async function interrupt(id: number, times: number): Promise<void> {
  await api.context.db
    .updateTable('file_imports')
    .set({
      state: 'reading',
      reader: 'a job that is gone',
      tries: times,
      problem_code: null,
      updated_at: new Date(Date.now() - 60_000),
    })
    .where('id', '=', id)
    .execute();
}

test('[WORK-03] a file is read however often the process was killed', async () => {
  const call = await fresh();
  const [file] = await send(call, [['innocent.gpx', gpx('2026-05-02T06:00:00Z')]]);
  const [read] = await settled(call);
  await call('DELETE', `/workout/${read!.workouts[0]!.id}/`);
  await api.context.db.deleteFrom('workouts').where('import_id', '=', file!.id).execute();
  await interrupt(file!.id, 40);
  await queueWaiting(api.context);
  const [after] = await settled(call);
  assert.deepEqual([after!.state, after!.problem], ['ready', null]);
});

test('[WORK-03] a file that ends the process each time it is stored fails', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const [file] = await send(call, [['poison.gpx', gpx('2026-05-03T06:00:00Z')]]);
  await settled(call);
  await api.context.db
    .insertInto('work_attempts')
    .values({ queue: 'imports.store', key: `${member.userId}:${file!.id}:0`, attempts: MAX_ATTEMPTS })
    .execute();
  await interrupt(file!.id, 2 + MAX_ATTEMPTS);
  await queueWaiting(api.context);
  const [after] = await settled(call);
  assert.equal(after!.problem?.code, 'unreadable');
});

test('[WORK-03] a file that cannot be stored fails alone in its group', async () => {
  const call = await fresh();
  const { db } = api.context;
  await sql`
    create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'refused'; end $$`.execute(db);
  await sql`
    create trigger refuse before insert on workouts for each row
      when (new.file_name = 'refused.gpx') execute function refuse()`.execute(db);
  const files = await importAll(
    call,
    ['a.gpx', 'refused.gpx', 'b.gpx', 'c.gpx'].map((name, i) => [name, gpx(`2026-05-0${i + 1}T06:00:00Z`)]),
  );
  await sql`drop function refuse() cascade`.execute(db);
  const states = Object.fromEntries([...files].map(([name, { state }]) => [name, state]));
  assert.deepEqual(states, { 'a.gpx': 'ready', 'b.gpx': 'ready', 'c.gpx': 'ready', 'refused.gpx': 'failed' });
  assert.equal(files.get('refused.gpx')!.problem?.code, 'unreadable');
});

test('[WORK-03] few jobs read the files of an upload, and a file stored as a job ends is read too', async (t) => {
  const call = await fresh();
  const sent = t.mock.method(api.context.jobs, 'send');
  const files = Array.from({ length: 24 }, (_, i): [string, string] => [
    `${i}.gpx`,
    gpx(new Date(Date.UTC(2026, 0, i + 1)).toISOString()),
  ]);
  await importAll(call, files);
  assert.ok(sent.mock.callCount() < files.length / 2, `${sent.mock.callCount()} jobs`);
  // Each of these comes at another moment of the end of the job before it.
  for (let i = 0; i < 12; i++) {
    await importAll(call, [[`late-${i}.gpx`, gpx(new Date(Date.UTC(2026, 2, i + 1)).toISOString())]]);
  }
  const bySweep = sent.mock.calls.filter(({ arguments: [, , options] }) =>
    options?.key?.startsWith('waiting:'),
  );
  assert.equal(bySweep.length, 0, 'it is not left to the sweep of stranded files');
  assert.equal(await totalOf(call), files.length + 12);
});

test('[WORK-03] failed uploads are removed after thirty days', async (t) => {
  const call = await fresh();
  await importAll(call, [['bad.gpx', 'nonsense']]);
  await removeOldFailures(api.context);
  assert.equal((await settled(call)).length, 1);
  t.mock.method(api.context, 'now', () => new Date(Date.now() + 31 * 86_400_000));
  await removeOldFailures(api.context);
  assert.equal((await settled(call)).length, 0);
});

/** An archive that failed behind its first entry, which became a workout. */
async function leaveFailedArchive(content: string) {
  const member = await api.signUp();
  const call = as(api, member);
  await importAll(call, [['all.zip', await zipOf([['run.gpx', content]])]]);
  const { db } = api.context;
  const ofMember = () => db.selectFrom('file_imports').selectAll().where('user_id', '=', member.userId);
  await until(
    'the archive is released',
    async () => (await ofMember().where('archive', '=', true).execute())[0]?.storage_key === null,
  );
  const [run] = await ofMember().where('archive', '=', false).execute();
  const [archive] = await ofMember().where('archive', '=', true).execute();
  const key = `imports/${member.userId}/${archive!.id}`;
  await api.context.files.write(key, await zipOf([['run.gpx', content]]));
  await api.context.files.remove(run!.storage_key!);
  const size = Buffer.byteLength(content);
  const entry = { offset: 0, packed: deflateRawSync(content).length, size, method: 8 };
  await db
    .updateTable('file_imports')
    .set({ state: 'failed', hidden_at: null, storage_key: key })
    .where('id', '=', archive!.id)
    .execute();
  await db
    .updateTable('file_imports')
    .set({ storage_key: key, entry: JSON.stringify(entry) })
    .where('id', '=', run!.id)
    .execute();
  return { member, key, run: run!, ofMember };
}

test('[WORK-03] an archive that could not be read is released with its retention, and what was read of it stays', async (t) => {
  const content = gpx('2026-05-04T06:00:00Z');
  const { key, run, ofMember } = await leaveFailedArchive(content);
  t.mock.method(api.context, 'now', () => new Date(Date.now() + 31 * 86_400_000));
  await removeOldFailures(api.context);
  const [kept] = await ofMember().execute();
  assert.equal(kept!.id, run.id);
  assert.equal((await api.context.files.read(kept!.storage_key!)).toString(), content);
  await assert.rejects(api.context.files.read(key), { status: 404 });
});

test('[WORK-03] an original whose extraction ended the process three times is given up with its archive; its workout stays', async (t) => {
  const { member, key, run, ofMember } = await leaveFailedArchive(gpx('2026-05-04T06:00:00Z'));
  const piece = { queue: 'imports.extract', key: `imports/${member.userId}/${run.id}` };
  await api.context.db
    .insertInto('work_attempts')
    .values({ ...piece, attempts: MAX_ATTEMPTS })
    .execute();
  t.mock.method(api.context, 'now', () => new Date(Date.now() + 31 * 86_400_000));
  await removeOldFailures(api.context);
  const [kept] = await ofMember().execute();
  assert.deepEqual([kept!.id, kept!.state, kept!.storage_key], [run.id, 'ready', null]);
  await assert.rejects(api.context.files.read(key), { status: 404 });
});

test('[WORK-03] stored bytes without a row are removed after a day, others are not', async (t) => {
  const member = await api.signUp();
  const call = as(api, member);
  await importAll(call, [['bad.gpx', 'nonsense']]);
  const { files } = api.context;
  const orphan = `imports/${member.userId}/17`;
  await files.write(orphan, Buffer.from('bytes'));
  await removeOrphans(api.context);
  assert.equal((await files.read(orphan)).toString(), 'bytes');
  t.mock.method(api.context, 'now', () => new Date(Date.now() + 25 * 3_600_000));
  await removeOrphans(api.context);
  await assert.rejects(files.read(orphan), { status: 404 });
  const [bad] = await settled(call);
  const [{ storage_key: key } = { storage_key: null }] = await api.context.db
    .selectFrom('file_imports')
    .select('storage_key')
    .where('id', '=', bad!.id)
    .execute();
  assert.equal((await files.read(key!)).toString(), 'nonsense');
});

test('[WORK-03] an upload without files is refused; the list filters by state', async () => {
  const call = await fresh();
  const none = await call<ErrorBody>('POST', '/device/file_import/', formOf([]));
  assert.equal(none.status, 400);
  await importAll(call, [
    ['bad.gpx', 'nonsense'],
    ['good.gpx', gpx('2026-05-01T06:00:00Z')],
  ]);
  const failed = await call<FileImportList>('GET', '/device/file_import/?state=failed');
  assert.deepEqual(
    [failed.body.total_count, failed.body._embedded.file_imports[0]!.file_name],
    [1, 'bad.gpx'],
  );
  assert.equal((await call('POST', '/device/file_import/', { file: 'x' })).status, 415);
});
