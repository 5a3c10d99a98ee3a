import type { Billing } from './billing.ts';
import { SIGNATURE_HEADER, signNotice, settleLatePayments } from './local/local-provider.ts';

const ANSWER_MS = 10_000;
const MAX_TRIES = 20;
/** One that was not taken is sent again after pauses that double. */
const FIRST_PAUSE_MS = 5000;

/**
 * Sends what waits to the product's own address, as a provider elsewhere does: signed, over HTTP, in no certain order,
 * and again until it is taken.
 */
export async function sendLocalNotices({ context }: Billing, url: string): Promise<void> {
  const { db, now } = context;
  await settleLatePayments(context);
  const waiting = await db
    .selectFrom('local_notices')
    .selectAll()
    .where('delivered_at', 'is', null)
    .where('send_at', '<=', now())
    .orderBy('send_at')
    .limit(200)
    .execute();
  for (const { id, kind, ref, created_at, tries } of waiting) {
    const body = JSON.stringify({ id, kind, ref, created: created_at.getTime() });
    const seconds = Math.floor(now().getTime() / 1000);
    const isTaken = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signNotice(context, body, seconds) },
      body,
      signal: AbortSignal.timeout(ANSWER_MS),
    }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
    const pauseMs = FIRST_PAUSE_MS * 2 ** Math.min(tries, 12);
    const isOver = isTaken || tries + 1 >= MAX_TRIES;
    await db
      .updateTable('local_notices')
      .set({
        tries: tries + 1,
        delivered_at: isOver ? now() : null,
        send_at: new Date(now().getTime() + pauseMs),
      })
      .where('id', '=', id)
      .execute();
  }
}
