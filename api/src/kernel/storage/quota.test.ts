import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import test, { after, before } from 'node:test';
import type { ErrorBody, FileImportList } from '@waymark/api-contract';
import { formOf, gpx, settled } from '../../training/imports/testing/import-files.ts';
import { LOOP, save } from '../../maps/routes/testing.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { until } from '../../testing/mail.ts';
import { editor } from '../../training/workouts/edits/testing.ts';
import { zipOf } from '../../recordings/testing/zip-builder.ts';
import { as, type As, log, RUN } from '../../training/workouts/testing.ts';

const KB_IN_GB = 1024 ** 2;
const SENTENCE = /^[A-Z].{15,}[.]$/;

let api: TestApi;
before(async () => {
  api = await startTestApi({
    env: {
      MEMBER_STORAGE_GB: String(40 / KB_IN_GB),
      MEMBER_ROUTES: '3',
      UPLOADS_PER_HOUR: '4',
      RATE_LIMITS: 'true',
    },
  });
});
after(() => api.stop());

const upload = (call: As, name: string, points: number, headers: Record<string, string> = {}) =>
  call<FileImportList & ErrorBody>(
    'POST',
    '/device/file_import/',
    formOf([[name, gpx('2026-05-01T06:00:00Z', { name, points })]]),
    headers,
  );

test('[WORK-03] a member who fills the space of one member is told so, and the others go on', async () => {
  const { userId, ...member } = await api.signUp();
  const call = as(api, member);
  const folder = path.join(api.context.env.DATA_DIR, 'files', 'imports', String(userId));
  assert.equal((await upload(call, 'small.gpx', 200)).status, 202);
  const beyond = await upload(call, 'beyond.gpx', 400);
  assert.deepEqual([beyond.status, beyond.body.error], [507, 'member_storage_full']);
  assert.match(beyond.body.error_description, SENTENCE);
  assert.equal(readdirSync(folder).length, 1, 'nothing of it is kept');
  assert.equal((await upload(call, 'fits.gpx', 20)).status, 202);
  await settled(call);
  assert.equal((await upload(as(api, await api.signUp()), 'other.gpx', 200)).status, 202);

  await api.context.db
    .updateTable('file_imports')
    .set({ size: 40 * 1024 })
    .where('user_id', '=', userId)
    .execute();
  const full = await upload(call, 'full.gpx', 20);
  assert.deepEqual([full.status, full.headers.get('retry-after')], [507, '3600']);
});

test('[ROUTE-06] routes count towards the space of a member, and a full one saves no more', async () => {
  const { userId, ...member } = await api.signUp();
  const call = as(api, member);
  const { id } = await save(call);
  await api.context.db
    .updateTable('route_points')
    .set({ plan: randomBytes(40 * 1024) })
    .where('user_id', '=', userId)
    .execute();
  const answers = [
    await call<ErrorBody>('POST', '/route/', LOOP),
    await call<ErrorBody>('PUT', `/route/${id}/`, { points: LOOP.points }),
    await upload(call, 'beside-routes.gpx', 5),
  ];
  for (const { status, body } of answers)
    assert.deepEqual([status, body.error], [507, 'member_storage_full']);
  assert.equal((await call('PUT', `/route/${id}/`, { name: 'Another name' })).status, 200);
  await save(as(api, await api.signUp()));
});

test('[ROUTE-06] a member has so many routes and no more, whichever way they come', async () => {
  const call = as(api, await api.signUp());
  const { id } = await save(call);
  await save(call);
  await save(call);
  const full = await call<ErrorBody>('POST', '/route/', LOOP);
  assert.deepEqual(
    [full.status, full.body.error, full.body.parameters],
    [409, 'too_many_routes', { max: 3 }],
  );
  await call(
    'POST',
    '/device/file_import/',
    formOf([['plan.gpx', '<gpx><rte><rtept lat="52" lon="21"/><rtept lat="52.01" lon="21"/></rte></gpx>']]),
  );
  const [plan] = await settled(call);
  assert.equal(plan!.problem?.code, 'planned_route');
  const saved = await call<ErrorBody>('POST', `/device/file_import/${plan!.id}/route/`);
  assert.deepEqual([saved.status, saved.body.error], [409, 'too_many_routes']);
  await call('DELETE', `/route/${id}/`);
  await save(call);
  await save(as(api, await api.signUp()));
});

test('[ROUTE-06] what stands beside the points of routes takes space too', async () => {
  const { userId, ...member } = await api.signUp();
  const call = as(api, member);
  await save(call);
  await api.context.db
    .updateTable('routes')
    .set({ description: randomBytes(40 * 1024).toString('base64') })
    .where('user_id', '=', userId)
    .execute();
  const full = await call<ErrorBody>('POST', '/route/', LOOP);
  assert.deepEqual([full.status, full.body.error], [507, 'member_storage_full']);
});

test('[WORK-03] a member who uploads all the time is slowed down, and the others are not', async () => {
  const call = as(api, await api.signUp());
  for (let n = 0; n < 4; n++) assert.equal((await upload(call, `${n}.gpx`, 5)).status, 202);
  const late = await upload(call, 'late.gpx', 5);
  assert.deepEqual([late.status, late.body.error], [429, 'too_many_requests']);
  assert.match(late.body.error_description, SENTENCE);
  assert.ok(Number(late.headers.get('retry-after')) > 3000);
  assert.equal((await upload(as(api, await api.signUp()), 'other.gpx', 5)).status, 202);
});

test('[WORK-06] what edits put aside counts towards the space of a member, and edits are limited', async () => {
  const own = await editor(api);
  const { db } = api.context;
  const [run] = await own.bring(['a.gpx', gpx('2026-05-01T08:00:00Z')]);
  const cut = (to: number, preview = '') =>
    own.edit<ErrorBody>(`/cutWorkout/${run!.id}${preview}`, { keep: [{ from: 0, to }] });
  assert.equal((await cut(300)).status, 200);
  await db
    .updateTable('workout_streams')
    .set({ data: randomBytes(40 * 1024) })
    .where('user_id', '=', own.member.userId)
    .where('workout_id', '!=', run!.id)
    .where('kind', '=', 'lat')
    .execute();
  const full = await cut(200);
  assert.deepEqual([full.status, full.body.error], [507, 'member_storage_full']);
  assert.equal((await cut(200, '?preview=true')).status, 200, 'a preview stores nothing');
  api.app.count!('edits 3600', { max: 1000, windowSeconds: 3600 }, `member ${own.member.userId}`, {
    cost: 120,
  });
  assert.equal((await cut(100)).status, 429);
});

test('[WORK-02] a member who logs workouts without end is slowed down, copies included', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  const { id } = await log(call);
  api.app.count!('workouts 3600', { max: 1000, windowSeconds: 3600 }, `member ${member.userId}`, {
    cost: 999,
  });
  assert.equal((await call('POST', '/workout/', RUN)).status, 429);
  assert.equal((await call('POST', `/workout/${id}/copy/`, {})).status, 429);
  await log(as(api, await api.signUp()));
});

test('[WORK-03] an archive unpacks no more than its member has room for', async () => {
  const member = await api.signUp();
  const call = as(api, member);
  // Failed entries of 30 kB that pack to little, and an archive within that unpacks to more than there is.
  const blanks = `<gpx>${' '.repeat(30 * 1024)}`;
  const inner = await zipOf([['b.gpx', ' '.repeat(60 * 1024)]], { compress: false });
  const archive = await zipOf([
    ['one.gpx', blanks],
    ['two.gpx', blanks],
    ['UploadedFiles_1.zip', inner],
    ['ran.gpx', gpx('2026-05-01T06:00:00Z', { points: 20 })],
  ]);
  await call('POST', '/device/file_import/', formOf([['a.zip', archive]]));
  const files = await settled(call);
  assert.deepEqual(
    files
      .filter(({ file_name }) => file_name !== 'a.zip')
      .map(({ file_name, state, problem }) => `${file_name} ${state} ${problem?.code ?? ''}`)
      .toSorted(),
    [
      'UploadedFiles_1.zip failed zip_no_room',
      'one.gpx failed truncated',
      'ran.gpx ready ',
      'two.gpx failed truncated',
    ],
  );
  await until('the archive is released', async () => {
    const kept = await api.context.db
      .selectFrom('file_imports')
      .select('id')
      .where('user_id', '=', member.userId)
      .where('archive', '=', true)
      .where('storage_key', 'is not', null)
      .executeTakeFirst();
    return kept === undefined;
  });
  const folder = path.join(api.context.env.DATA_DIR, 'files', 'imports', String(member.userId));
  const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0);
  assert.ok(bytes <= 40 * 1024, `${bytes} bytes are kept`);
});
