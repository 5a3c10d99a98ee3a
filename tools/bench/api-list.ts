import { fork } from 'node:child_process';
import { once } from 'node:events';
import { connect } from '@waymark/api/src/kernel/database/connect.ts';
import autocannon from 'autocannon';
import { type Bench, startBench } from './member.ts';
import { median, type Row, table } from './row.ts';

const WORKOUTS = 10_000;
const CONNECTIONS = 20;
const SECONDS = 4;
const ROUNDS = 5;
const REACH = 0.6;

/** Copies the sample workouts, tracks and all, until the member has 10,000. */
async function fill(bench: Bench): Promise<void> {
  const { databaseUrl, userId, headers } = bench;
  const added = await fetch(bench.url('/workout/samples/'), { method: 'POST', headers });
  if (!added.ok) throw new Error(`samples: ${added.status}`);
  const database = connect(databaseUrl, { max: 1, onError: (error) => console.error(error) });
  await database.pool.query(
    `insert into workouts select (jsonb_populate_record(w, jsonb_build_object(
        'id', w.id - 1000000000 - n, 'start_at', w.start_at - n * interval '28 days'))).*
      from workouts w, generate_series(1, $2::int) n where w.user_id = $1`,
    [userId, WORKOUTS / 8 - 1],
  );
  await database.pool.query('update workout_counts set n = $2 where user_id = $1 and n > 0', [
    userId,
    WORKOUTS,
  ]);
  await database.pool.query('vacuum analyze workouts');
  await database.close();
}

async function perSecond(url: string, headers: Record<string, string>): Promise<number> {
  const result = await autocannon({ url, headers, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result.requests.average;
}

/** `GET /workout/` against the yardstick, in turns, so that what else the machine does hits both. */
export async function run(): Promise<Row[]> {
  const bench = await startBench();
  const bare = fork(new URL('bare-list.ts', import.meta.url), {
    env: { ...process.env, DATABASE_URL: bench.databaseUrl },
  });
  try {
    const [[bareUrl]] = await Promise.all([once(bare, 'message') as Promise<[string]>, fill(bench)]);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      const a = await perSecond(`${bareUrl}/?user=${bench.userId}`, {});
      const b = await perSecond(bench.url('/workout/'), bench.headers);
      // The first round warms both up.
      if (round > 0) {
        theirs.push(a);
        ours.push(b);
      }
    }
    const ratio = median(ours.map((value, round) => value / theirs[round]!));
    return [
      {
        what: `GET /workout/, 20 of 10,000, 20 connections (${median(ours).toFixed(0)}/s against ${median(theirs).toFixed(0)}/s bare)`,
        measured: ratio.toFixed(2),
        reach: `at least ${REACH}`,
        ok: ratio >= REACH,
      },
    ];
  } finally {
    // Its connections have to be gone before the database is, or it reports each of them as an error.
    const bareEnded = once(bare, 'exit');
    if (bare.kill()) await bareEnded;
    await bench.stop();
  }
}

if (import.meta.main) console.log(table(await run()));
