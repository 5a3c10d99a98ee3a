import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from '../kernel/server/context.ts';

/** Waits until a condition holds, on a busy machine as well. @throws Error naming what did not come true in time */
export async function until<T>(
  what: string,
  check: () => Promise<T | null | undefined | false>,
  timeoutMs = 60_000,
): Promise<T> {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const found = await check();
    if (found) return found;
    if (Date.now() > end) throw new Error(`In vain: ${what}`);
    await wait(15);
  }
}

/** The token in the newest mail to somebody whose link starts with a path. */
export function mailedToken({ db }: Context, to: string, path: string, not?: string): Promise<string> {
  return until(`a mail to ${to} with ${path}`, async () => {
    const mails = await db
      .selectFrom('mailbox')
      .select('text')
      .where('recipient', '=', to)
      .orderBy('id', 'desc')
      .execute();
    const found = mails.map(({ text }) => text.split(path)[1]?.split(/[\s?]/)[0]).find(Boolean);
    return found === not ? null : found;
  });
}
