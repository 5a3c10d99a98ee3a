import { connect, type Connection } from '@waymark/api/src/kernel/database/connect.ts';
import { tidyBoard } from '@waymark/api/src/challenges/board.ts';
import { SERVICE_BASES } from '@waymark/api-contract';
import { type Bench, startBench } from './member.ts';
import { percentile, type Row } from './row.ts';

const SIZES = [100_000, 1_000_000] as const;
const REACH = { ms: 5, growth: 1.5, saveMs: 30 };
const ROUNDS = 200;
const FIRST_MEMBER = 1_000_000_000;
const SCORE_MAX = 50_000_000;
const CHALLENGES_OF_A_MEMBER = 10;
const FILL_TIMEOUT_MS = 3_600_000;

const told = (values: readonly number[]) =>
  `${percentile(values, 0.5).toFixed(1)} ms median, ${percentile(values, 0.99).toFixed(1)} ms p99`;

async function call<T>(bench: Bench, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${bench.api.url}${path}`, {
    method,
    headers: { ...bench.headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return (text ? JSON.parse(text) : undefined) as T;
}

async function timed(times: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const taken: number[] = [];
  for (let n = -20; n < times; n++) {
    const began = performance.now();
    await work(n);
    if (n >= 0) taken.push(performance.now() - began);
  }
  return taken;
}

/** Days around now, so that results are not final. */
const dayOf = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);

async function createChallenge(bench: Bench, kind: string): Promise<number> {
  const body = { title: 'Benchmark', kind, first_day: dayOf(-20), last_day: dayOf(20) };
  const { id } = await call<{ id: number }>(bench, 'POST', `${SERVICE_BASES.challenges}/v2/challenges`, body);
  await call(bench, 'POST', `${SERVICE_BASES.challenges}/challenges/${id}/users`, {});
  return id;
}

/** Members of whom a tenth have reached the same, as people do who stop at the target. */
async function fill({ pool, db }: Connection, id: number, size: number): Promise<void> {
  await pool.query(
    `insert into challenge_members (user_id, challenge_id, joined_at, counts_private, is_shown, progress, score,
        reached_at, workout_count, excluded_count)
      select ${FIRST_MEMBER} + i, $1, now(), true, true, score, score, now() - random() * interval '20 days', 1, 0
      from generate_series(1, $2::bigint) i
      cross join lateral (
        select case when i % 10 = 0 then ${SCORE_MAX / 5} else 1 + floor(random() * random() * ${SCORE_MAX}) end
          ::bigint as score) s`,
    [id, size],
  );
  await pool.query(
    'insert into challenge_counts (challenge_id, chunk_id, n) values ($1, 1, $2), ($1, 0, $2)',
    [id, size],
  );
  await tidyBoard(db, id);
  await pool.query('vacuum analyze challenge_members, challenge_counts, challenge_chunks');
}

interface Times {
  own: number[];
  around: number[];
  page: number[];
}

async function readBoards(bench: Bench, id: number, size: number, rounds: number): Promise<Times> {
  const board = `${SERVICE_BASES.challenges}/widgets/challenges/${id}/leaderboard`;
  const details = `${SERVICE_BASES.challenges}/challenges/challenge/${id}/details`;
  return {
    own: await timed(rounds, () => call(bench, 'GET', details)),
    around: await timed(rounds, () => call(bench, 'GET', `${board}?around=me`)),
    page: await timed(rounds, () =>
      call(bench, 'GET', `${board}?offset=${Math.floor(Math.random() * (size - 20))}`),
    ),
  };
}

const NAMES = { own: 'details with own rank', around: 'page around me', page: 'any page' } as const;

/** The difference that ten challenges make to the save of a workout, as the median of saves that take turns. */
async function saveRow(bench: Bench, rounds: number): Promise<Row> {
  const save = (day: number) => () =>
    call(bench, 'POST', `${SERVICE_BASES.main}/workout/`, {
      name: 'Run',
      activity_type_id: 16,
      start_datetime: `${dayOf(day)}T08:00:00Z`,
      start_locale_timezone: 'Europe/Warsaw',
      duration: 3600,
      distance: 10_000,
    });
  for (let n = 0; n < CHALLENGES_OF_A_MEMBER - 2; n++) await createChallenge(bench, 'duration');
  const without = await timed(rounds, save(-300));
  const within = await timed(rounds, save(-2));
  const added = percentile(within, 0.5) - percentile(without, 0.5);
  return {
    what: 'workout saved by a member in 10 challenges, added to the save',
    measured: `${added.toFixed(1)} ms (${told(within)})`,
    reach: `< ${REACH.saveMs} ms`,
    ok: added < REACH.saveMs,
  };
}

export async function run({ rounds = ROUNDS }: { rounds?: number }): Promise<Row[]> {
  const bench = await startBench();
  const connection = connect(bench.databaseUrl, {
    max: 4,
    statementTimeoutMs: FILL_TIMEOUT_MS,
    onError: (error) => console.error(error),
  });
  try {
    const times: Times[] = [];
    for (const size of SIZES) {
      const id = await createChallenge(bench, 'distance');
      await call(bench, 'POST', `${SERVICE_BASES.main}/workout/`, {
        name: 'Run',
        activity_type_id: 16,
        start_datetime: `${dayOf(-3)}T08:00:00Z`,
        start_locale_timezone: 'Europe/Warsaw',
        duration: 3600,
        distance: 12_000,
      });
      await fill(connection, id, size);
      times.push(await readBoards(bench, id, size, rounds));
    }
    const rows = (Object.keys(NAMES) as (keyof Times)[]).map((name): Row => {
      const [small, large] = times.map((each) => each[name]) as [number[], number[]];
      const growth = percentile(large, 0.5) / percentile(small, 0.5);
      return {
        what: `leaderboard of 1,000,000: ${NAMES[name]}`,
        measured: `${told(large)}; ${growth.toFixed(2)} times 100,000`,
        reach: `p99 < ${REACH.ms} ms, < ${REACH.growth} times`,
        ok: percentile(large, 0.99) < REACH.ms && growth < REACH.growth,
      };
    });
    return [...rows, await saveRow(bench, rounds)];
  } finally {
    await connection.close();
    await bench.stop();
  }
}
