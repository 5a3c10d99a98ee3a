import assert from 'node:assert/strict';
import test from 'node:test';
import type { RouteDetail, RouteList } from '@waymark/api-contract';
import { ensurePlaces } from '../places/testing.ts';
import { startTestApi } from '../../testing/api.ts';
import { as, LOOP, northFrom, save } from './testing.ts';

test('[ROUTE-06] a route knows the city it starts in, follows when it moves, and is found by it; at sea it has none', async () => {
  ensurePlaces();
  const api = await startTestApi();
  try {
    const owner = as(api, await api.signUp());
    const { id, locality, region, country } = await save(owner, { points: northFrom(30.267, -97.743) });
    assert.deepEqual([locality, region, country], ['Austin', 'TX', 'US']);
    const { geoname_id: city } = await api.context.db
      .selectFrom('routes')
      .select('geoname_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const inCity = async () =>
      (await owner<RouteList>('GET', `/route/?city=${city}`)).body._embedded.routes.map((route) => route.id);
    assert.deepEqual(await inCity(), [id]);
    const moved = await owner<RouteDetail>('PUT', `/route/${id}/`, { points: northFrom(-45, -130) });
    assert.deepEqual([moved.body.locality, moved.body.region, moved.body.country], ['', '', '']);
    assert.deepEqual(await inCity(), []);
  } finally {
    await api.stop();
  }
});

test('[ROUTE-06] without a word on privacy a new route has the one that its owner chose for routes', async () => {
  const api = await startTestApi();
  try {
    const member = await api.signUp();
    const owner = as(api, member);
    const { privacy: _, ...input } = LOOP;
    for (const level of [0, 1, 3] as const) {
      await api.context.db
        .updateTable('users')
        .set({ route_privacy: level })
        .where('id', '=', member.userId)
        .execute();
      const made = await owner<RouteDetail>('POST', '/route/', input);
      assert.deepEqual([made.status, made.body.privacy], [201, level]);
    }
  } finally {
    await api.stop();
  }
});
