import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Connection } from '@waymark/api/src/kernel/database/connect.ts';
import { tidyBoard } from '@waymark/api/src/programs/challenges/board-upkeep.ts';
import { correctChallenge } from '@waymark/api/src/programs/challenges/correct-challenge.ts';
import { gpxSample } from '@waymark/api/src/recordings/testing/sample-files.ts';
import { type FileImportList, SERVICE_BASES } from '@waymark/api-contract';
import { ZipFile } from 'yazl';
import { type Bench, serverMs, signUp, startBench } from './member.ts';
import { percentile, type Row } from './row.ts';
import { send as upload } from './upload.ts';

const SIZES = [100_000, 1_000_000] as const;
const REACH = { ms: 5, growth: 1.5, saveMs: 30, importShare: 0.8, correctionSeconds: 60 };
const ROUNDS = 1000;
/** Calls before the first that is measured: the code of a process that has just begun is not compiled yet. */
const WARM_UP = 1000;
const SAVES = 200;
const FIRST_MEMBER = 1_000_000_000;
const SCORE_MAX = 50_000_000;
const CHALLENGES_OF_A_MEMBER = 10;
const GOALS = ['distance', 'duration', 'count', 'energy'] as const;
const FILL_TIMEOUT_MS = 3_600_000;
const ARCHIVE_FILES = 2000;
const ARCHIVE_POINTS = 300;
/** So that all are within the longest windows. */
const BETWEEN_FILES_MS = 4 * 3_600_000;

const told = (values: readonly number[]) =>
  `${percentile(values, 0.5).toFixed(1)} ms median, ${percentile(values, 0.99).toFixed(1)} ms p99`;

async function send<T>(bench: Bench, method: string, path: string, body?: object) {
  const answer = await fetch(`${bench.api.url}${path}`, {
    method,
    headers: { ...bench.headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`);
  return { body: (text ? JSON.parse(text) : undefined) as T, ms: serverMs(answer) };
}

const call = async <T>(bench: Bench, method: string, path: string, body?: object): Promise<T> =>
  (await send<T>(bench, method, path, body)).body;

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

async function createChallenge(bench: Bench, kind: string, daysAgo = 20): Promise<number> {
  const body = { title: 'Benchmark', kind, first_day: dayOf(-daysAgo), last_day: dayOf(10) };
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
    `insert into challenge_counts (challenge_id, group_position, chunk_id, n)
      values ($1, 1, 1, $2), ($1, 1, 0, $2), ($1, 0, 0, $2)`,
    [id, size],
  );
  await tidyBoard(db, id);
  await pool.query('vacuum analyze challenge_members, challenge_counts, challenge_chunks');
  // Else the server writes them out while it is measured.
  await pool.query('checkpoint');
  // A board that members look at is in memory.
  await pool.query(
    `select max(user_id) from (select -score as place, user_id from challenge_members
      where challenge_id = $1 and is_shown and score > 0 order by -score, reached_at, user_id offset 0) as board`,
    [id],
  );
}

/** Milliseconds at the server of one call after the other. */
async function readTimes(bench: Bench, times: number, pathOf: () => string): Promise<number[]> {
  const taken: number[] = [];
  for (let n = -WARM_UP; n < times; n++) {
    const { ms } = await send(bench, 'GET', pathOf());
    if (n >= 0) taken.push(ms);
  }
  return taken;
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
    own: await readTimes(bench, rounds, () => details),
    around: await readTimes(bench, rounds, () => `${board}?around=me`),
    page: await readTimes(bench, rounds, () => `${board}?offset=${Math.floor(Math.random() * (size - 20))}`),
  };
}

/**
 * Milliseconds that pieces of computing take which this machine does in `ms` when it does nothing else: what its other
 * guests take from it is in every figure here.
 */
function bareTimes(ms: number, times: number): number[] {
  let state = 1;
  const compute = (steps: number) => {
    const began = performance.now();
    for (let n = 0; n < steps; n++) state = Math.imul(state, 31) + n;
    return performance.now() - began;
  };
  const SAMPLE = 100_000;
  const sample = Math.min(...Array.from({ length: 200 }, () => compute(SAMPLE)));
  const steps = Math.round((SAMPLE * ms) / sample);
  const taken = Array.from({ length: times }, () => compute(steps));
  if (!Number.isFinite(state)) throw new Error('Nothing was computed.');
  return taken;
}

const NAMES = { own: 'details with own rank', around: 'page around me', page: 'any page' } as const;

/** The difference that ten challenges and five goals make to the save of a workout, as the median of saves that take turns. */
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
  for (const [n, metric] of [...GOALS, GOALS[0]].entries())
    await call(bench, 'POST', `${SERVICE_BASES.main}/user_goal/`, {
      criteria: {
        activity_type_id: n < GOALS.length ? null : 16,
        threshold: { metric, value: 5000 / (n === 2 ? 1000 : 1) },
      },
    });
  const within = await timed(rounds, save(-2));
  const added = percentile(within, 0.5) - percentile(without, 0.5);
  return {
    what: 'workout saved by a member in 10 challenges and 5 goals, added to the save',
    measured: `${added.toFixed(1)} ms (${told(within)})`,
    reach: `< ${REACH.saveMs} ms`,
    ok: added < REACH.saveMs,
  };
}

const CORRECTED_MEMBERS = 100_000;

/** All that is kept of a challenge, as one number. */
async function fingerprint({ pool }: Connection, id: number): Promise<string> {
  const { rows } = await pool.query<{ kept: string }>(
    `select md5(string_agg(concat_ws(' ', m.user_id, m.score, m.progress, m.reached_at, m.workout_count, c.amount, c.day),
        ';' order by m.user_id, c.workout_id)) as kept
      from challenge_members m left join challenge_contributions c using (user_id, challenge_id) where challenge_id = $1`,
    [id],
  );
  return rows[0]!.kept;
}

/** A challenge of members with a workout each, of whom nothing is kept any more, is counted anew from the workouts. */
async function correctionRow(bench: Bench, connection: Connection): Promise<Row> {
  const { pool, db } = connection;
  const id = await createChallenge(bench, 'distance');
  for (const table of ['workouts', 'challenge_members', 'challenge_contributions'])
    await pool.query(
      `insert into ${table}
        select copy.* from ${table} t, generate_series(1, ${CORRECTED_MEMBERS - 1}) i
        cross join lateral jsonb_populate_record(t, jsonb_build_object('user_id', ${FIRST_MEMBER} + i)
          || ${table === 'workouts' ? `jsonb_build_object('id', t.id + i)` : table === 'challenge_contributions' ? `jsonb_build_object('workout_id', t.workout_id + i)` : `'{}'`}) copy
        where t.user_id = $1 and ${table === 'workouts' ? '$2::bigint > 0' : 't.challenge_id = $2'}`,
      [bench.userId, id],
    );
  await pool.query('vacuum analyze workouts, challenge_members, challenge_contributions');
  const context = { db, now: () => new Date() };
  const { hadWrongCounts } = await correctChallenge(context, id);
  if (!hadWrongCounts) throw new Error('The members that were added are counted already.');
  const kept = await fingerprint(connection, id);
  await pool.query('delete from challenge_contributions where challenge_id = $1', [id]);
  await pool.query(
    'update challenge_members set score = 0, progress = 0, workout_count = 0 where challenge_id = $1',
    [id],
  );
  const began = performance.now();
  const { members, corrected } = await correctChallenge(context, id);
  const seconds = (performance.now() - began) / 1000;
  const isEqual = (await fingerprint(connection, id)) === kept;
  return {
    what: `correcting a whole challenge from its workouts, ${members} members`,
    measured: `${seconds.toFixed(1)} s, ${corrected} corrected, ${isEqual ? 'equal' : 'not equal'} to what was kept`,
    reach: `< ${REACH.correctionSeconds} s, equal`,
    ok: isEqual && corrected === members && seconds < REACH.correctionSeconds,
  };
}

async function writeRuns(file: string): Promise<void> {
  const archive = new ZipFile();
  for (let n = 1; n <= ARCHIVE_FILES; n++) {
    const start = Date.now() - n * BETWEEN_FILES_MS;
    archive.addBuffer(Buffer.from(gpxSample({ points: ARCHIVE_POINTS, start })), `${n}.gpx`);
  }
  archive.end();
  await pipeline(archive.outputStream, createWriteStream(file));
}

/** Seconds until an archive is read. */
async function importArchive(bench: Bench, file: string): Promise<number> {
  const start = performance.now();
  await upload(bench, file);
  for (;;) {
    const where = `${SERVICE_BASES.main}/device/file_import/?limit=1`;
    const { pending, counts } = await call<FileImportList>(bench, 'GET', where);
    if (pending === 0) {
      if (counts.ready !== ARCHIVE_FILES) throw new Error(`archive: ${JSON.stringify(counts)}`);
      return (performance.now() - start) / 1000;
    }
    await wait(100);
  }
}

/** An archive imported by a member without challenges, and by one in ten that all its workouts count in. */
async function importRow(bench: Bench): Promise<Row> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-challenges-'));
  try {
    const file = path.join(folder, 'runs.zip');
    await writeRuns(file);
    const alone = { ...bench, ...(await signUp(bench.api, 'alone@example.com')) };
    const joined = { ...bench, ...(await signUp(bench.api, 'joined@example.com')) };
    for (let n = 0; n < CHALLENGES_OF_A_MEMBER; n++)
      await createChallenge(joined, n % 2 === 0 ? 'distance' : 'active_days', 350);
    const without = await importArchive(alone, file);
    const within = await importArchive(joined, file);
    const share = without / within;
    return {
      what: `archive of ${ARCHIVE_FILES} files imported by a member in ${CHALLENGES_OF_A_MEMBER} challenges, files/s against without`,
      measured: `${share.toFixed(2)} (${(ARCHIVE_FILES / within).toFixed(0)} / ${(ARCHIVE_FILES / without).toFixed(0)} files/s)`,
      reach: `at least ${REACH.importShare}`,
      ok: share >= REACH.importShare,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
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
      const bare = bareTimes(percentile(large, 0.5), rounds);
      const growth = percentile(large, 0.5) / percentile(small, 0.5);
      return {
        what: `leaderboard of 1,000,000, at the server: ${NAMES[name]}`,
        measured: `${told(large)} (bare computing: ${percentile(bare, 0.99).toFixed(1)}); ${growth.toFixed(2)} times 100,000`,
        reach: `p99 < ${REACH.ms} ms, < ${REACH.growth} times`,
        ok: percentile(large, 0.99) < REACH.ms && growth < REACH.growth,
      };
    });
    return [
      ...rows,
      await correctionRow(bench, connection),
      await saveRow(bench, Math.min(rounds, SAVES)),
      await importRow(bench),
    ];
  } finally {
    await connection.close();
    await bench.stop();
  }
}
