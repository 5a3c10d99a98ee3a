import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { type ErrorBody, importCalls, type Privacy, workoutCalls } from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../testing/api.ts';
import { as, type As, log, RUN } from './testing.ts';

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

/** Every call that names one workout: what comes of the contract, not of a list that could forget one. */
const CALLS = Object.entries(workoutCalls).filter(([, call]) => call.path.includes(':id'));
const BODIES: Record<string, unknown> = { update: { name: 'Mine now' }, copy: {} };
const READS = new Set(['one', 'timeSeries', 'streams']);
const path = (template: string, id: number) => template.replace(':id', String(id));

for (const [name, call] of CALLS) {
  for (const privacy of [0, 1, 3, 6] as Privacy[]) {
    const open = privacy === 3 || privacy === 6;
    test(`[DATA-03] another member's workout, ${name} (${call.method}) at privacy ${privacy}`, async () => {
      const { id } = await log(owner, { privacy });
      const theirs = await stranger(call.method, path(call.path, id), BODIES[name]);
      const nobody = await visitor(call.method, path(call.path, id), BODIES[name]);
      if (READS.has(name)) {
        // A workout logged by hand has no recording: what is answered there is about that, only to who may read it.
        const readable = { one: 200, streams: 204 }[name] ?? 404;
        assert.equal(theirs.status, open ? readable : 404);
        assert.equal(nobody.status, open ? readable : 404);
        const code = open ? 'no_recording' : 'not_found';
        if (readable === 404 || !open) assert.equal(theirs.body['error'], code);
      } else {
        assert.equal(theirs.status, name === 'restore' || !open ? 404 : 403);
        assert.equal(nobody.status, 401);
      }
      const mine = await owner<{ name: string }>('GET', `/workout/${id}/`);
      assert.equal(mine.status, 200);
      assert.equal(mine.body.name, RUN.name);
    });
  }
}

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

for (const [name, call] of Object.entries(importCalls).filter(([, { path }]) => path.includes(':id'))) {
  test(`[DATA-03] another member's upload, ${name} (${call.method})`, async () => {
    const form = new FormData();
    form.append('file', new Blob(['not a workout']), 'notes.txt');
    type Uploads = { _embedded: { file_imports: { id: number }[] } };
    const sent = await owner<Uploads>('POST', '/device/file_import/', form);
    const id = sent.body._embedded.file_imports[0]!.id;
    const body = name === 'resolve' ? { choice: 'skip' } : undefined;
    assert.equal((await stranger(call.method, path(call.path, id), body)).status, 404);
    assert.equal((await visitor(call.method, path(call.path, id), body)).status, 401);
  });
}
