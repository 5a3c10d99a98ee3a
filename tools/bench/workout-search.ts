import { timedCall } from './http-client.ts';
import { type Bench, signUp, startBench } from './member.ts';
import { median, percentile, type Row, table } from './row.ts';
import { fillMember } from './stats.ts';

const FEW = 1000;
const MANY = 10_000;
const CALLS = 500;
const WARM = 100;
const REACH_MS = 30;
const REACH_GROWTH = 1.5;

/** What members do with the list of all workouts. */
const QUERIES: Record<string, string> = {
  newest: '',
  'a page in the middle': 'offset=500',
  'longest distance': 'order_by=-distance',
  'shortest distance': 'order_by=distance',
  'by name': 'order_by=name',
  'by name, backwards': 'order_by=-name',
  'a part of the name': 'search=run',
  'one activity, fastest': 'activity_types=16&order_by=-speed',
  'one year, longest': 'from=2024-01-01&to=2024-12-31&order_by=-duration',
  'distance and privacy': 'distance_min=9000&distance_max=22000&privacy=3&order_by=-ascent',
  'with photo': 'has_photo=true',
  'a place': 'bounds=20,50,22,53',
};

/** A member with few and one with many workouts in turns, so that what else the machine does hits both. */
export async function run({ rounds = CALLS }: { rounds?: number } = {}): Promise<Row[]> {
  const bench = await startBench();
  try {
    const few: Pick<Bench, 'userId' | 'headers'> = await signUp(bench.api, 'few@example.com');
    await fillMember(bench, few.userId, FEW);
    await fillMember(bench, bench.userId, MANY);
    const rows: Row[] = [];
    for (const [what, query] of Object.entries(QUERIES)) {
      const url = bench.url(`/workout/search/?${query}`);
      const times: [number[], number[]] = [[], []];
      for (let round = -WARM; round < rounds; round++) {
        for (const [at, { headers }] of [few, bench].entries()) {
          const { ms } = await timedCall(url, { headers });
          if (round >= 0) times[at]!.push(ms);
        }
      }
      const [p99OfFew, p99] = [percentile(times[0], 0.99), percentile(times[1], 0.99)];
      rows.push(
        {
          what: `all workouts, ${what}: p99 of ${MANY} (${FEW}: ${p99OfFew.toFixed(1)} ms; medians ${median(times[1]).toFixed(1)} and ${median(times[0]).toFixed(1)} ms)`,
          measured: `${p99.toFixed(1)} ms`,
          reach: `under ${REACH_MS} ms`,
          ok: p99 < REACH_MS,
        },
        {
          what: `all workouts, ${what}: p99 of ${MANY} against ${FEW}`,
          measured: (p99 / p99OfFew).toFixed(2),
          reach: `at most ${REACH_GROWTH}`,
          ok: p99 / p99OfFew <= REACH_GROWTH,
        },
      );
    }
    return rows;
  } finally {
    await bench.stop();
  }
}

if (import.meta.main) console.log(table(await run()));
