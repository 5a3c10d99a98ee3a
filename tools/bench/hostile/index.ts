import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { signUpAt } from '@waymark/api/src/testing/member.ts';
import { SERVICE_BASES } from '@waymark/api-contract';
import { buildAll } from '../../build.ts';
import { startDeployment } from '../../faults/deployment.ts';
import { during, startCallingPage, type Window } from '../page-calls.ts';
import { percentile, type Row, table } from '../row.ts';

const CLIENTS = 2000;
const ROUNDS = 3;
const WINDOW_MS = 6000;
const REACH_RATIO = 2;
const REACH_MS = 50;
const WORKOUTS = `${SERVICE_BASES.main}/workout/`;

interface OddAnswers {
  sent: number;
  slowest: [what: string, ms: number][];
}

/** When ordinary calls had the server for themselves, and when not. */
interface Windows {
  what: string;
  idle: Window[];
  busy: Window[];
}

/** Asks a child process for something, and waits until it is done. */
async function ask<T>(child: ChildProcess, message: string): Promise<T> {
  const answer = once(child, 'message') as Promise<[T]>;
  child.send(message);
  return (await answer)[0];
}

/** Holds many clients open that keep the server waiting, in turns with quiet. */
async function holdSlowClients(name: string, url: string, rounds: number): Promise<Windows> {
  const clients = fork(new URL('slow-clients.ts', import.meta.url), [url, String(CLIENTS), WORKOUTS]);
  try {
    const idle: Window[] = [];
    const busy: Window[] = [];
    let held = CLIENTS;
    for (let round = 0; round < rounds; round++) {
      idle.push(await during(() => wait(WINDOW_MS)));
      held = Math.min(held, await ask<number>(clients, 'open'));
      busy.push(await during(() => wait(WINDOW_MS)));
      await ask(clients, 'close');
    }
    return { what: `${name}: ordinary calls beside ${held} slow or idle clients`, idle, busy };
  } finally {
    clients.kill();
  }
}

/** Sends long paths, queries and headers, with quiet before and after. */
async function sendOddRequests(name: string, url: string): Promise<{ row: Row; windows: Windows }> {
  const sender = fork(new URL('odd-requests.ts', import.meta.url), [url]);
  try {
    const before = await during(() => wait(WINDOW_MS));
    let answers: OddAnswers = { sent: 0, slowest: [] };
    const busy = await during(async () => (answers = await ask<OddAnswers>(sender, 'send')));
    const after = await during(() => wait(WINDOW_MS));
    for (const [what, ms] of answers.slowest) console.log(`  ${name}: ${ms.toFixed(1)} ms, ${what}`);
    const [what, ms] = answers.slowest[0] ?? ['none', Number.NaN];
    return {
      row: {
        what: `${name}: slowest of ${answers.sent} requests with paths, queries and headers up to 16 kB (${what})`,
        measured: `${ms.toFixed(1)} ms`,
        reach: `under ${REACH_MS} ms`,
        ok: ms < REACH_MS,
      },
      windows: { what: `${name}: ordinary calls meanwhile`, idle: [before, after], busy: [busy] },
    };
  } finally {
    sender.kill();
  }
}

function compare({ what, idle, busy }: Windows, timesIn: (windows: readonly Window[]) => number[]): Row {
  const [idleMs, busyMs] = [percentile(timesIn(idle), 0.99), percentile(timesIn(busy), 0.99)];
  const ratio = busyMs / idleMs;
  return {
    what: `${what}, p99 against idle (${busyMs.toFixed(1)} ms against ${idleMs.toFixed(1)} ms)`,
    measured: ratio.toFixed(2),
    reach: `at most ${REACH_RATIO}`,
    ok: ratio <= REACH_RATIO,
  };
}

async function measure(name: string, url: string, rounds: number): Promise<Row[]> {
  const { access_token } = await signUpAt(url, `${name.toLowerCase()}@example.com`);
  const page = await startCallingPage(`${url}${WORKOUTS}?limit=20`, `Bearer ${access_token}`);
  try {
    const slow = await holdSlowClients(name, url, rounds);
    const odd = await sendOddRequests(name, url);
    const timesIn = await page.stop();
    return [compare(slow, timesIn), odd.row, compare(odd.windows, timesIn)];
  } finally {
    page.kill();
  }
}

/** What visitors who mean harm cost the others, at the edge and at the API behind it. */
export async function run({ rounds = ROUNDS }: { rounds?: number } = {}): Promise<Row[]> {
  await buildAll();
  const deployment = await startDeployment();
  try {
    const { url, apiUrl } = deployment;
    return [...(await measure('edge', url, rounds)), ...(await measure('API', apiUrl, rounds))];
  } finally {
    await deployment.stop();
  }
}

if (import.meta.main) console.log(table(await run()));
