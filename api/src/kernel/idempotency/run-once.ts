import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db, Trx } from '../database/tables.ts';
import { ApiProblem, invalid } from '../server/errors.ts';

const MAX_KEY_LENGTH = 255;

/** A call that creates something and may be repeated: its answer can be lost on the way. */
export interface IdempotentCall {
  userId: number;
  key: string;
  hash: Uint8Array;
  now: Date;
}

/**
 * The call that a call's `idempotency-key` stands for; null without one: each such call creates something.
 * @throws ApiProblem 400 for a key that is too long
 */
export function idempotentCallOf(
  { headers, method, routeOptions }: Pick<FastifyRequest, 'headers' | 'method' | 'routeOptions'>,
  userId: number,
  body: Uint8Array | string,
  now: Date,
): IdempotentCall | null {
  const key = headers['idempotency-key'];
  if (typeof key !== 'string' || key === '') return null;
  if (key.length > MAX_KEY_LENGTH)
    throw invalid({
      'idempotency-key': [`Keep the idempotency key below ${MAX_KEY_LENGTH + 1} characters.`],
    });
  const hash = createHash('sha256').update(`${method} ${routeOptions.url}\n`).update(body).digest();
  return { userId, key, hash, now };
}

/**
 * The call that one file of an upload stands for: the content is known only when the file has been read, and what an
 * interrupted upload brought is not stored again by its repeat.
 * @param place the number of the file in the upload
 * @param content what tells the file from others, such as its name and hash
 */
export function idempotentFileCall(
  request: Parameters<typeof idempotentCallOf>[0],
  userId: number,
  { place, content, now }: { place: number; content: string; now: Date },
): IdempotentCall | null {
  const idempotentCall = idempotentCallOf(request, userId, content, now);
  return idempotentCall && { ...idempotentCall, key: `${idempotentCall.key} ${place}` };
}

/**
 * Creates something, once for each call. A repeat that comes while the first is under way waits for it in the
 * database; where the first fails, the repeat creates.
 * @param id for what is new
 * @returns the id of what was created, `again` by an earlier call
 * @throws ApiProblem 422 when the key came with another call or body before
 */
export async function runOnce(
  trx: Trx,
  call: IdempotentCall | null,
  id: number,
  create: (id: number) => Promise<unknown>,
): Promise<{ id: number; again: boolean }> {
  if (call) {
    const { userId: user_id, key, hash, now } = call;
    const taken = await trx
      .insertInto('idempotency_keys')
      .values({ user_id, key, hash, created_id: id, created_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
      .returning('key')
      .executeTakeFirst();
    if (!taken) {
      const first = await findCreated(trx, call);
      if (first === null) throw new Error('An idempotency key was purged while its call was repeated.');
      return { id: first, again: true };
    }
  }
  await create(id);
  return { id, again: false };
}

/**
 * Makes a change whose answer cannot be worked out again once it is made: the answer is stored with the key, in the
 * transaction of the change, and a repeat gets it as it was.
 * @throws ApiProblem 422 when the key came with another call or body before
 */
export async function answerOnce<T extends object>(
  trx: Trx,
  call: IdempotentCall | null,
  id: number,
  change: () => Promise<T>,
): Promise<T> {
  let answer: T | undefined;
  const { again } = await runOnce(trx, call, id, async () => {
    answer = await change();
  });
  if (call && again) {
    const first = await trx
      .selectFrom('idempotency_keys')
      .select('answer')
      .where('user_id', '=', call.userId)
      .where('key', '=', call.key)
      .executeTakeFirstOrThrow();
    return first.answer as T;
  }
  if (call) {
    await trx
      .updateTable('idempotency_keys')
      .set({ answer: JSON.stringify(answer) })
      .where('user_id', '=', call.userId)
      .where('key', '=', call.key)
      .execute();
  }
  return answer!;
}

/**
 * What an earlier call with this key created, for calls whose repeat would fail, or work in vain, before it comes to
 * `runOnce`; null where there was none.
 * @throws ApiProblem 422 when the key came with another call or body before
 */
export async function findCreated(db: Db, call: IdempotentCall | null): Promise<number | null> {
  if (!call) return null;
  const first = await db
    .selectFrom('idempotency_keys')
    .select(['created_id', 'hash'])
    .where('user_id', '=', call.userId)
    .where('key', '=', call.key)
    .executeTakeFirst();
  if (first && !Buffer.from(call.hash).equals(first.hash))
    throw new ApiProblem(
      422,
      'idempotency_key_reused',
      'An earlier try was saved after all, without your latest changes. Check what was saved before you save again.',
    );
  return first?.created_id ?? null;
}
