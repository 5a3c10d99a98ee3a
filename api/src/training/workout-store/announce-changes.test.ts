import assert from 'node:assert/strict';
import test, { after } from 'node:test';
import type { DomainEvents } from '../../kernel/server/domain-events.ts';
import { services } from '../../services.ts';
import { startTestApi } from '../../testing/api.ts';
import { as, log } from '../workouts/testing.ts';

const changes: DomainEvents['workoutsChanged'][] = [];
let failure: Error | null = null;
const api = await startTestApi({
  services: [
    ...services,
    {
      name: 'observer',
      base: '/observer',
      routes: [],
      subscriptions: {
        workoutsChanged(_trx, change) {
          changes.push(change);
          return failure ? Promise.reject(failure) : Promise.resolve();
        },
      },
    },
  ],
});
after(() => api.stop());

test('subscribers hear of a workout that comes, changes, goes and comes back', async () => {
  const mine = as(api, await api.signUp());
  changes.length = 0;
  const { id } = await log(mine, { distance: 10_000 });
  await mine('PUT', `/workout/${id}/`, { distance: 12_000 });
  await mine('DELETE', `/workout/${id}/`);
  await mine('POST', `/workout/${id}/restore/`);
  assert.deepEqual(
    changes.map((change) => [
      change.before.map((row) => row.distance_total),
      change.after.map((row) => row.distance_total),
    ]),
    [
      [[], [10_000]],
      [[10_000], [12_000]],
      [[12_000], []],
      [[], [12_000]],
    ],
  );
});

test('a change that no subscribed column shows is not announced', async () => {
  const mine = as(api, await api.signUp());
  const { id } = await log(mine);
  changes.length = 0;
  const { status } = await mine('PUT', `/workout/${id}/`, { notes: 'Windy.' });
  assert.deepEqual([status, changes], [200, []]);
});

test('a subscriber that fails undoes the whole change', async () => {
  const mine = as(api, await api.signUp());
  const { id } = await log(mine, { name: 'Before' });
  failure = new Error('a subscriber failed');
  try {
    assert.equal((await mine('PUT', `/workout/${id}/`, { name: 'After', distance: 1 })).status, 500);
  } finally {
    failure = null;
  }
  const { body } = await mine<{ name: string }>('GET', `/workout/${id}/`);
  assert.equal(body.name, 'Before');
});
