import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Privacy, RouteList } from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { log } from '../../training/workouts/testing.ts';
import { as, type As, LOOP, northFrom, save } from './testing.ts';

let api: TestApi;
let owner: As;
let stranger: As;
let visitor: As;
let ownerId: number;

before(async () => {
  api = await startTestApi();
  const member = await api.signUp();
  ownerId = member.userId;
  owner = as(api, member);
  stranger = as(api, await api.signUp());
  visitor = as(api, null);
});
after(() => api.stop());

test('[DATA-03] what others find: public routes only, by member, place, name, city and in a batch of ids', async () => {
  const mine: number[] = [];
  for (const privacy of [0, 1, 3, 6] as Privacy[])
    mine.push((await save(owner, { privacy, name: `Zebra ${privacy}`, points: northFrom(-30, 100) })).id);
  await api.context.db.updateTable('routes').set({ geoname_id: 77 }).where('id', 'in', mine).execute();
  const queries = [
    'close_to_location=-30,100',
    'text_search=zebra',
    'close_to_location=-30,100&text_search=zebra&search_radius=400000',
    'city=77',
    `user=${ownerId}&text_search=zebra`,
  ];
  const found = async (call: As, query: string) => {
    const { body } = await call<RouteList>('GET', `/route/?${query}`);
    assert.equal(body.total_count, body._embedded.routes.length);
    return body._embedded.routes.map(({ id }) => id);
  };
  for (const call of [stranger, visitor]) {
    for (const query of queries) assert.deepEqual(await found(call, query), [mine[2]], query);
    assert.deepEqual(await found(call, `ids=${mine.join(',')}`), [mine[2]]);
  }
  assert.deepEqual(await found(owner, `user=${ownerId}&text_search=zebra`), mine.toReversed());
  assert.deepEqual(await found(owner, `ids=${mine.join(',')}`), mine);
  await owner('DELETE', `/route/${mine[2]}/`);
  for (const query of [...queries, `ids=${mine[2]}`])
    assert.deepEqual(await found(visitor, query), [], query);
});

test('[DATA-03] a bookmark shows a route only while it may be opened', async () => {
  const reader = as(api, await api.signUp());
  const { id } = await save(owner, { privacy: 3 });
  const kept = await reader<{ id: number }>('POST', '/route_bookmark/', {
    _links: { route: [{ href: `/v7.1/route/${id}/` }] },
  });
  const count = async () =>
    (await reader<{ total_count: number }>('GET', '/route_bookmark/')).body.total_count;
  assert.equal(await count(), 1);
  for (const privacy of [0, 6]) {
    await owner('PUT', `/route/${id}/`, { privacy });
    assert.equal(await count(), 0);
  }
  await owner('PUT', `/route/${id}/`, { privacy: 3 });
  assert.equal(await count(), 1);
  assert.equal((await stranger('DELETE', `/route_bookmark/${kept.body.id}/`)).status, 404);
  assert.equal((await visitor('DELETE', `/route_bookmark/${kept.body.id}/`)).status, 401);
  assert.equal(await count(), 1);
});

test('[DATA-03] nobody else makes a route of a workout, or reads a file without an account', async () => {
  const { id } = await log(owner, { privacy: 3 });
  const mine = await owner<{ error: string }>('GET', `/route/from_workout/${id}/`);
  assert.deepEqual([mine.status, mine.body.error], [422, 'no_track']);
  assert.equal((await stranger('GET', `/route/from_workout/${id}/`)).status, 403);
  assert.equal((await visitor('GET', `/route/from_workout/${id}/`)).status, 401);
  const hidden = await log(owner, { privacy: 0 });
  assert.equal((await stranger('GET', `/route/from_workout/${hidden.id}/`)).status, 404);
  const form = new FormData();
  form.append('file', new Blob(['<gpx/>']), 'a.gpx');
  assert.equal((await visitor('POST', '/route/read_file/', form)).status, 401);
  assert.equal((await visitor('POST', '/route/', LOOP)).status, 401);
  assert.equal((await visitor('GET', '/route/')).status, 401);
});
