import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Connection } from '@waymark/api/src/kernel/database/connect.ts';
import { recountCells } from '@waymark/api/src/maps/routes/search/count-cells.ts';
import { type Bench as Started, startBench } from './member.ts';
import { percentile, type Row, table } from './row.ts';

type Bench = Started & Pick<Connection, 'pool' | 'db'>;

const SMALL = 20_000;
const LARGE = 200_000;
const QUESTIONS = 400;
const REACH_MS = 30;
const REACH_GROWTH = 2;

const NAMES = 'Sunrise River Hill Lake Forest Castle Harbour Mill Bridge Old Town Meadow Ridge'.split(' ');
const KINDS = 'Loop Route Run Trail Way'.split(' ');
const ORDERS = '-date_created date_created -distance distance -elevation elevation -text_match nearest'.split(
  ' ',
);

/** Numbers from 0 to 1 that are the same in each run. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Towns over a country of 8 by 14 degrees; the first ones have by far the most routes. */
const town = (n: number): [lat: number, lng: number] => [
  44 + ((n * 0.6180339887) % 1) * 8,
  2 + ((n * 0.7548776662) % 1) * 14,
];
const TOWNS = 400;

/** `i * 0` has the database draw a town for each route and not one for all of them. */
async function fill(bench: Bench, from: number, to: number): Promise<void> {
  const towns = Array.from({ length: TOWNS }, (_, n) => town(n));
  await bench.pool.query('set statement_timeout = 0');
  await bench.pool.query(
    `insert into routes (user_id, id, name, search_name, activity_type_id, privacy, distance, ascent, descent,
        start_lat, start_lng, cell, locality, polyline, bounds, created_at, updated_at)
      select $1, 1000 + i, initcap(btrim(words)), words, (array[16, 25, 11, 19, 9, 24])[1 + floor(random() * 6)],
        case when random() < 0.9 then 3 else 0 end, exp(7 + random() * 4), random() * 1500, random() * 1500, lat, lng,
        floor((lat + 90) * 10)::int * 3600 + floor((lng + 180) * 10)::int, 'Town ' || t, repeat('ab~kQ_p', 110),
        array[lng, lat, lng + 0.1, lat + 0.1], now(), now()
      from generate_series($2::int, $3::int - 1) i
      cross join lateral (select floor(400 * power(random(), 2.5) + i * 0)::int as t) a
      cross join lateral (
        select ' ' || lower(($4::text[])[1 + floor(random() * ${NAMES.length})]) || ' ' ||
          lower(($5::text[])[1 + floor(random() * ${KINDS.length})]) || ' ' || i as words,
          ($6::float8[])[t * 2 + 1] + (random() + random() - 1) * 0.15 as lat,
          ($6::float8[])[t * 2 + 2] + (random() + random() - 1) * 0.2 as lng
      ) b`,
    [bench.userId, from, to, NAMES, KINDS, towns.flat()],
  );
  await recountCells(bench.db);
  // What a database does by itself when it has a moment; it waits for whoever is reading.
  for (let n = 0; n < 10; n++) {
    await bench.pool.query('vacuum analyze routes');
    const { rows } = await bench.pool.query<{ share: number }>(
      "select relallvisible::float8 / greatest(1, relpages) as share from pg_class where relname = 'routes'",
    );
    if (rows[0]!.share > 0.9) return;
    await wait(1000);
  }
}

/** A question as the search page asks it: around a town, often with a range of distances, a name, an activity. */
function question(random: () => number): string {
  const [lat, lng] = town(Math.floor(TOWNS * random() ** 2.5));
  const query = new URLSearchParams({
    close_to_location: `${(lat + random() * 0.1).toFixed(5)},${(lng + random() * 0.1).toFixed(5)}`,
    search_radius: String(random() < 0.5 ? 16_093.44 : Math.round(1000 + random() * 60_000)),
    order_by: ORDERS[Math.floor(random() * ORDERS.length)]!,
    limit: '20',
    offset: String(random() < 0.2 ? 40 : 0),
  });
  if (random() < 0.5) query.set('minimum_distance', String(Math.round(random() * 15_000)));
  if (random() < 0.3) query.set('maximum_distance', String(Math.round(20_000 + random() * 50_000)));
  if (random() < 0.4) query.set('text_search', NAMES[Math.floor(random() * NAMES.length)]!.slice(0, 4));
  if (random() < 0.3) query.set('activity_type', '16');
  return query.toString();
}

/** The whole country at once: nearly every route there is lies within. */
const wide = (random: () => number): string =>
  question(random)
    .replace(/search_radius=[^&]+/, 'search_radius=500000')
    .replace(/location=[^&]+/, 'location=48,9');

/** Something changes around one of the larger towns: what was kept of it is out of date. */
async function change(bench: Bench, random: () => number, among: number): Promise<void> {
  const id = 1000 + Math.floor(random() * among);
  const address = `/social/privacy_toggle/?content_type_id=1&object_id=${id}&set_privacy_to=3`;
  const answer = await fetch(bench.url(address), {
    headers: { ...bench.headers, 'x-requested-with': 'waymark' },
  });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
}

/** Milliseconds that each of some questions took. One route in five questions changes meanwhile. */
async function pass(bench: Bench, ask: (random: () => number) => string, n: number, among: number) {
  const random = chance(17);
  const taken: number[] = [];
  for (let i = 0; i < n; i++) {
    if (i % 5 === 0) await change(bench, random, among);
    const url = bench.url(`/route/?${ask(random)}`);
    const began = performance.now();
    const answer = await fetch(url, { headers: bench.headers });
    await answer.text();
    if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
    taken.push(performance.now() - began);
  }
  return taken;
}

/** Three passes over the questions; every single time counts. */
async function times(bench: Bench, ask: (random: () => number) => string, n: number, among: number) {
  const taken: number[] = [];
  for (let passes = 0; passes < 3; passes++) taken.push(...(await pass(bench, ask, n, among)));
  return taken;
}

interface Measured {
  near: number[];
  country: number[];
  /** The first question, which reads every square: filling the table made all of them new. */
  first: number;
}

async function measure(bench: Bench, among: number): Promise<Measured> {
  const [first] = await pass(bench, wide, 3, among);
  return {
    first: first!,
    near: await times(bench, question, QUESTIONS, among),
    country: await times(bench, wide, QUESTIONS / 2, among),
  };
}

const told = (values: readonly number[]) =>
  `${percentile(values, 0.5).toFixed(1)} ms median, ${percentile(values, 0.99).toFixed(1)} ms p99`;

function rowsOf(what: string, small: readonly number[], large: readonly number[]): Row[] {
  const p99 = percentile(large, 0.99);
  const growth = p99 / percentile(small, 0.99);
  return [
    {
      what: `${what} (${told(large)})`,
      measured: `${p99.toFixed(1)} ms`,
      reach: `under ${REACH_MS} ms`,
      ok: p99 < REACH_MS,
    },
    {
      what: `the same against 20,000 routes (${told(small)})`,
      measured: `${growth.toFixed(2)} times`,
      reach: `under ${REACH_GROWTH} times`,
      ok: growth < REACH_GROWTH,
    },
  ];
}

/** The same questions among 20,000 and among 200,000 routes, over HTTP, one after the other. */
export async function run(): Promise<Row[]> {
  const started = await startBench();
  const { pool, db } = connect(started.databaseUrl, { max: 1, onError: (error) => console.error(error) });
  const bench: Bench = { ...started, pool, db };
  try {
    await fill(bench, 0, SMALL);
    // Once without counting: the server's code is warm for both.
    await measure(bench, SMALL);
    const small = await measure(bench, SMALL);
    await fill(bench, SMALL, LARGE);
    const large = await measure(bench, LARGE);
    return [
      ...rowsOf('search among 200,000 routes by place, distance and text', small.near, large.near),
      ...rowsOf(
        `within 500 km, where nearly all of them lie (the first, which reads them all, ${large.first.toFixed(0)} ms)`,
        small.country,
        large.country,
      ),
    ];
  } finally {
    await pool.end();
    await started.stop();
  }
}

if (import.meta.main) console.log(table(await run()));
