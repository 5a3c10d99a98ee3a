import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { ErrorBody, Privacy } from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { as, type As, log } from './testing.ts';

let api: TestApi;
let owner: As;
let stranger: As;
let visitor: As;

before(async () => {
  api = await startTestApi();
  owner = as(api, await api.signUp());
  stranger = as(api, await api.signUp());
  visitor = as(api, null);
});
after(() => api.stop());

test('[DATA-03] a deleted workout is gone for everybody, and only its owner brings it back', async () => {
  const { id } = await log(owner, { privacy: 3 });
  assert.equal((await owner('DELETE', `/workout/${id}/`)).status, 204);
  for (const call of [owner, stranger, visitor]) {
    assert.equal((await call('GET', `/workout/${id}/`)).status, 404);
  }
  assert.equal((await stranger('POST', `/workout/${id}/restore/`)).status, 404);
  assert.equal((await owner('POST', `/workout/${id}/restore/`)).status, 200);
  assert.equal((await visitor('GET', `/workout/${id}/`)).status, 200);
});

test('[DATA-03] lists and dashboards of another member show public workouts only', async () => {
  const member = await api.signUp();
  const mine = as(api, member);
  for (const privacy of [0, 1, 3, 6] as Privacy[]) await log(mine, { privacy, name: `level ${privacy}` });
  type List = { total_count: number; _embedded: { workouts: { name: string }[] } };
  type Board = { lifetime: { count: number }; recent: { name: string }[]; calendar: { name: string }[] };
  for (const call of [stranger, visitor]) {
    const list = await call<List>('GET', `/workout/?user=${member.userId}`);
    assert.equal(list.body.total_count, 1);
    assert.deepEqual(
      list.body._embedded.workouts.map(({ name }) => name),
      ['level 3'],
    );
    const filtered = await call<List>('GET', `/workout/?user=${member.userId}&activity_type=16`);
    assert.equal(filtered.body.total_count, 1);
    const board = await call<Board>('GET', `/dashboard/?user=${member.userId}&month=2026-05`);
    assert.equal(board.body.lifetime.count, 1);
    assert.deepEqual(
      board.body.recent.map(({ name }) => name),
      ['level 3'],
    );
    assert.deepEqual(
      board.body.calendar.map(({ name }) => name),
      ['level 3'],
    );
  }
  assert.equal((await mine<List>('GET', '/workout/')).body.total_count, 4);
});

test('[DATA-03] the dashboard of a member who shows no workout is that of nobody', async () => {
  const member = await api.signUp();
  const mine = as(api, member);
  const user = { default_privacy: { workout: 0, route: 0, profile: 0 } };
  assert.equal((await mine('PUT', `/user/${member.userId}/`, user)).status, 200);
  await log(mine, { privacy: 0 });
  for (const call of [stranger, visitor]) {
    const [theirs, nobodys] = [
      await call<ErrorBody>('GET', `/dashboard/?user=${member.userId}`),
      await call<ErrorBody>('GET', '/dashboard/?user=4711'),
    ];
    assert.deepEqual([theirs.status, nobodys.status], [404, 404]);
    assert.equal(theirs.body.error_description, nobodys.body.error_description);
  }
  assert.equal((await mine('GET', `/dashboard/?user=${member.userId}`)).status, 200);
});

test('[DATA-03] what only the owner needs stays with the owner', async () => {
  const { id } = await log(owner, { privacy: 3 });
  type Detail = { warnings: string[]; can: Record<string, boolean> };
  const mine = (await owner<Detail>('GET', `/workout/${id}/`)).body;
  const theirs = (await stranger<Detail>('GET', `/workout/${id}/`)).body;
  assert.equal(mine.warnings.length, 1);
  assert.deepEqual(theirs.warnings, []);
  assert.deepEqual(mine.can, { edit: true, delete: true, copy: true });
  assert.deepEqual(theirs.can, { edit: false, delete: false, copy: false });
});
