import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Privacy, RouteDetail } from '@waymark/api-contract';
import { chance } from '@waymark/routes/testing';
import { sql } from 'kysely';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { purgeDeleted } from './remove.ts';
import { recountCells } from './search/count-cells.ts';
import { eraseMember } from '../../account/account-deletion/erase-member.ts';
import { endRoutes } from './store-route.ts';
import { as, type As, northFrom, save } from './testing.ts';

let api: TestApi;
let members: { call: As; userId: number }[];
before(async () => {
  api = await startTestApi();
  const signedUp = await Promise.all([api.signUp(), api.signUp()]);
  members = signedUp.map((member) => ({ call: as(api, member), userId: member.userId }));
});
after(() => api.stop());

const random = chance(23);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
/** Few squares, so that changes at once meet in them. */
const drawn = () => ({
  name: pick(['Sea', 'Hill', 'Wood']),
  points: northFrom(10 + Math.floor(random() * 3) / 10, 20, 3),
  privacy: pick<Privacy>([3, 3, 0, 6]),
});

interface Square {
  cell: number;
  n: number;
}
const counted = async (): Promise<Square[]> =>
  api.context.db
    .selectFrom('route_cells')
    .select(['cell', 'n'])
    .where('n', '<>', 0)
    .orderBy('cell')
    .execute();
const there = async (): Promise<Square[]> => {
  const { rows } = await sql<Square>`
    select cell, count(*)::int as n from routes where privacy = 3 and deleted_at is null
    group by cell order by cell`.execute(api.context.db);
  return rows;
};

type Drawn = Pick<RouteDetail, 'id'> & { by: As };

/** One call of those that change routes; what it answers does not matter here. */
function change({ id, by }: Drawn): Promise<unknown> {
  const toggle = `/social/privacy_toggle/?content_type_id=1&object_id=${id}&set_privacy_to=${pick([0, 3, 6])}`;
  const { name, points, privacy } = drawn();
  return pick([
    () => by('PUT', `/route/${id}/`, { points }),
    () => by('PUT', `/route/${id}/`, { privacy, name }),
    () => by('GET', toggle),
    () => by('DELETE', `/route/${id}/`),
    () => by('POST', `/route/${id}/restore/`),
  ])();
}

test('[ROUTE-04] squares count what is there after any changes, many at once too, without a trigger', async () => {
  const routes: Drawn[] = [];
  for (let round = 0; round < 12; round++) {
    const { call: by } = pick(members);
    const made = await Promise.all(Array.from({ length: 3 }, () => save(by, drawn())));
    routes.push(...made.map(({ id }) => ({ id, by })));
    // Several of them may hit the same route.
    await Promise.all(Array.from({ length: 8 }, () => change(pick(routes))));
    assert.deepEqual(await counted(), await there(), `round ${round}`);
  }
  const versions = async () =>
    new Map(
      (await api.context.db.selectFrom('route_cells').selectAll().execute()).map((row) => [
        row.cell,
        row.version,
      ]),
    );
  const { id, by } = pick(routes);
  await by('POST', `/route/${id}/restore/`);
  await by('PUT', `/route/${id}/`, { privacy: 3 });
  const old = await versions();
  await by('PUT', `/route/${id}/`, { name: 'Another name' });
  const { cell } = await api.context.db
    .selectFrom('routes')
    .select('cell')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  assert.notEqual((await versions()).get(cell), old.get(cell), 'a new name is found at once');

  await api.context.db
    .updateTable('routes')
    .set({ deleted_at: new Date(0) })
    .where('deleted_at', 'is not', null)
    .execute();
  await purgeDeleted(api.context);
  assert.deepEqual(await counted(), await there());
  const { rows: triggers } = await sql`
    select tgname from pg_trigger where not tgisinternal and tgrelid = 'routes'::regclass`.execute(
    api.context.db,
  );
  assert.deepEqual(triggers, []);
});

test('a member’s routes end with all that belongs to them, and search knows at once', async () => {
  const { db } = api.context;
  const [gone, stays] = members as [(typeof members)[0], (typeof members)[0]];
  const { id } = await save(gone.call, { privacy: 3 });
  const kept = await save(stays.call, { privacy: 3 });
  for (const [call, route] of [
    [stays.call, id],
    [gone.call, kept.id],
    [stays.call, kept.id],
  ] as const)
    await call('POST', '/route_bookmark/', { _links: { route: [{ href: `/v7.1/route/${route}/` }] } });
  await eraseMember(api.context, gone.userId);
  for (const table of ['routes', 'route_points'] as const) {
    const rows = await db.selectFrom(table).selectAll().where('user_id', '=', gone.userId).execute();
    assert.deepEqual(rows, [], table);
  }
  const bookmarks = await db.selectFrom('route_bookmarks').select('route_id').execute();
  assert.deepEqual(
    bookmarks.map(({ route_id }) => route_id),
    [kept.id],
  );
  assert.deepEqual(await counted(), await there());
});

test('more routes than a statement has parameters end at once', async () => {
  const [, { call, userId }] = members as [(typeof members)[0], (typeof members)[0]];
  const { id } = await save(call, {});
  const others = Array.from({ length: 70_000 }, (_, i) => i + 1);
  await api.context.db.transaction().execute((trx) => endRoutes(trx, userId, [...others, id]));
  assert.equal((await call('GET', `/route/${id}/`)).status, 404);
});

test('squares are counted anew for rows that came in another way', async () => {
  const { db } = api.context;
  const before = await there();
  await db.updateTable('route_cells').set({ n: 7 }).execute();
  await db.insertInto('route_cells').values({ cell: 5, version: 9, n: 3 }).execute();
  await recountCells(db);
  assert.deepEqual(await counted(), before);
  const { version } = await db
    .selectFrom('route_cells')
    .select('version')
    .where('cell', '=', 5)
    .executeTakeFirstOrThrow();
  assert.equal(version, 10);
});
