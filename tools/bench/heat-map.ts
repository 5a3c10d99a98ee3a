import { connect } from '@waymark/api/src/kernel/database/connect.ts';
import { type Bench, startBench } from './member.ts';
import { percentile, type Row, table } from './row.ts';

const WORKOUTS = 10_000;
const CALLS = 60;
const REACH_MS = 300;
const REACH_MB = 6;

/** A winding track of 200 points, as `n` differs so does the track: what is sent cannot be packed away. */
function polylineOf(n: number): string {
  let text = '';
  const write = (value: number) => {
    let rest = value < 0 ? ~(value << 1) : value << 1;
    for (; rest >= 0x20; rest >>>= 5) text += String.fromCharCode((0x20 | (rest & 0x1f)) + 63);
    text += String.fromCharCode(rest + 63);
  };
  let turn = n;
  write(5_220_000 + (n % 97) * 50);
  write(2_101_000 + (n % 89) * 50);
  for (let i = 1; i < 200; i++) {
    turn += Math.sin(i * (1 + (n % 13))) * 0.7;
    write(Math.round(Math.sin(turn) * 60));
    write(Math.round(Math.cos(turn) * 90));
  }
  return text;
}

async function fill({ databaseUrl, userId }: Bench): Promise<void> {
  const database = connect(databaseUrl, { max: 1, onError: (error) => console.error(error) });
  const lines = Array.from({ length: WORKOUTS }, (_, n) => polylineOf(n));
  await database.pool.query(
    `insert into workouts (user_id, id, name, activity_type_id, start_at, time_zone, local_day, privacy, source,
        has_time_series, distance_total, polyline, bounds, created_at, updated_at)
      select $1, n, 'Morning run ' || n % 50, 16, now() - n * interval '9 hours', 'Europe/Warsaw',
        (now() - n * interval '9 hours')::date, 3, 'file', true, 10000 + n, line, '{21,52,22,53}', now(), now()
      from unnest($2::text[]) with ordinality as tracks (line, n)`,
    [userId, lines],
  );
  await database.pool.query('vacuum analyze workouts');
  await database.close();
}

/** The tracks of 10,000 workouts in one call, each made anew on the server, and the second visit that takes nothing. */
export async function run(): Promise<Row[]> {
  const bench = await startBench();
  try {
    await fill(bench);
    const url = bench.url(`/user_stats/${bench.userId}/heat_map/`);
    const times: number[] = [];
    let bytes = 0;
    let tag = '';
    for (let call = -5; call < CALLS; call++) {
      const start = performance.now();
      const answer = await fetch(url, { headers: bench.headers });
      bytes = (await answer.arrayBuffer()).byteLength;
      tag = answer.headers.get('etag') ?? '';
      if (call >= 0) times.push(performance.now() - start);
    }
    const again = await fetch(url, { headers: { ...bench.headers, 'if-none-match': tag } });
    const slowest = percentile(times, 0.99);
    const megabytes = bytes / 1e6;
    return [
      {
        what: `tracks of 10,000 workouts for the heat map (second visit: ${again.status})`,
        measured: `${slowest.toFixed(0)} ms p99, ${megabytes.toFixed(1)} MB`,
        reach: `below ${REACH_MS} ms and ${REACH_MB} MB, then 304`,
        ok: slowest < REACH_MS && megabytes < REACH_MB && again.status === 304,
      },
    ];
  } finally {
    await bench.stop();
  }
}

if (import.meta.main) console.log(table(await run()));
