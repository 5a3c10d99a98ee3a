import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Privacy, RouteBookmarkList, ShareLink, Workout } from '@waymark/api-contract';
import { editor } from '../../training/workouts/edits/testing.ts';
import { gpx, importAll } from '../../training/imports/testing/import-files.ts';
import { addPhotos, jpeg } from '../../training/workouts/photos/testing.ts';
import { save } from '../../maps/routes/testing.ts';
import { purgeDeleted as purgeRoutes } from '../../maps/routes/remove.ts';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { purgeDeleted as purgeWorkouts } from '../../training/workouts/purge.ts';
import { as, type As, log } from '../../training/workouts/testing.ts';
import type { LinkedKind } from './tables.ts';
import { keyOf, renewKey } from './testing.ts';

let api: TestApi;
let owner: As;
let reader: As;
let visitor: As;

before(async () => {
  api = await startTestApi();
  owner = as(api, await api.signUp());
  reader = as(api, await api.signUp());
  visitor = as(api, null);
});
after(() => api.stop());

const make = async (kind: LinkedKind, privacy: Privacy): Promise<number> =>
  (kind === 'workout' ? await log(owner, { privacy }) : await save(owner, { privacy })).id;
const status = async (call: As, kind: LinkedKind, id: number, key: string) =>
  (await call('GET', `/${kind}/${id}/?key=${key}`)).status;
const linkOf = async (kind: LinkedKind, id: number, call = owner) =>
  (await call<ShareLink>('GET', `/${kind}/${id}/link/`)).body.key;

for (const kind of ['workout', 'route'] as const) {
  test(`[DATA-03] a ${kind} has a key of 128 bits as long as it has level 6, and another one the next time`, async () => {
    const id = await make(kind, 3);
    assert.equal(await linkOf(kind, id), null);
    const set = (privacy: Privacy) => owner('PUT', `/${kind}/${id}/`, { privacy });
    await set(6);
    const first = await keyOf(owner, kind, id);
    assert.equal(Buffer.from(first, 'base64url').length, 16);
    assert.match(first, /^[\w-]{22}$/);
    assert.equal(await status(visitor, kind, id, first), 200);
    await owner('PUT', `/${kind}/${id}/`, { name: 'Another name' });
    assert.equal(await keyOf(owner, kind, id), first);
    await set(0);
    assert.equal(await linkOf(kind, id), null);
    assert.equal(await status(visitor, kind, id, first), 404);
    await set(6);
    assert.notEqual(await keyOf(owner, kind, id), first);
    assert.equal(await status(visitor, kind, id, first), 404);
  });

  test(`[DATA-03] a new link to a ${kind} ends the old one at once; nobody else makes one`, async () => {
    const id = await make(kind, 6);
    const old = await keyOf(owner, kind, id);
    for (const [call, refused] of [
      [reader, 404],
      [visitor, 401],
    ] as const)
      assert.equal((await call('POST', `/${kind}/${id}/link/?key=${old}`)).status, refused);
    const fresh = await renewKey(owner, kind, id);
    assert.equal(await keyOf(owner, kind, id), fresh);
    assert.deepEqual(
      [await status(visitor, kind, id, old), await status(visitor, kind, id, fresh)],
      [404, 200],
    );
    for (const privacy of [0, 1, 3] as Privacy[]) {
      const answer = await owner('POST', `/${kind}/${await make(kind, privacy)}/link/`);
      assert.deepEqual([answer.status, answer.body['error']], [409, 'not_by_link']);
    }
  });

  test(`[DATA-03] a ${kind} that had level 6 before links had keys opens to its owner alone until it is shared again`, async () => {
    const id = await make(kind, 6);
    await api.context.db.deleteFrom('link_keys').where('thing_id', '=', id).execute();
    assert.equal(await linkOf(kind, id), null);
    for (const key of ['', 'AAAAAAAAAAAAAAAAAAAAAA']) assert.equal(await status(visitor, kind, id, key), 404);
    await owner('PUT', `/${kind}/${id}/`, { name: 'Another name' });
    assert.equal(await linkOf(kind, id), null, 'a change of the name makes no link behind its back');
    assert.equal(await status(visitor, kind, id, await renewKey(owner, kind, id)), 200);
  });

  test(`[DATA-03] a deleted ${kind} comes back with its link, and for good the key goes with it`, async () => {
    const id = await make(kind, 6);
    const key = await keyOf(owner, kind, id);
    await owner('DELETE', `/${kind}/${id}/`);
    assert.equal(await status(visitor, kind, id, key), 404);
    await owner('POST', `/${kind}/${id}/restore/`);
    assert.equal(await status(visitor, kind, id, key), 200);
    await owner('DELETE', `/${kind}/${id}/`);
    const later = { ...api.context, now: () => new Date(Date.now() + 25 * 3600 * 1000) };
    await (kind === 'workout' ? purgeWorkouts(later) : purgeRoutes(later));
    const left = await api.context.db
      .selectFrom('link_keys')
      .selectAll()
      .where('thing_id', '=', id)
      .execute();
    assert.deepEqual(left, []);
  });
}

test('[DATA-03] a copy, an import at level 6 and each part of a split have links of their own', async () => {
  const { id } = await log(owner, { privacy: 6 });
  const copy = await owner<Workout>('POST', `/workout/${id}/copy/`, {});
  assert.notEqual(await keyOf(owner, 'workout', copy.body.id), await keyOf(owner, 'workout', id));
  const member = await api.signUp();
  const mine = as(api, member);
  await mine('PUT', `/user/${member.userId}/`, {
    default_privacy: { workout: 6, route: 6, profile: 3 },
  });
  const read = (await importAll(mine, [['a.gpx', gpx('2026-05-01T08:00:00Z')]])).get('a.gpx')!;
  const imported = read.workouts[0]!.id;
  const key = await keyOf(mine, 'workout', imported);
  assert.equal(await status(visitor, 'workout', imported, key), 200);
});

test('[DATA-03] cutting keeps the link, a split gives the new part its own, and undoing keeps the present one', async () => {
  const me = await editor(api);
  const [run] = await me.bring(['run.gpx', gpx('2026-05-01T08:00:00Z')]);
  const { id } = run!;
  await me.call('PUT', `/workout/${id}/`, { privacy: 6 });
  const key = await keyOf(me.call, 'workout', id);
  await me.edit(`/cutWorkout/${id}`, { keep: [{ from: 0, to: 400 }] });
  assert.equal(await keyOf(me.call, 'workout', id), key);
  const { body } = await me.edit(`/splitWorkout/${id}`, { at: [200] });
  const part = body.workouts.find((one) => one.id !== id)!.id;
  assert.deepEqual(
    [await keyOf(me.call, 'workout', id), await status(visitor, 'workout', part, key)],
    [key, 404],
  );
  assert.equal(await status(visitor, 'workout', part, await keyOf(me.call, 'workout', part)), 200);
  const fresh = await renewKey(me.call, 'workout', id);
  assert.equal((await me.edit(`/workoutEdits/${body.edit.id}/undo`)).status, 200);
  assert.equal(await keyOf(me.call, 'workout', id), fresh);
  assert.equal(await status(visitor, 'workout', id, key), 404);
});

test('[DATA-03] of two workouts with links nobody who had one link sees the whole', async () => {
  const me = await editor(api);
  const both = await me.bring(['a.gpx', gpx('2026-05-01T08:00:00Z')], ['b.gpx', gpx('2026-05-01T08:20:00Z')]);
  const keys: string[] = [];
  for (const { id } of both) {
    await me.call('PUT', `/workout/${id}/`, { privacy: 6 });
    keys.push(await keyOf(me.call, 'workout', id));
  }
  const merged = await me.edit('/mergeWorkouts', { ids: both.map(({ id }) => id) });
  const whole = merged.body.workouts[0]!.id;
  for (const key of keys) assert.equal(await status(visitor, 'workout', whole, key), 404);
  assert.equal((await me.call<ShareLink>('GET', `/workout/${whole}/link/`)).body.key, null);
});

test('[DATA-03] photos that were shown by link are closed with the link', async () => {
  const { id } = await log(owner, { privacy: 6 });
  const [own] = await addPhotos(owner, id, [['a.jpg', await jpeg(40, 30)]]);
  const image = async (href: string) => (await fetch(api.url + href)).status;
  const photoBy = async (key: string) =>
    (await visitor<Workout>('GET', `/workout/${id}/?key=${key}`)).body.photos[0]!.urls!.small;
  const shown = await photoBy(await keyOf(owner, 'workout', id));
  assert.equal(await image(shown), 200);
  const fresh = await renewKey(owner, 'workout', id);
  assert.equal(await image(shown), 403);
  const again = await photoBy(fresh);
  assert.deepEqual([await image(again), await image(own!.urls!.small)], [200, 200]);
  await owner('PUT', `/workout/${id}/`, { privacy: 0 });
  assert.equal(await image(again), 403);
});

const bookmark = (call: As, id: number, key = '') =>
  call<{ id: number }>('POST', `/route_bookmark/?key=${key}`, {
    _links: { route: [{ href: `/v7.1/route/${id}/`, id: String(id) }] },
  });
const bookmarks = async (call: As) => {
  const { body } = await call<RouteBookmarkList>('GET', '/route_bookmark/');
  return [body._embedded.route_bookmarks.map(({ route }) => route.id), body.gone.length];
};

test('[DATA-03] a bookmark opens a route by link for as long as the key that it was made with is valid', async () => {
  const member = as(api, await api.signUp());
  const { id } = await save(owner, { privacy: 6 });
  const key = await keyOf(owner, 'route', id);
  assert.deepEqual(
    [(await bookmark(member, id)).status, (await bookmark(member, id, 'AAAAAAAAAAAAAAAAAAAAAA')).status],
    [404, 404],
  );
  const made = await bookmark(member, id, key);
  assert.equal(made.status, 201);
  assert.deepEqual(await bookmarks(member), [[id], 0]);
  for (const path of ['', 'packed/', 'export/'])
    assert.equal((await member('GET', `/route/${id}/${path}?format=gpx`)).status, 200, path);
  assert.equal(await status(reader, 'route', id, ''), 404, 'it opens for nobody else');
  const fresh = await renewKey(owner, 'route', id);
  assert.deepEqual(await bookmarks(member), [[], 1]);
  assert.equal(await status(member, 'route', id, ''), 404);
  const seen = await member<{ bookmark_id: number | null }>('GET', `/route/${id}/?key=${fresh}`);
  assert.equal(seen.body.bookmark_id, null, 'it can be bookmarked again');
  const again = await bookmark(member, id, fresh);
  assert.equal(again.body.id, made.body.id);
  assert.deepEqual(await bookmarks(member), [[id], 0]);
});

test('[DATA-03] a workout shows the route that it followed only to those who may open that route themselves', async () => {
  const { id: routeId } = await save(owner, { privacy: 6 });
  const key = await keyOf(owner, 'route', routeId);
  const mine = await log(owner, { privacy: 3, route_id: routeId });
  const routeSeenBy = async (call: As) =>
    (await call<Workout>('GET', `/workout/${mine.id}/?key=${key}`)).body.route?.id ?? null;
  assert.deepEqual(
    [await routeSeenBy(owner), await routeSeenBy(reader), await routeSeenBy(visitor)],
    [routeId, null, null],
  );
  const member = as(api, await api.signUp());
  const choose = () =>
    member('POST', '/workout/', { ...BARE, route_id: routeId }).then((answer) => answer.status);
  assert.equal(await choose(), 400);
  await bookmark(member, routeId, key);
  assert.equal(await routeSeenBy(member), routeId);
  assert.equal(await choose(), 201);
  await renewKey(owner, 'route', routeId);
  assert.deepEqual([await routeSeenBy(member), await choose()], [null, 400]);
});

const BARE = {
  activity_type_id: 16,
  start_datetime: '2026-05-01T07:30:00+02:00',
  start_locale_timezone: 'Europe/Warsaw',
  duration: 60,
};

test('[DATA-03] two renewals at once leave one key, and it is one of the two', async () => {
  const { id } = await log(owner, { privacy: 6 });
  const keys = await Promise.all([1, 2, 3].map(() => renewKey(owner, 'workout', id)));
  assert.ok(keys.includes(await keyOf(owner, 'workout', id)));
  const open = await Promise.all(keys.map((key) => status(visitor, 'workout', id, key)));
  assert.equal(open.filter((one) => one === 200).length, 1);
});
