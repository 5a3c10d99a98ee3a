import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import type { Bench } from './member.ts';
import { during, startCallingPage, type Window } from './page-calls.ts';
import { percentile } from './row.ts';

/** Uploads, and seconds of quiet, of one round: enough calls in each for a 99th percentile. */
const UPLOADS = 3;
const QUIET_MS = 3000;

type Round = { idle: Window; busy: Window[] };

export interface Slowing {
  /** p99 during imports as a multiple of the idle p99, both over all rounds. */
  ratio: number;
  /** ms */
  idle: number;
  busy: number;
}

/** How much slower the calls of somebody else are while a file is imported; both are taken in turns. */
export async function slowing(bench: Bench, file: string, rounds: number): Promise<Slowing> {
  const { authorization } = bench.headers;
  const page = await startCallingPage(bench.url('/workout/?limit=20'), authorization);
  const sender = fork(new URL('send.ts', import.meta.url), [bench.url(''), authorization, file]);
  const failed = once(sender, 'exit').then(() => Promise.reject(new Error('The upload went wrong.')));
  const upload = () => {
    sender.send('go');
    return Promise.race([once(sender, 'message'), failed]);
  };
  try {
    await upload();
    const taken: Round[] = [];
    for (let round = 0; round < rounds; round++) {
      const idle = await during(() => wait(QUIET_MS));
      const busy: Window[] = [];
      for (let i = 0; i < UPLOADS; i++) busy.push(await during(upload));
      taken.push({ idle, busy });
    }
    const times = await page.stop();
    const p99 = (windows: readonly Window[]) => percentile(times(windows), 0.99);
    const idle = p99(taken.map((round) => round.idle));
    const busy = p99(taken.flatMap((round) => round.busy));
    return { ratio: busy / idle, idle, busy };
  } finally {
    failed.catch(() => {});
    page.kill();
    sender.kill();
  }
}
