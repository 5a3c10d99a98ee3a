import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect, type Connection } from '@waymark/api/src/kernel/database/connect.ts';
import { pageSizes, readBudgets } from '../../sizes/page-sizes.ts';
import { ROOT } from '../../testing/results.ts';
import { timedCall } from '../http-client.ts';
import { measureLikes, signUpMany } from '../likes.ts';
import { type Bench as Started, type signUp, startBench } from '../member.ts';
import { percentile, type Row, table } from '../row.ts';
import {
  addFriends,
  addMembers,
  addStories,
  addWorkoutStories,
  authorIds,
  AUTHORS,
  FRIENDS,
  settle,
} from './fill.ts';
import { openStreams, residentMegabytes } from './streams.ts';

type Bench = Started & { pool: Connection['pool'] };
type Member = Awaited<ReturnType<typeof signUp>>;

const STORIES = 5_000_000;
const REACH = { feedMs: 10, growth: 1.5, searchMs: 20, megabytes: 200, slowdown: 1.5, kB: 185 };
const FILL_TIMEOUT_MS = 3_600_000;

async function timed(
  url: string,
  { headers }: Pick<Member, 'headers'>,
  call: { method?: string; body?: object } = {},
): Promise<number> {
  const { ms } = await timedCall(url, { headers, ...call });
  return ms;
}

/** As `timed`, in milliseconds at the server. */
async function timedAtServer(url: string, { headers }: Pick<Member, 'headers'>): Promise<number> {
  const { serverMs } = await timedCall(url, { headers });
  if (serverMs === null) throw new Error('The answer does not say how long it took.');
  return serverMs;
}

const post = (bench: Bench, member: Member, where: string, body: object) =>
  timed(bench.url(where), member, { method: 'POST', body });

async function repeated(times: number, work: (n: number) => Promise<number>): Promise<number[]> {
  const taken: number[] = [];
  for (let n = 0; n < times; n++) taken.push(await work(n));
  return taken;
}

/** The first two pages of the home feed, again and again. */
async function readFeeds(bench: Bench, times: number): Promise<number[]> {
  const first = bench.url('/activity_story/?feed_type=friends&limit=10');
  const answer = (await (await fetch(first, { headers: bench.headers })).json()) as {
    _links: { next: { href: string }[] };
  };
  const [, second] = /(\/activity_story\/.*)/.exec(answer._links.next[0]!.href)!;
  return repeated(times, (n) => timedAtServer(n % 2 === 0 ? first : bench.url(second!), bench));
}

const told = (values: readonly number[]) =>
  `${percentile(values, 0.5).toFixed(1)} ms median, ${percentile(values, 0.99).toFixed(1)} ms p99`;

async function countRows(bench: Bench): Promise<number> {
  const tables = ['stories', 'notification_causes', 'story_counts'];
  const { rows } = await bench.pool.query<{ n: string }>(
    `select ${tables.map((name) => `(select count(*) from ${name})`).join(' + ')} as n`,
  );
  return Number(rows[0]!.n);
}

/** A post of somebody with 5,000 friends. */
async function publishToMany(bench: Bench, author: Member, friend: Member): Promise<Row> {
  await addFriends(bench.pool, author.userId, [...authorIds(4999), friend.userId]);
  await settle(bench.pool);
  const before = await countRows(bench);
  await post(bench, author, '/activity_story/', {
    verb: 'post',
    object: { type: 'status', text: 'To all of you' },
    privacy: 1,
  });
  const written = (await countRows(bench)) - before;
  const page = await fetch(bench.url('/activity_story/?feed_type=friends&limit=10'), {
    headers: friend.headers,
  });
  const isShown = (await page.text()).includes('To all of you');
  return {
    what: 'publish a story to 5,000 friends; the next read of one of them shows it',
    measured: `${written} rows written, ${isShown ? 'shown' : 'NOT shown'}`,
    reach: '1 row, shown',
    ok: written === 1 && isShown,
  };
}

/** @param member who has signed in since the fill */
async function search(bench: Bench, member: Member, members: number): Promise<Row> {
  const words = ['an', 'kel', 'maya k', 'member10', 'becker', 'jonas ross', 'x', 'rosa lindberg 1'];
  const ask = (n: number) =>
    timed(bench.url(`/user/?q=${encodeURIComponent(words[n % words.length]!)}&limit=20`), member);
  await repeated(words.length, ask);
  const taken = await repeated(400, ask);
  const p99 = percentile(taken, 0.99);
  return {
    what: `friend search among ${members.toLocaleString('en')} members (${told(taken)})`,
    measured: `${p99.toFixed(1)} ms p99`,
    reach: `under ${REACH.searchMs} ms`,
    ok: p99 < REACH.searchMs,
  };
}

async function listen(bench: Bench, members: readonly Member[], count: number): Promise<Row[]> {
  const call = () => timed(bench.url('/activity_story/?feed_type=friends&limit=10'), bench);
  /** Both sides are warm: after the wait the first calls are slow with or without streams. */
  const warmed = async () => {
    await repeated(300, call);
    return repeated(1500, call);
  };
  const quiet = await warmed();
  const before = residentMegabytes(bench.api.pid);
  const tokens = members.map(({ headers }) => headers.authorization);
  const streams = await openStreams(bench.url('/notification/stream/'), tokens, count);
  // Some polls of all of them.
  await wait(6000);
  const busy = await warmed();
  const more = residentMegabytes(bench.api.pid) - before;
  streams.close();
  const slowdown = percentile(busy, 0.99) / percentile(quiet, 0.99);
  return [
    {
      what: `${count} open streams on one process: memory more`,
      measured: `${more.toFixed(0)} MB`,
      reach: `under ${REACH.megabytes} MB`,
      ok: more < REACH.megabytes,
    },
    {
      what: `the feed meanwhile (${told(busy)}) against before (${told(quiet)})`,
      measured: `${slowdown.toFixed(2)} times`,
      reach: `at most ${REACH.slowdown} times`,
      ok: slowdown <= REACH.slowdown,
    },
  ];
}

function feedScripts(): Row {
  const budgets = readBudgets(path.join(ROOT, 'tools/size-budgets.json'));
  const [feed] = pageSizes(
    ROOT,
    budgets.filter(({ page }) => page === 'activity feed'),
  );
  const kB = feed!.bytes / 1000;
  return {
    what: 'scripts of the feed page until it can be used, brotli (of the last build)',
    measured: `${kB.toFixed(1)} kB`,
    reach: `at most ${REACH.kB} kB`,
    ok: kB <= REACH.kB,
  };
}

/** The figures of the community. @param files stories in all: a run with fewer has fewer members and streams too */
export async function run({ files: stories = STORIES }: { files?: number } = {}): Promise<Row[]> {
  const scale = Math.min(1, stories / STORIES);
  const streams = Math.max(50, Math.round(2000 * scale));
  const likers = Math.max(20, Math.round(200 * scale));
  const started = await startBench();
  const { pool } = connect(started.databaseUrl, {
    max: 1,
    statementTimeoutMs: FILL_TIMEOUT_MS,
    onError: (error) => console.error(error),
  });
  const bench: Bench = { ...started, pool };
  try {
    const workout = (await (
      await fetch(bench.url('/workout/'), {
        method: 'POST',
        headers: { ...bench.headers, 'content-type': 'application/json' },
        body: JSON.stringify({
          name: 'Morning run',
          activity_type_id: 16,
          start_datetime: '2026-05-01T07:30:00+02:00',
          start_locale_timezone: 'Europe/Warsaw',
          duration: 3600,
          distance: 10_000,
        }),
      })
    ).json()) as { id: number };
    const friends = authorIds(FRIENDS);
    await addMembers(pool, bench.userId, friends[0]!, AUTHORS);
    await addFriends(pool, bench.userId, friends);
    await addWorkoutStories(pool, workout.id, friends);
    await addStories(pool, 0, stories / 10);
    await settle(pool);
    await readFeeds(bench, 200);
    const small = await readFeeds(bench, 600);
    await addStories(pool, stories / 10, stories);
    await settle(pool);
    await readFeeds(bench, 200);
    const large = await readFeeds(bench, 600);
    const members = await signUpMany(bench, Math.max(likers + 2, streams));
    const [author, friend, ...others] = members as [Member, Member, ...Member[]];
    const published = await publishToMany(bench, author, friend);
    const liked = await measureLikes(bench, pool, author, others.slice(0, likers));
    const heard = await listen(bench, members, streams);
    const searched = Math.round(1_000_000 * scale);
    await addMembers(pool, bench.userId, friends[0]! + AUTHORS, searched);
    await settle(pool);
    const p99 = percentile(large, 0.99);
    const growth = p99 / percentile(small, 0.99);
    return [
      {
        what: `feed page with ${FRIENDS} friends among ${stories.toLocaleString('en')} stories, at the server (${told(large)})`,
        measured: `${p99.toFixed(1)} ms p99`,
        reach: `under ${REACH.feedMs} ms`,
        ok: p99 < REACH.feedMs,
      },
      {
        what: `the same among a tenth of them (${told(small)})`,
        measured: `${growth.toFixed(2)} times`,
        reach: `under ${REACH.growth} times`,
        ok: growth < REACH.growth,
      },
      published,
      ...liked,
      await search(bench, author, searched),
      ...heard,
      feedScripts(),
    ];
  } finally {
    await pool.end();
    await started.stop();
  }
}

if (import.meta.main) console.log(table(await run()));
