import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type ErrorBody, type RoutePoint, type RouteSummary, SERVICE_BASES } from '@waymark/api-contract';
import { decodePlan, encodePlan, unpackRoute } from '@waymark/routes';
import { anyPlan, chance } from '@waymark/routes/testing';
import { startTestApi, type TestApi, type TestMember } from '../../testing/api.ts';
import { as, type As, northFrom, save } from './testing.ts';

let api: TestApi;
let member: TestMember;
let owner: As;
before(async () => {
  api = await startTestApi();
  member = await api.signUp();
  owner = as(api, member);
});
after(() => api.stop());

const ask = (id: number | string, token?: string) =>
  fetch(`${api.url}${SERVICE_BASES.main}/route/${id}/packed/`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });

async function read(id: number) {
  const answer = await ask(id, member.token);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/vnd.waymark.route');
  assert.equal(answer.headers.get('cache-control'), 'no-store');
  return unpackRoute(await answer.arrayBuffer());
}

/** What its points make of it is what comes packed. */
async function same(id: number, points: readonly RoutePoint[]) {
  const { route, plan } = await read(id);
  assert.deepEqual(plan, decodePlan(points));
  assert.deepEqual(route, (await owner<RouteSummary>('GET', `/route/${id}/?field_set=simple`)).body);
}

test('[ROUTE-07] any course comes packed as its points have it, also after a change', async () => {
  const random = chance(9);
  const { id } = await save(owner);
  for (let round = 0; round < 15; round++) {
    const points = JSON.parse(JSON.stringify(encodePlan(anyPlan(random)))) as RoutePoint[];
    const made = await save(owner, { points, name: `Over ${round} “hills”` });
    await same(made.id, points);
    await owner('PUT', `/route/${id}/`, { points });
    await same(id, points);
    await owner('PUT', `/route/${id}/`, { name: `Another name ${round}` });
    await same(id, points);
  }
});

test('[ROUTE-07] points that were saved before there were packed courses get theirs when they are read', async () => {
  const mine = (id: number) =>
    api.context.db
      .selectFrom('route_points')
      .select('plan')
      .where('route_id', '=', id)
      .executeTakeFirstOrThrow();
  for (const points of [northFrom(1, 2), northFrom(3, 4, 30_000)]) {
    const { id } = await save(owner, { points });
    const { plan } = await mine(id);
    await api.context.db.updateTable('route_points').set({ plan: null }).where('route_id', '=', id).execute();
    await same(id, points);
    assert.deepEqual((await mine(id)).plan, plan);
    await same(id, points);
  }
});

test('[DATA-03] what is private, deleted or was never there is told in the same words', async () => {
  const { token } = await api.signUp();
  const { id } = await save(owner, { privacy: 0 });
  const gone = await save(owner, { privacy: 3 });
  assert.equal((await ask(gone.id)).status, 200);
  await owner('DELETE', `/route/${gone.id}/`);
  const told = new Set<string>();
  for (const answer of [await ask(id), await ask(id, token), await ask(gone.id), await ask(99_999_999)]) {
    assert.equal(answer.status, 404);
    const { error, error_description } = (await answer.json()) as ErrorBody;
    told.add(`${error}: ${error_description}`);
  }
  assert.equal(told.size, 1);
  assert.equal((await ask('x')).status, 400);
});
