import type { AccessTokens } from '../../kernel/server/access-tokens.ts';
import type { Context } from '../../kernel/server/context.ts';
import { hashOf, type RefreshToken, successorOf } from '../sessions/refresh-token.ts';
import {
  endSession,
  findToken,
  isOver,
  isRepeatable,
  storeToken,
  successorKey,
} from '../sessions/sessions.ts';

export type Rotation =
  | { outcome: 'rotated'; token: RefreshToken }
  /** The session is over; the browser's cookie is worth nothing. */
  | { outcome: 'ended' }
  /** Never handed out, or long ago: says nothing about the session that it names. */
  | { outcome: 'unknown' };

const KEEP_USED_MS = 7 * 86_400_000;
const MAX_CHAIN = 100;

/**
 * Exchanges a refresh token for its successor. Parallel and repeated exchanges within ten seconds get the newest
 * token of the family, and so does a later repeat as long as nobody has used the successor: its answer was lost.
 * Any other repeat means that two hold the same token, and ends the family.
 */
export async function rotate(context: Context, tokens: AccessTokens, given: RefreshToken): Promise<Rotation> {
  const { db } = context;
  const key = successorKey(context);
  let token = given;
  for (let step = 0; step < MAX_CHAIN; step++) {
    const now = context.now();
    const found = await findToken(db, token);
    if (!found) return { outcome: 'unknown' };
    if (isOver(found, now)) return { outcome: 'ended' };
    const successor = successorOf(token, key);
    if (!found.used_at) {
      if (await exchange(context, token, successor, now)) return { outcome: 'rotated', token: successor };
      // A parallel call was first: look again.
      continue;
    }
    if (!(await isRepeatable(context, token, found.used_at, now))) {
      await endSession(context, tokens, given, 'reused');
      return { outcome: 'ended' };
    }
    const next = await findToken(db, successor);
    if (!next?.used_at) return { outcome: 'rotated', token: successor };
    token = successor;
  }
  return { outcome: 'unknown' };
}

/** Marks a token as used and stores its successor, both or neither; false when another call was first. */
function exchange(
  { db }: Context,
  token: RefreshToken,
  successor: RefreshToken,
  now: Date,
): Promise<boolean> {
  return db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('refresh_tokens')
      .set({ used_at: now })
      .where('user_id', '=', token.userId)
      .where('session_id', '=', token.sessionId)
      .where('hash', '=', hashOf(token.secret))
      .where('used_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await storeToken(tx, successor, now);
    await tx
      .deleteFrom('refresh_tokens')
      .where('user_id', '=', token.userId)
      .where('session_id', '=', token.sessionId)
      .where('used_at', '<', new Date(now.getTime() - KEEP_USED_MS))
      .execute();
    return true;
  });
}
