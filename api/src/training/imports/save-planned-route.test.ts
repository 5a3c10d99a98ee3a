import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { FileImport, RouteDetail } from '@waymark/api-contract';
import { gpx, importAll } from './testing/import-files.ts';
import { zipOf } from '../../recordings/testing/zip-builder.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As } from '../../maps/routes/testing.ts';

let api: TestApi;
before(async () => {
  api = await startTestApi();
});
after(() => api.stop());

const fresh = async (): Promise<As> => as(api, await api.signUp());
const plan = gpx('2026-05-01T06:00:00Z', { name: 'Coast path' }).replaceAll(/<time>[^<]*<[/]time>/g, '');
const saveRoute = (call: As, id: number) => call<FileImport>('POST', `/device/file_import/${id}/route/`);

test('[WORK-03] [ROUTE-08] a planned route among the imports is saved as a route, once', async () => {
  const call = await fresh();
  const file = (await importAll(call, [['coast.gpx', plan]])).get('coast.gpx')!;
  assert.deepEqual([file.state, file.problem?.code], ['failed', 'planned_route']);
  const answers = await Promise.all([saveRoute(call, file.id), saveRoute(call, file.id)]);
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  const { state, problem, route, workouts } = answers[0].body;
  assert.deepEqual([state, problem, route?.name, workouts.length], ['ready', null, 'Coast path', 0]);
  assert.equal(answers[1].body.route?.id, route!.id);
  assert.equal((await saveRoute(call, file.id)).body.route?.id, route!.id);
  const { body } = await call<RouteDetail>('GET', `/route/${route!.id}/`);
  assert.equal(body.name, 'Coast path');
  assert.ok(Math.abs(body.distance - 1720) < 10, `${body.distance}`);
  assert.equal((await call<{ total_count: number }>('GET', '/route/?limit=10')).body.total_count, 1);
});

test('[WORK-03] a planned route inside an archive is named after its file where it has no name', async () => {
  const call = await fresh();
  const nameless = plan.replace(/<name>.*<[/]name>/, '');
  const archive = await zipOf([
    ['Over the hill.gpx', nameless],
    ['run.gpx', gpx('2026-05-02T06:00:00Z')],
  ]);
  const files = await importAll(call, [['all.zip', archive]]);
  const file = files.get('Over the hill.gpx')!;
  const { status, body } = await saveRoute(call, file.id);
  assert.deepEqual([status, body.route?.name], [200, 'Over the hill']);
});

test('[WORK-03] only the owner saves a planned route, and nothing else is saved as one', async () => {
  const call = await fresh();
  const files = await importAll(call, [
    ['coast.gpx', plan],
    ['run.gpx', gpx('2026-05-01T06:00:00Z')],
  ]);
  const { id } = files.get('coast.gpx')!;
  assert.equal((await saveRoute(await fresh(), id)).status, 404);
  assert.equal((await saveRoute(as(api, null), id)).status, 401);
  assert.equal((await saveRoute(call, files.get('run.gpx')!.id)).status, 409);
  const { body } = await call<FileImport>('GET', `/device/file_import/${id}/`);
  assert.deepEqual([body.state, body.route], ['failed', null]);
});
