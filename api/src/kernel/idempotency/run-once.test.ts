import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { RouteDetail, RouteInput, Workout, WorkoutInput } from '@waymark/api-contract';
import { LOOP, northFrom } from '../../maps/routes/testing.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As, RUN } from '../../training/workouts/testing.ts';
import { purgeKeys } from './service.ts';

let api: TestApi;
let call: As;
let userId: number;
before(async () => {
  api = await startTestApi();
  const member = await api.signUp();
  ({ userId } = member);
  call = as(api, member);
});
after(() => api.stop());

const draw = (key: string, body: Partial<RouteInput> = {}, by: As = call) =>
  by<RouteDetail>('POST', '/route/', { ...LOOP, ...body }, { 'idempotency-key': key });
const named = async (name: string) => {
  const all = await call<{ _embedded: { routes: { name: string }[] } }>('GET', `/route/?user=${userId}`);
  return all.body._embedded.routes.filter((one) => one.name === name).length;
};

test('[SESS-06] a repeated save answers with the first route, as it is by now', async () => {
  const first = await draw('one', { name: 'Once' });
  const again = await draw('one', { name: 'Once' });
  assert.deepEqual([again.status, again.body], [201, first.body]);
  await call('PUT', `/route/${first.body.id}/`, { points: northFrom(40, 20, 5) });
  assert.equal((await draw('one', { name: 'Once' })).body.points.length, 5);
  assert.equal(await named('Once'), 1);
});

test('[SESS-06] of saves with one key at the same time one creates; without a key each does', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, () => draw('race', { name: 'Race' })));
  assert.deepEqual(new Set(all.map(({ status }) => status)), new Set([201]));
  assert.equal(new Set(all.map(({ body }) => body.id)).size, 1);
  assert.equal(await named('Race'), 1);
  await Promise.all([1, 2].map(() => call('POST', '/route/', { ...LOOP, name: 'Free' })));
  assert.equal(await named('Free'), 2);
});

test("[SESS-06] a key stands for one body; members' keys say nothing to each other", async () => {
  const first = await draw('mine', { name: 'Mine' });
  const other = await draw('mine', { name: 'Other' });
  assert.deepEqual(
    [other.status, (other.body as unknown as { error: string }).error],
    [422, 'idempotency_key_reused'],
  );
  assert.equal(await named('Other'), 0);
  const theirs = await draw('mine', { name: 'Mine' }, as(api, await api.signUp()));
  assert.equal(theirs.status, 201);
  assert.notEqual(theirs.body.id, first.body.id);
  assert.equal((await draw('x'.repeat(256))).status, 400);
});

test('[SESS-06] what was refused has not used its key', async () => {
  assert.equal((await draw('late', { name: '' })).status, 400);
  assert.equal((await draw('late', { name: 'Late' })).status, 201);
});

test('[SESS-06] a workout is logged once for each key', async () => {
  const post = (body: WorkoutInput = RUN) =>
    call<Workout>('POST', '/workout/', body, { 'idempotency-key': 'run' });
  const all = await Promise.all([post(), post(), post()]);
  assert.deepEqual(
    all.map(({ status, body }) => [status, body]),
    all.map(() => [201, all[0].body]),
  );
  assert.equal((await post({ ...RUN, name: 'Evening run' })).status, 422);
});

test('[SESS-06] a workout is copied once for each key', async () => {
  const { id } = (await call<Workout>('POST', '/workout/', { ...RUN, name: 'Original' })).body;
  const copy = (of: number) =>
    call<Workout>('POST', `/workout/${of}/copy/`, {}, { 'idempotency-key': 'copy' });
  const all = await Promise.all([copy(id), copy(id)]);
  assert.deepEqual(
    all.map(({ status }) => status),
    [201, 201],
  );
  assert.equal(all[0].body.id, all[1].body.id);
  assert.equal((await copy(all[0].body.id)).status, 422);
});

test('[SESS-06] keys are remembered for a day', async () => {
  const first = await draw('day', { name: 'Day' });
  await purgeKeys(api.context);
  assert.equal((await draw('day', { name: 'Day' })).body.id, first.body.id);
  const yesterday = new Date(api.context.now().getTime() - 86_400_000);
  await api.context.db
    .updateTable('idempotency_keys')
    .set({ created_at: yesterday })
    .where('key', '=', 'day')
    .execute();
  await purgeKeys(api.context);
  assert.notEqual((await draw('day', { name: 'Day' })).body.id, first.body.id);
});
