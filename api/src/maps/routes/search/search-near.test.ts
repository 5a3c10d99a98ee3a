import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Privacy, RouteDetail, RouteList, RouteOrder } from '@waymark/api-contract';
import { haversine } from '@waymark/units';
import { sql } from 'kysely';
import { chance } from '@waymark/routes/testing';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { as, type As, northFrom, save } from '../testing.ts';
import { BestMatches } from './best-matches.ts';

let api: TestApi;
let owner: As;
let visitor: As;
before(async () => {
  api = await startTestApi();
  owner = as(api, await api.signUp());
  visitor = as(api, null);
});
after(() => api.stop());

const ORDERS: RouteOrder[] = [
  '-date_created',
  'date_created',
  '-distance',
  'distance',
  '-elevation',
  'elevation',
  '-text_match',
  'nearest',
];
const NAMES = ['Sea', 'Sea loop', 'Seal bay', 'By the sea', 'Café', 'Hill'];
const random = chance(11);
const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
const somewhere = () => [60 + random() * 0.4, 179.8 + random() * 0.4] as const;
const byNumber = (a: number, b: number) => a - b;
const wrap = (lng: number) => (lng > 180 ? lng - 360 : lng);

function drawn() {
  const [lat, lng] = somewhere();
  const top = pick([null, 50, 200]);
  const points = northFrom(lat, wrap(lng), 2 + Math.floor(random() * 20)).map((point, i, all) =>
    Object.assign(point, top === null ? {} : { elevation: (top * i) / (all.length - 1) }),
  );
  return {
    name: pick(NAMES),
    points,
    privacy: pick<Privacy>([3, 3, 3, 0, 6]),
    activity_type_id: pick([16, 25, 11]),
  };
}

/** A question, and whether it is about a route. */
function asked() {
  const [lat, lng] = somewhere();
  const [radius, least, word, type] = [
    pick([3000, 15_000, 90_000]),
    pick([0, 0, 900]),
    pick(['', '', 'sea', 'CAFE']),
    pick([0, 0, 16]),
  ];
  const near = { lat, lng: wrap(lng) };
  const query = new URLSearchParams({
    close_to_location: `${near.lat},${near.lng}`,
    search_radius: String(radius),
    limit: '100',
  });
  if (least) query.set('minimum_distance', String(least));
  if (word) query.set('text_search', word);
  if (type) query.set('activity_type', String(type));
  const holds = (route: RouteDetail) =>
    route.privacy === 3 &&
    haversine(near.lat, near.lng, route.start.lat, route.start.lng) <= radius &&
    route.distance >= least &&
    (!type || [16, 25].includes(route.activity_type_id)) &&
    (!word || (word === 'sea' ? / sea/i : /Café/).test(` ${route.name}`));
  return { query, holds };
}

async function change(routes: Map<number, RouteDetail>): Promise<void> {
  const id = random() < 0.4 ? undefined : pick([...routes.keys()]);
  if (id === undefined) {
    const made = await save(owner, drawn());
    routes.set(made.id, made);
  } else if (random() < 0.4) {
    await owner('DELETE', `/route/${id}/`);
    routes.delete(id);
  } else {
    const { name, points, privacy } = drawn();
    const body = random() < 0.5 ? { name, points } : { privacy };
    routes.set(id, (await owner<RouteDetail>('PUT', `/route/${id}/`, body)).body);
  }
}

/** Each order finds what a look at every route finds, and pages of three come to the same. @returns ids by order */
async function check(routes: Map<number, RouteDetail>, { query, holds }: ReturnType<typeof asked>) {
  const expected = [...routes.values()].filter(holds).map(({ id }) => id);
  const found: number[][] = [];
  for (const order of ORDERS) {
    const { body } = await visitor<RouteList>('GET', `/route/?${query}&order_by=${order}`);
    const ids = body._embedded.routes.map(({ id }) => id);
    assert.deepEqual(ids.toSorted(byNumber), expected.toSorted(byNumber), `${query}`);
    assert.equal(body.total_count, expected.length);
    const second = new URLSearchParams({
      ...Object.fromEntries(query),
      limit: '3',
      offset: '3',
      order_by: order,
    });
    const page = await visitor<RouteList>('GET', `/route/?${second}`);
    assert.deepEqual(
      page.body._embedded.routes.map(({ id }) => id),
      ids.slice(3, 6),
    );
    found.push(ids);
  }
  return found;
}

test('[ROUTE-04] a search finds what is stored at that moment, whatever was saved, moved, hidden and deleted before', async () => {
  const routes = new Map<number, RouteDetail>();
  for (let i = 0; i < 30; i++) {
    const made = await save(owner, drawn());
    routes.set(made.id, made);
  }
  const questions = Array.from({ length: 8 }, asked);
  for (let round = 0; round < 40; round++) {
    await change(routes);
    const { query, holds } = pick(questions);
    const { body } = await visitor<RouteList>('GET', `/route/?${query}`);
    const expected = [...routes.values()].filter(holds).map(({ id }) => id);
    assert.deepEqual(
      body._embedded.routes.map(({ id }) => id).toSorted(byNumber),
      expected.toSorted(byNumber),
      `${query}`,
    );
  }
  // The same by the database alone, which is left to do it where very many routes start.
  const apart = [];
  for (const question of questions) apart.push(await check(routes, question));
  await sql`update route_cells set n = n + 400000 where n > 0`.execute(api.context.db);
  for (const [i, question] of questions.entries())
    assert.deepEqual(await check(routes, question), apart[i], `${question.query}`);
});

const listed = async (query: string, call = visitor) =>
  (await call<RouteList>('GET', `/route/?${query}`)).body;

test('[ROUTE-04] [ROUTE-15] the nearest come first, the one at the door before all that are newer, by pages as at once', async () => {
  const [lat, lng] = [-60, 179.999];
  const place = `close_to_location=${lat},${lng}`;
  // At the door, across the date line, and two at the same place of which the older comes first.
  const door = (await save(owner, { name: 'Door', points: northFrom(lat + 0.0001, lng) })).id;
  const across = (await save(owner, { name: 'Across', points: northFrom(lat, -179.9995) })).id;
  const twins = [];
  for (let i = 0; i < 2; i++)
    twins.push((await save(owner, { name: 'Twin', points: northFrom(lat, 179.995) })).id);
  for (let i = 0; i < 21; i++)
    await save(owner, {
      name: `Far ${i}`,
      points: northFrom(lat - 0.05 + i * 0.0013, 179.93 + (i % 5) * 0.001),
    });
  const search = (more: string) => listed(`${place}&order_by=nearest&${more}`);
  const all = (await search('limit=100'))._embedded.routes;
  assert.deepEqual(
    all.slice(0, 4).map(({ id }) => id),
    [door, across, ...twins],
  );
  const away = all.map((route) => haversine(lat, lng, route.start.lat, route.start.lng));
  assert.deepEqual(
    all.map((route) => route.away),
    away.map(Math.round),
  );
  for (const [i, meters] of away.slice(1).entries()) assert.ok(meters >= away[i]! - 1e-6, `${i}`);
  const paged: number[] = [];
  for (let href: string | undefined = `?${place}&order_by=nearest&limit=7`; href;) {
    const page = await listed(href.split('?')[1]!);
    paged.push(...page._embedded.routes.map(({ id }) => id));
    href = page._links['next']?.[0]!.href;
  }
  assert.deepEqual(
    paged,
    all.map(({ id }) => id),
  );
  // A word far and wide is looked for by another index.
  assert.deepEqual(
    (await search('text_search=twin&search_radius=300000'))._embedded.routes.map(({ name }) => name),
    ['Twin', 'Twin'],
  );
  const mine = await listed(`user=${all[0]!.user.id}&${place}&search_radius=1000&order_by=nearest`, owner);
  assert.deepEqual(
    mine._embedded.routes.map(({ id }) => id),
    [door, across, ...twins],
  );
});

test('[ROUTE-04] the first of many, by key and age, however many are kept', () => {
  for (const [most, newestFirst] of [
    [1, true],
    [7, false],
    [100, true],
  ] as const) {
    const best = new BestMatches(most, newestFirst);
    const all = Array.from({ length: 3000 }, (_, id) => ({ key: Math.floor(random() * 40), id }));
    for (const { key, id } of all) best.add(key, id);
    const sorted = all.toSorted((a, b) => a.key - b.key || (newestFirst ? b.id - a.id : a.id - b.id));
    assert.deepEqual(
      best.from(0),
      sorted.slice(0, most).map(({ id }) => id),
    );
  }
});
