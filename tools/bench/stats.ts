import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Connection } from '@waymark/api/src/kernel/database/connect.ts';
import { idMint } from '@waymark/api/src/kernel/database/ids.ts';
import { runAt, storeMany } from '@waymark/api/src/training/stats/testing.ts';
import { createPublisher } from '@waymark/api/src/kernel/server/domain-events.ts';
import { services } from '@waymark/api/src/services.ts';
import { chance } from '@waymark/api/src/training/sample-workouts/chance.ts';
import { analyse } from '@waymark/api/src/recordings/streams/analysis.ts';
import { timedCall } from './http-client.ts';
import { type Bench, signUp, startBench } from './member.ts';
import { median, percentile, type Row, table } from './row.ts';

const FEW = 1000;
const MANY = 10_000;
const YEARS = 10;
const CALLS = 300;
const WARM = 30;
const REACH_MS = 50;
const REACH_GROWTH = 1.5;
const CURVE_MS = 100;
const RECORDS = 30_000;

const DAY_MS = 86_400_000;
const ACTIVITIES = [16, 11, 15, 24, 9];

const POLL_MS = 500;
const BACKGROUND_TIMEOUT_MS = 600_000;

/** Waits until the API has done what follows the workouts of a member who was filled, and its queue is empty. */
async function untilFollowed({ pool }: Connection): Promise<void> {
  const deadline = performance.now() + BACKGROUND_TIMEOUT_MS;
  for (;;) {
    const { rows } = await pool.query<{ left: string }>(
      `select (select count(*) from uncounted_workouts) + (
        select count(*) from waymark_jobs.job where state = 'active'
          or state in ('created', 'retry') and start_after <= now()) as left`,
    );
    if (Number(rows[0]!.left) === 0) return;
    if (performance.now() > deadline) throw new Error(`${rows[0]!.left} pieces of work are left.`);
    await wait(POLL_MS);
  }
}

/** Workouts spread evenly over the same years, of five activities and every privacy, long and short. */
export async function fillMember(bench: Bench, userId: number, n: number): Promise<void> {
  const database = connect(bench.databaseUrl, { max: 1, onError: (error) => console.error(error) });
  const newId = idMint(31);
  const random = chance(n);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
  const now = Date.now();
  const workouts = Array.from({ length: n }, (_, i) =>
    runAt(userId, newId(), new Date(now - (i / n) * YEARS * 365 * DAY_MS), {
      activity_type_id: pick(ACTIVITIES),
      privacy: pick([0, 1, 3, 6]),
      distance_total: pick([5000, 10_000, 21_100, 42_200]) + Math.round(random() * 400),
      active_time_total: 1800 + Math.round(random() * 9000),
      metabolic_energy_total: Math.round(random() * 4e6),
      load: Math.round(random() * 150),
    }),
  );
  await storeMany(
    {
      db: database.db,
      ...createPublisher(services, { now: () => new Date(), queue: () => Promise.resolve() }),
    },
    userId,
    workouts,
  );
  await untilFollowed(database);
  await database.pool.query('vacuum analyze');
  await database.close();
}

const CALLS_OF: Record<string, (userId: number) => string> = {
  'stats of a week': (id) => `/user_stats/${id}/?period=week`,
  'stats of a year': (id) => `/user_stats/${id}/?period=year`,
  lifetime: (id) => `/user_stats/${id}/lifetime/`,
  'heat calendar': (id) => `/user_stats/${id}/heat_calendar/`,
  records: (id) => `/user_stats/${id}/records/`,
  'dashboard with calendar': () => '/dashboard/',
};

/** A member with few and one with many in turns, so that what else the machine does hits both. */
async function calls(bench: Bench, few: Member, many: Member, rounds: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [what, where] of Object.entries(CALLS_OF)) {
    const times: [number[], number[]] = [[], []];
    for (let round = -WARM; round < rounds; round++) {
      for (const [at, { userId, headers }] of [few, many].entries()) {
        const { ms } = await timedCall(bench.url(where(userId)), { headers });
        if (round >= 0) times[at]!.push(ms);
      }
    }
    const p99 = percentile(times[1], 0.99);
    const growth = p99 / percentile(times[0], 0.99);
    const usual = median(times[1]) / median(times[0]);
    rows.push(
      {
        what: `${what}, ${MANY} workouts, p99 (${FEW}: ${percentile(times[0], 0.99).toFixed(1)} ms)`,
        measured: `${p99.toFixed(1)} ms`,
        reach: `under ${REACH_MS} ms`,
        ok: p99 < REACH_MS,
      },
      {
        what: `${what}, p99 of ${MANY} against ${FEW} (medians: ${usual.toFixed(2)}, ${median(times[1]).toFixed(1)} ms)`,
        measured: growth.toFixed(2),
        reach: `under ${REACH_GROWTH}`,
        ok: growth < REACH_GROWTH,
      },
    );
  }
  return rows;
}
type Member = Pick<Bench, 'userId' | 'headers'>;

/** A ride of hills and pauses, one record a second. */
function ride(): Parameters<typeof analyse>[0] {
  const random = chance(7);
  const column = () => new Int32Array(RECORDS);
  const columns = { time: column(), timer: column(), distance: column(), power: column() };
  for (let i = 1; i < RECORDS; i++) {
    const paused = i % 3000 === 0;
    columns.time[i] = columns.time[i - 1]! + (paused ? 120_000 : 1000);
    columns.timer[i] = columns.timer[i - 1]! + 1000;
    columns.distance[i] =
      columns.distance[i - 1]! + (paused ? 0 : Math.round(800 + 500 * Math.sin(i / 400) + 200 * random()));
    columns.power[i] = Math.max(0, Math.round(210 + 160 * Math.sin(i / 90) + 120 * (random() - 0.5)));
  }
  return { n: RECORDS, columns };
}

function curves(rounds: number): Row[] {
  const streams = ride();
  const times: number[] = [];
  let monotonic = true;
  let points = 0;
  for (let round = 0; round < rounds; round++) {
    // Time of this thread: what else the machine does is no part of the work.
    const before = process.threadCpuUsage();
    const { distance, power } = analyse(streams);
    const { user, system } = process.threadCpuUsage(before);
    times.push((user + system) / 1000);
    monotonic &&=
      distance!.every((seconds, i) => i === 0 || seconds >= distance![i - 1]!) &&
      power!.every((watts, i) => i === 0 || watts <= power![i - 1]!);
    points = distance!.length + power!.length;
  }
  return [
    {
      what: `best-effort curves of a ${RECORDS}-record ride, ${points} points (the first: ${times[0]!.toFixed(0)} ms), ${monotonic ? 'monotonic' : 'NOT monotonic'}`,
      measured: `${median(times).toFixed(0)} ms`,
      reach: `under ${CURVE_MS} ms`,
      ok: monotonic && median(times) < CURVE_MS,
    },
  ];
}

/** What a member with years of training waits for, and how it grows with the number of workouts. */
export async function run({ rounds = CALLS }: { rounds?: number } = {}): Promise<Row[]> {
  const bench = await startBench();
  try {
    const many: Member = bench;
    const few: Member = await signUp(bench.api, 'few@example.com');
    await fillMember(bench, few.userId, FEW);
    await fillMember(bench, many.userId, MANY);
    return [...(await calls(bench, few, many, rounds)), ...curves(Math.max(5, Math.round(rounds / 20)))];
  } finally {
    await bench.stop();
  }
}

if (import.meta.main) console.log(table(await run()));
