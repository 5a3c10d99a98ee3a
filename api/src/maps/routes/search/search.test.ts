import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { RouteList, RouteOrder } from '@waymark/api-contract';
import { chance } from '@waymark/routes/testing';
import { haversine } from '@waymark/units';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { as, type As, northFrom, save } from '../testing.ts';
import { cellOf, cellsWithin, middleOf, onSphere, wholeSquares } from './cells.ts';
import { type Match, Vocabulary } from './vocabulary.ts';
import { searchName, searchWord } from './search-words.ts';

let api: TestApi;
let owner: As;
let visitor: As;
before(async () => {
  api = await startTestApi();
  owner = as(api, await api.signUp());
  visitor = as(api, null);
});
after(() => api.stop());

const find = async (query: string, call = visitor) => {
  const answer = await call<RouteList & { error_description: string }>('GET', `/route/?${query}`);
  return {
    ...answer.body,
    status: answer.status,
    names: answer.body._embedded?.routes.map(({ name }) => name),
  };
};

test('[ROUTE-04] no place within a circle lies outside its squares, at the poles and the date line neither', () => {
  const random = chance(7);
  for (let i = 0; i < 4000; i++) {
    const lat = i % 5 === 0 ? 90 - random() ** 4 * 3 : random() * 180 - 90;
    const lng = i % 3 === 0 ? 180 - random() ** 3 : random() * 360 - 180;
    const radius = 100 + random() ** 3 * 500_000;
    const { from, to } = cellsWithin(lat, lng, radius);
    const runs = from.map((first, k) => [first, to[k]!] as const).sort((a, b) => a[0] - b[0]);
    runs.forEach(([first, last], k) => assert.ok(first <= last && first > (runs[k - 1]?.[1] ?? -1)));
    for (let k = 0; k < 10; k++) {
      const spread = (radius / 111_000) * 1.1;
      const there = Math.max(-90, Math.min(90, lat + (random() * 2 - 1) * spread));
      const across = lng + ((random() * 2 - 1) * spread) / Math.max(0.01, Math.cos((there * Math.PI) / 180));
      const wrapped = across - Math.round(across / 360) * 360;
      if (haversine(lat, lng, there, wrapped) > radius) continue;
      const cell = cellOf(there, wrapped);
      assert.ok(
        runs.some(([first, last]) => first <= cell && cell <= last),
        `${lat},${lng} ${radius} ${there},${wrapped}`,
      );
    }
  }
});

test('[ROUTE-04] a square taken whole or left out lies within the circle or outside it, at the poles too', () => {
  const random = chance(13);
  const cosine = (a: number[], b: number[]) => a[0]! * b[0]! + a[1]! * b[1]! + a[2]! * b[2]!;
  const seen = { inside: 0, outside: 0 };
  for (let i = 0; i < 20_000; i++) {
    const lat = i % 4 === 0 ? 90 - random() ** 4 * 3 : random() * 180 - 90;
    const lng = random() * 360 - 180;
    const radius = 100 + random() ** 3 * 500_000;
    const spread = (radius / 111_000 + 0.3) * 1.2;
    const there = Math.max(-90, Math.min(90, lat + (random() * 2 - 1) * spread));
    const across = lng + ((random() * 2 - 1) * spread) / Math.max(0.01, Math.cos((there * Math.PI) / 180));
    const wrapped = across - Math.round(across / 360) * 360;
    const toMiddle = cosine(middleOf(cellOf(there, wrapped)), onSphere(lat, lng));
    const { allInside, allOutside } = wholeSquares(radius);
    const within = haversine(lat, lng, there, wrapped) <= radius;
    if (toMiddle >= allInside) seen.inside++;
    if (toMiddle < allOutside) seen.outside++;
    assert.ok(toMiddle < allInside || within, `${lat},${lng} ${radius} ${there},${wrapped}`);
    assert.ok(toMiddle >= allOutside || !within, `${lat},${lng} ${radius} ${there},${wrapped}`);
  }
  assert.ok(seen.inside > 1000 && seen.outside > 1000, JSON.stringify(seen));
});

test('[ROUTE-04] words are known by their beginning, and one that came later as well', () => {
  const words = new Vocabulary();
  const [sea, loop] = words.idsOf(' sea loop');
  const found = ({ marks, stamp }: Match) => [...marks.keys()].filter((id) => marks[id] === stamp);
  assert.deepEqual(words.idsOf(' loop'), [loop]);
  assert.deepEqual(words.idsOf(''), []);
  const [seal] = words.idsOf(' seal bay');
  assert.deepEqual(found(words.matching('sea')), [sea, seal]);
  assert.equal(words.matching('sea').whole, sea);
  assert.equal(words.matching('se').whole, -1);
  assert.deepEqual(found(words.matching('x')), []);
  const many = Array.from({ length: 3000 }, (_, i) => ` w${i}`).map((name) => words.idsOf(name)[0]);
  assert.deepEqual(found(words.matching('w299')), [many[299], ...many.slice(2990, 3000)]);
});

test('[ROUTE-04] names are searched for without case and accents, by the beginning of a word', () => {
  assert.equal(searchName('Łódź — Río O’Hara'), ' lodz rio ohara');
  assert.equal(searchWord('  Österreich rundweg'), 'osterreich');
  assert.equal(searchWord("%_ ~ '"), null);
  assert.equal(searchWord("x'); drop table routes"), 'x');
});

test('[ROUTE-04] by place and radius, across the date line too, with the metres away', async () => {
  for (const [name, lat, lng] of [
    ['here', -17, 179.99],
    ['over', -17, -179.99],
    ['far', -17, 179.5],
  ] as const)
    await save(owner, { name, points: northFrom(lat, lng) });
  const found = await find('close_to_location=-17,179.995&search_radius=5000&order_by=date_created');
  assert.deepEqual(found.names, ['here', 'over']);
  assert.equal(found.total_count, 2);
  const [here, over] = found._embedded.routes;
  assert.ok(
    Math.abs(here!.away! - 532) < 3 && Math.abs(over!.away! - 1595) < 5,
    `${here!.away} ${over!.away}`,
  );
  assert.equal((await find('close_to_location=-17,179.995&search_radius=60000')).total_count, 3);
});

test('[ROUTE-04] by distance, activity with its children, city, and all of them together', async () => {
  const place = 'close_to_location=40,10';
  const routes = [
    ['short', 5, 16],
    ['middle', 30, 25],
    ['long', 90, 11],
  ] as const;
  for (const [name, n, activity_type_id] of routes)
    await save(owner, { name, activity_type_id, points: northFrom(40, 10, n) });
  assert.deepEqual((await find(`${place}&minimum_distance=3000`)).names, ['long', 'middle']);
  assert.deepEqual(
    (await find(`${place}&maximum_distance=3218688&minimum_distance=3000&activity_type=16`)).names,
    ['middle'],
  );
  assert.deepEqual((await find(`${place}&activity_type=16&order_by=distance`)).names, ['short', 'middle']);
  assert.deepEqual((await find(`${place}&activity_type=25`)).names, ['middle']);
  assert.deepEqual((await find(`${place}&maximum_distance=1000&text_search=SHO`)).names, ['short']);
  await api.context.db
    .updateTable('routes')
    .set({ geoname_id: 5 })
    .where('name', 'in', ['short', 'long'])
    .execute();
  assert.deepEqual((await find('city=5')).names, ['long', 'short']);
  assert.deepEqual((await find('city=5&close_to_location=0,0')).names, []);
});

test('[ROUTE-04] six orders and the best match, each the same by pages as at once', async () => {
  const place = 'close_to_location=-45,-70';
  const heights = [null, 40, 10, 300, 10, null];
  for (const [i, climb] of heights.entries()) {
    const points = northFrom(-45, -70, 5 + ((i * 7) % 11)).map((point, k, all) =>
      climb === null ? point : Object.assign(point, { elevation: (climb * k) / (all.length - 1) }),
    );
    await save(owner, { name: ['Sea route', 'By the sea', 'Sea', 'Seal bay', 'Inland', 'Sea'][i]!, points });
  }
  const sorted =
    (by: (route: RouteList['_embedded']['routes'][number]) => number) =>
    (a: RouteList['_embedded']['routes'][number], b: RouteList['_embedded']['routes'][number]) =>
      by(a) - by(b);
  const last = Number.MAX_SAFE_INTEGER;
  const orders: [RouteOrder, ReturnType<typeof sorted>][] = [
    ['-date_created', sorted((r) => -Date.parse(r.date_created))],
    ['date_created', sorted((r) => Date.parse(r.date_created))],
    ['-distance', sorted((r) => -r.distance)],
    ['distance', sorted((r) => r.distance)],
    ['-elevation', sorted((r) => (r.ascent === null ? last : -r.ascent))],
    ['elevation', sorted((r) => r.ascent ?? last)],
  ];
  for (const [order, compare] of orders) {
    const all = (await find(`${place}&order_by=${order}`))._embedded.routes;
    assert.equal(all.length, 6);
    const told = (route: (typeof all)[number]) => [route.distance, route.ascent];
    assert.deepEqual(all.map(told), all.toSorted(compare).map(told), order);
    const paged: number[] = [];
    for (let href: string | undefined = `/v7.1/route/?${place}&order_by=${order}&limit=4`; href;) {
      const page = await find(href.split('?')[1]!);
      paged.push(...page._embedded.routes.map(({ id }) => id));
      assert.equal(page.total_count, 6);
      href = page._links['next']?.[0]!.href;
    }
    assert.deepEqual(
      paged,
      all.map(({ id }) => id),
      order,
    );
  }
  const best = await find(`${place}&text_search=sea&order_by=-text_match`);
  assert.deepEqual(best.names, ['Sea', 'Sea', 'Sea route', 'Seal bay', 'By the sea']);
  assert.ok(best._embedded.routes[0]!.id > best._embedded.routes[1]!.id);
  for (const query of ['text_search=sea', `text_search=sea&close_to_location=-45,-70&search_radius=300000`])
    assert.deepEqual((await find(`${query}&order_by=-text_match`)).names, best.names);
});

test("[ROUTE-04] the neighbours' links ask the same question again", async () => {
  const call = as(api, await api.signUp());
  for (let i = 0; i < 3; i++) await save(call, { name: 'Été à vélo', points: northFrom(46, 2) });
  const first = await find(
    'close_to_location=46,2&text_search=%C3%A9t%C3%A9&limit=2&activity_type=16&minimum_distance=10',
  );
  assert.equal(first._links['prev'], undefined);
  const second = await find(first._links['next']![0]!.href.split('?')[1]!);
  assert.deepEqual([second.names.length, second.total_count], [1, 3]);
  assert.equal(second._links['next'], undefined);
  const back = await find(second._links['prev']![0]!.href.split('?')[1]!);
  assert.deepEqual(back._embedded, first._embedded);
});

test('[ROUTE-04] a batch of ids comes in the order asked, each once, without pages', async () => {
  const ids: number[] = [];
  for (let i = 0; i < 25; i++) ids.push((await save(owner)).id);
  const asked = [...ids.toReversed(), ids[3]!, 123];
  const found = await find(`ids=${asked.join(',')}`);
  assert.deepEqual(
    found._embedded.routes.map(({ id }) => id),
    ids.toReversed(),
  );
  assert.equal(found.total_count, 25);
});

const ABSURD: [query: string, sentence: RegExp][] = [
  ['close_to_location=91,0', /Latitude is between/],
  ['close_to_location=1e9,0', /Write the place as lat,lng/],
  ['close_to_location=paris', /Write the place as lat,lng/],
  ['close_to_location=1,1&search_radius=1e12', /at most 500 kilometres/],
  ['close_to_location=1,1&search_radius=-5', /at least 100 metres/],
  ['close_to_location=1,1&minimum_distance=-1', /cannot be negative/],
  ['close_to_location=1,1&maximum_distance=3218689', /too far/],
  ['close_to_location=1,1&minimum_distance=9&maximum_distance=3', /cannot be above/],
  ['text_search=%25%25', /Write a word/],
  ['ids=1,x', /ids separated by commas/],
  ['ids=99999999999999999999999', /ids separated by commas|^$/],
  ['user=-1', /too small/],
  ['order_by=name', /valid choice/],
  ['order_by=nearest&text_search=sea', /give close_to_location/],
  ['close_to_location=1,1&activity_type=999999', /from the list/],
  ['limit=1000', /too large/],
  ['close_to_location=1,1&offset=1000000000', /too large/],
];
for (const [query, sentence] of ABSURD)
  test(`[DATA-02] a question that makes no sense is answered: ${query}`, async () => {
    const { status, error_description, total_count } = await find(query);
    if (status === 200) assert.equal(total_count, 0);
    else {
      assert.equal(status, 400);
      assert.match(error_description, sentence);
    }
  });

test('[DATA-02] values that are strange but sound find nothing and break nothing', async () => {
  for (const query of [
    'close_to_location=90,180&search_radius=500000',
    'close_to_location=-90,-180&search_radius=100',
    'close_to_location=1,1&activity_type=99999',
    'city=9007199254740991',
    "text_search=zzqq'%20or%201=1",
    'user=9007199254740991',
  ]) {
    const found = await find(query);
    assert.deepEqual([found.status, found.total_count, found.names], [200, 0, []], query);
  }
});
