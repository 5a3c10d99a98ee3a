import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { connect, type Connection } from '@waymark/api/src/kernel/database/connect.ts';
import { type TimedAnswer, timedCall } from './http-client.ts';
import { type Bench, signUp, startBench } from './member.ts';
import { median, percentile, type Row, table } from './row.ts';

type Member = Awaited<ReturnType<typeof signUp>>;

const LIKERS = 200;
const ROUNDS = 7;
const REACH_MS = 50;
const SIGN_UPS_AT_ONCE = 4;
/** Of the clock by which Linux counts the time of processes. */
const MS_PER_TICK = 10;

export async function signUpMany(bench: Pick<Bench, 'api'>, count: number): Promise<Member[]> {
  const members: Member[] = [];
  for (let at = 0; at < count; at += SIGN_UPS_AT_ONCE)
    members.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(SIGN_UPS_AT_ONCE, count - at) }, (_, i) =>
          signUp(bench.api, `social${at + i}@example.com`),
        ),
      )),
    );
  return members;
}

/** The fields of `/proc/<pid>/stat` from the third on. */
const statOf = (pid: number | string): string[] =>
  readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');

function cpuMs(pids: readonly (number | string)[]): number {
  let ticks = 0;
  for (const pid of pids) {
    const fields = statOf(pid);
    ticks += Number(fields[11]) + Number(fields[12]);
  }
  return ticks * MS_PER_TICK;
}

/** The processes of a server, whose connections are its children. */
async function serverProcesses(pool: Connection['pool']): Promise<string[]> {
  const { rows } = await pool.query<{ folder: string }>("select current_setting('data_directory') as folder");
  const [parent] = readFileSync(path.join(rows[0]!.folder, 'postmaster.pid'), 'utf8').split('\n');
  const children = readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      return statOf(name)[1] === parent;
    } catch {
      // It ended meanwhile.
      return false;
    }
  });
  return [parent!, ...children];
}

const send = (url: string, { headers }: Member, method = 'GET', body?: object): Promise<TimedAnswer> =>
  timedCall(url, { method, headers, body });

interface Wave {
  p99: number;
  serverP99: number;
  /** Of one call, in milliseconds. */
  api: number;
  database: number;
  client: number;
  bodies: string[];
}

/** Calls of many members at the same moment. */
async function wave(
  bench: Bench,
  pool: Connection['pool'],
  members: readonly Member[],
  call: (member: Member, index: number) => Promise<TimedAnswer>,
): Promise<Wave> {
  const server = await serverProcesses(pool);
  const read = () => ({
    api: cpuMs([bench.api.pid]),
    database: cpuMs(server),
    client: cpuMs([process.pid]),
  });
  const before = read();
  const calls = await Promise.all(members.map(call));
  const after = read();
  const each = (name: keyof typeof before) => (after[name] - before[name]) / members.length;
  return {
    p99: percentile(
      calls.map(({ ms }) => ms),
      0.99,
    ),
    serverP99: percentile(
      calls.map(({ serverMs }) => serverMs ?? Number.NaN),
      0.99,
    ),
    api: each('api'),
    database: each('database'),
    client: each('client'),
    bodies: calls.map(({ body }) => body),
  };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

function describe(what: string, waves: readonly Wave[]): string {
  const cpu = (name: 'api' | 'database' | 'client') => mean(waves.map((one) => one[name])).toFixed(2);
  return (
    `${what} (p99 at the server ${median(waves.map(({ serverP99 }) => serverP99)).toFixed(1)} ms; ` +
    `CPU of each in ms: API ${cpu('api')}, PostgreSQL ${cpu('database')}, client ${cpu('client')})`
  );
}

const p99Of = (waves: readonly Wave[]) => median(waves.map(({ p99 }) => p99));

/**
 * Likes of one story by many at the same moment, taken back, and given again; beside them the cheapest call that needs
 * a member, by the same clients.
 */
export async function measureLikes(
  bench: Bench,
  pool: Connection['pool'],
  author: Member,
  likers: readonly Member[],
  rounds = ROUNDS,
): Promise<Row[]> {
  const feed = bench.url('/activity_story/');
  const { body } = await send(feed, author, 'POST', {
    verb: 'post',
    object: { type: 'status', text: 'Likes, please' },
    privacy: 3,
  });
  const { id } = JSON.parse(body) as { id: number };
  const like = (member: Member) => send(feed, member, 'POST', { verb: 'like', parent_story_id: id });
  const waves: Record<'likes' | 'repeats' | 'unlikes' | 'reads', Wave[]> = {
    likes: [],
    repeats: [],
    unlikes: [],
    reads: [],
  };
  const counts: number[] = [];
  const count = async () => {
    const story = await send(`${feed}${id}/`, author);
    counts.push((JSON.parse(story.body) as { likes: { count: number } }).likes.count);
  };
  for (let round = 0; round < rounds; round++) {
    waves.reads.push(
      await wave(bench, pool, likers, (member) => send(bench.url('/activity_type/16/'), member)),
    );
    const liked = await wave(bench, pool, likers, like);
    waves.likes.push(liked);
    // A like that is there counts once.
    waves.repeats.push(await wave(bench, pool, likers, like));
    await count();
    const ids = liked.bodies.map((text) => (JSON.parse(text) as { id: number }).id);
    waves.unlikes.push(
      await wave(bench, pool, likers, (member, n) => send(`${feed}${ids[n]}/`, member, 'DELETE')),
    );
    await count();
  }
  const isExact = counts.every((n, at) => n === (at % 2 === 0 ? likers.length : 0));
  const p99 = p99Of(waves.likes);
  const floor = p99Of(waves.reads);
  const rate = `the median of ${rounds} rounds`;
  return [
    {
      what: describe(`${likers.length} likes of one story at the same moment, ${rate}`, waves.likes),
      measured: `${p99.toFixed(1)} ms p99, ${isExact ? 'counts exact' : `counts ${counts.join(', ')}`}`,
      reach: `under ${REACH_MS} ms, counts exact`,
      ok: p99 < REACH_MS && isExact,
    },
    {
      what: describe('each again, of likes that are there', waves.repeats),
      measured: `${p99Of(waves.repeats).toFixed(1)} ms p99`,
      reach: `under ${REACH_MS} ms`,
      ok: p99Of(waves.repeats) < REACH_MS,
    },
    {
      what: describe('each taken back', waves.unlikes),
      measured: `${p99Of(waves.unlikes).toFixed(1)} ms p99`,
      reach: `under ${REACH_MS} ms`,
      ok: p99Of(waves.unlikes) < REACH_MS,
    },
    {
      what: describe('the same members read an activity type, which asks the database nothing', waves.reads),
      measured: `${floor.toFixed(1)} ms p99`,
      reach: 'the floor',
      ok: true,
    },
  ];
}

/** @param files members that like at once */
export async function run({
  files: count = LIKERS,
  rounds = ROUNDS,
}: { files?: number; rounds?: number } = {}): Promise<Row[]> {
  const bench = await startBench();
  const { pool } = connect(bench.databaseUrl, { max: 1, onError: (error) => console.error(error) });
  try {
    const [author, ...likers] = (await signUpMany(bench, count + 1)) as [Member, ...Member[]];
    return await measureLikes(bench, pool, author, likers, rounds);
  } finally {
    await pool.end();
    await bench.stop();
  }
}

if (import.meta.main) console.log(table(await run()));
