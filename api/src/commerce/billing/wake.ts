import type { Context } from '../../kernel/server/context.ts';

export const TICK = 'billing-tick';

/** Within it the work that was queued for this second has not begun: it sees what is written now. */
const REPEAT_MS = 500;
const lastWakes = new WeakMap<Context['jobs'], { second: number; at: number }>();

/**
 * Has mails, notices and steps that wait done a second later. The key names the second, so that many changes at once
 * queue one piece of work and the last of them is not missed.
 */
export async function wakeBilling({ jobs, now, log }: Pick<Context, 'jobs' | 'now' | 'log'>): Promise<void> {
  const second = Math.floor(now().getTime() / 1000);
  const last = lastWakes.get(jobs);
  if (last?.second === second && performance.now() - last.at < REPEAT_MS) return;
  lastWakes.set(jobs, { second, at: performance.now() });
  await jobs
    .send(TICK, { second }, { key: String(second), afterSeconds: 1 })
    // The sweep does it instead.
    .catch((error: unknown) => log.warn({ err: error }, 'billing is not woken'));
}
