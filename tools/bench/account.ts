import { spawnSync } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import {
  hashPassword,
  verifyPassword,
} from '@waymark/api/src/members/credentials/passwords/hash-password.ts';
import { type DataExport, type FileImportList, SERVICE_BASES } from '@waymark/api-contract';
import { writeArchive } from './archive-files.ts';
import { timedCall } from './http-client.ts';
import { type Bench, startBench } from './member.ts';
import { during, startCallingPage } from './page-calls.ts';
import { median, percentile, type Row, table } from './row.ts';
import { send, watchMemory } from './upload.ts';

/** 10,000 are asked for; importing those takes a quarter of an hour, and what is measured grows with them alone. */
const FILES = 1000;
const SIGN_INS = 200;
const AT_ONCE = 20;
const CALLS = 400;
const IDLE_MS = 5000;
const EMAIL = 'bench-sign-in@example.com';
const PASSWORD = 'nine miles before noon';
const REACH = { signIn: 0.9, token: 1.1, tar: 3, calls: 2, memoryMb: 300 };

/** How many a second, so many at a time. */
async function perSecond(count: number, work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  let left = count;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left-- > 0) await work();
    }),
  );
  return count / ((performance.now() - began) / 1000);
}

async function post(address: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'waymark', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** Sign-ins with a password at once, against hashes alone in this process. */
async function signIns({ api }: Bench): Promise<Row> {
  await post(`${api.url}${SERVICE_BASES.auth}/signup`, {
    email: EMAIL,
    password: PASSWORD,
    birthdate: '1990-05-17',
    gender: 'F',
    country: 'US',
    first_name: 'Robin',
    last_name: 'Trail',
  });
  const login = () =>
    timedCall(`${api.url}${SERVICE_BASES.auth}/login`, {
      method: 'POST',
      headers: { 'x-requested-with': 'waymark' },
      body: { email: EMAIL, password: PASSWORD },
    });
  const hash = await hashPassword(PASSWORD);
  const ratios: number[] = [];
  let [bare, product] = [0, 0];
  // Code that is seldom run is not compiled yet.
  await perSecond(SIGN_INS, login);
  // In turns, so that a machine that gets slower slows both.
  for (let round = 0; round < 3; round++) {
    bare = await perSecond(SIGN_INS, () => verifyPassword(hash, PASSWORD));
    product = await perSecond(SIGN_INS, login);
    ratios.push(product / bare);
  }
  const ratio = median(ratios);
  return {
    what: `sign-ins with a password, ${AT_ONCE} at once (${product.toFixed(0)} a second, bare argon2 ${bare.toFixed(0)})`,
    measured: `${ratio.toFixed(2)} of bare argon2`,
    reach: `at least ${REACH.signIn}`,
    ok: ratio >= REACH.signIn,
  };
}

/** A call with a personal token against the same with a session, in turns. */
async function tokenCalls(bench: Bench): Promise<Row> {
  const made = await post(
    `${bench.api.url}${SERVICE_BASES.internal}/oauth2/tokens`,
    { name: 'Bench', scopes: ['workout:read'], days: 30 },
    bench.headers,
  );
  const { token } = (await made.json()) as { token: string };
  const call = async (authorization: string): Promise<number> => {
    const began = performance.now();
    const answer = await fetch(bench.url('/workout/?limit=20'), { headers: { authorization } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`A call was answered ${answer.status}.`);
    return performance.now() - began;
  };
  const [session, personal]: [number[], number[]] = [[], []];
  for (let i = 0; i < CALLS; i++) {
    session.push(await call(bench.headers.authorization));
    personal.push(await call(`Bearer ${token}`));
  }
  const [own, other] = [session, personal].map((times) => median(times.slice(CALLS / 4))) as [number, number];
  return {
    what: `a call with a personal token (${other.toFixed(2)} ms) against a session (${own.toFixed(2)} ms)`,
    measured: `${(other / own).toFixed(2)} times`,
    reach: `at most ${REACH.token} times`,
    ok: other / own <= REACH.token,
  };
}

async function importWorkouts(bench: Bench, folder: string, files: number): Promise<void> {
  const file = path.join(folder, 'workouts.zip');
  await writeArchive(file, files);
  await send(bench, file);
  for (;;) {
    const answer = await fetch(bench.url('/device/file_import/?limit=1'), { headers: bench.headers });
    const { pending } = (await answer.json()) as FileImportList;
    if (pending === 0) break;
    await wait(1000);
  }
  rmSync(file);
}

/** Seconds from the request to the whole archive on the disk. */
async function exportTo(bench: Bench, file: string): Promise<number> {
  const began = performance.now();
  await post(bench.url('/data_export/'), {}, bench.headers);
  for (;;) {
    const answer = await fetch(bench.url('/data_export/'), { headers: bench.headers });
    const [made] = ((await answer.json()) as { exports: DataExport[] }).exports;
    if (made?.status === 'failed') throw new Error('The archive failed.');
    if (made?.status === 'ready' && made.href) {
      const archive = await fetch(new URL(made.href, bench.api.url));
      await pipeline(Readable.fromWeb(archive.body as never), createWriteStream(file));
      return (performance.now() - began) / 1000;
    }
    await wait(200);
  }
}

/** Largest resident size (MB) of the process in which an API writes an archive, until `stop` is called. */
function watchArchiveProcess(apiPid: number): { stop(): number } {
  let most = 0;
  const timer = setInterval(() => {
    const { stdout } = spawnSync('ps', ['-A', '-o', 'ppid=,rss=,args='], { encoding: 'utf8' });
    for (const line of stdout.split('\n')) {
      const [parent, kilobytes] = line.trim().split(/\s+/).map(Number);
      if (parent === apiPid && line.includes('archive-process')) most = Math.max(most, kilobytes! / 1024);
    }
  }, 500);
  return {
    stop() {
      clearInterval(timer);
      return most;
    },
  };
}

/** An archive of everything against tar of the same bytes, with its memory and what other calls feel. */
async function exportRows(bench: Bench, files: number): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-account-'));
  try {
    await importWorkouts(bench, folder, files);
    await bench.restart();
    const page = await startCallingPage(bench.url('/workout/?limit=20'), bench.headers.authorization);
    const idle = [await during(() => wait(IDLE_MS))];
    const memory = watchMemory(bench.api.pid);
    const writer = watchArchiveProcess(bench.api.pid);
    const archive = path.join(folder, 'archive.zip');
    const from = Date.now();
    const seconds = await exportTo(bench, archive);
    const busy = [{ from, until: Date.now() }];
    const ofApi = memory.stop();
    const most = writer.stop();
    idle.push(await during(() => wait(IDLE_MS)));
    const times = await page.stop();
    const [busyMs, idleMs] = [busy, idle].map((windows) => percentile(times(windows), 0.99)) as [
      number,
      number,
    ];
    const tarBegan = performance.now();
    spawnSync('tar', ['cf', path.join(folder, 'copy.tar'), '-C', folder, 'archive.zip']);
    const tar = (performance.now() - tarBegan) / 1000;
    const megabytes = (statSync(archive).size / 1e6).toFixed(0);
    return [
      {
        what: `archive of ${files} workouts (${megabytes} MB in ${seconds.toFixed(1)} s) against tar of its bytes (${tar.toFixed(1)} s)`,
        measured: `${(seconds / tar).toFixed(1)} times`,
        reach: `at most ${REACH.tar} times`,
        ok: seconds / tar <= REACH.tar,
      },
      {
        what: `memory of the process that writes the archive (the API has ${ofApi.toFixed(0)} MB)`,
        measured: `${most.toFixed(0)} MB`,
        reach: `below ${REACH.memoryMb} MB`,
        ok: most > 0 && most < REACH.memoryMb,
      },
      {
        what: `p99 of other calls meanwhile (${busyMs.toFixed(0)} ms, idle ${idleMs.toFixed(0)} ms)`,
        measured: `${(busyMs / idleMs).toFixed(2)} times`,
        reach: `at most ${REACH.calls} times`,
        ok: busyMs / idleMs <= REACH.calls,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Signing in, personal tokens and the archive of an account. */
export async function run({ files = FILES }: { files?: number } = {}): Promise<Row[]> {
  const bench = await startBench({ RATE_LIMITS: 'false' });
  try {
    return [await signIns(bench), await tokenCalls(bench), ...(await exportRows(bench, files))];
  } finally {
    await bench.stop();
  }
}

if (import.meta.main) console.log(table(await run()));
