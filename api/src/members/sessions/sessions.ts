import type { FastifyRequest } from 'fastify';
import type { Db } from '../../kernel/database/tables.ts';
import type { AccessTokens } from '../../kernel/server/access-tokens.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { readRefreshCookie } from './cookie.ts';
import {
  hashOf,
  newRefreshToken,
  readRefreshToken,
  REFRESH_SECONDS,
  REPEAT_MS,
  type RefreshToken,
  SESSION_SECONDS,
  successorOf,
} from './refresh-token.ts';

type Ended = 'signed_out' | 'reused' | 'password_reset' | 'revoked' | 'email_change_undone' | 'deletion';

/** How and where a session begins. */
export interface SessionStart {
  method: 'password' | 'passkey' | 'chat_app' | 'signup';
  device: string;
  country: string | null;
}

/** Opens a session in a browser; the first refresh token of its family. */
export async function startSession(
  { newId, now }: Context,
  db: Db,
  userId: number,
  start: SessionStart,
): Promise<RefreshToken> {
  const at = now();
  const token = newRefreshToken(userId, newId());
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<', at).execute();
  await db
    .insertInto('sessions')
    .values({
      user_id: userId,
      id: token.sessionId,
      created_at: at,
      expires_at: new Date(at.getTime() + SESSION_SECONDS * 1000),
      ended_at: null,
      end_reason: null,
      device: start.device,
      country: start.country,
      method: start.method,
      identity_confirmed_at: at,
    })
    .execute();
  await storeToken(db, token, at);
  return token;
}

export const storeToken = (db: Db, { userId, sessionId, secret }: RefreshToken, at: Date) =>
  db
    .insertInto('refresh_tokens')
    .values({ user_id: userId, session_id: sessionId, hash: hashOf(secret), created_at: at, used_at: null })
    .onConflict((on) => on.doNothing())
    .execute();

export interface StoredToken {
  used_at: Date | null;
  seen_at: Date | null;
  created_at: Date;
  ended_at: Date | null;
  expires_at: Date;
}

/** A token's row with its session's; undefined for one that was never handed out. */
export const findToken = (
  db: Db,
  { userId, sessionId, secret }: RefreshToken,
): Promise<StoredToken | undefined> =>
  db
    .selectFrom('refresh_tokens as t')
    .innerJoin('sessions as s', (on) =>
      on.onRef('s.user_id', '=', 't.user_id').onRef('s.id', '=', 't.session_id'),
    )
    .select(['t.used_at', 't.seen_at', 't.created_at', 's.ended_at', 's.expires_at'])
    .where('t.user_id', '=', userId)
    .where('t.session_id', '=', sessionId)
    .where('t.hash', '=', hashOf(secret))
    .executeTakeFirst();

export const isOver = ({ ended_at, expires_at, created_at }: StoredToken, now: Date): boolean =>
  ended_at !== null || expires_at <= now || created_at.getTime() + REFRESH_SECONDS * 1000 <= now.getTime();

/** The key from which a token's successor is derived. */
export const successorKey = ({ derive }: Pick<Context, 'derive'>): Buffer => derive('refresh tokens');

/**
 * True for a token that was exchanged but may be repeated: a moment ago, by a parallel tab; or earlier, when the
 * answer was lost and nobody has ever used the successor.
 */
export async function isRepeatable(
  context: Pick<Context, 'db' | 'derive'>,
  token: RefreshToken,
  usedAt: Date,
  now: Date,
): Promise<boolean> {
  if (usedAt.getTime() + REPEAT_MS > now.getTime()) return true;
  const next = await findToken(context.db, successorOf(token, successorKey(context)));
  return next !== undefined && !next.used_at && !next.seen_at;
}

/** Who the cookie belongs to, without exchanging it. */
export async function memberOfCookie(
  context: Context,
  tokens: AccessTokens,
  request: FastifyRequest,
): Promise<(Caller & { sessionId: number }) | null> {
  const token = readRefreshToken(readRefreshCookie(request, context.env));
  const found = token && (await findToken(context.db, token));
  const now = context.now();
  if (!token || !found || isOver(found, now)) return null;
  if (found.used_at && !(await isRepeatable(context, token, found.used_at, now))) return null;
  const { userId, sessionId } = token;
  if (!found.seen_at) tokens.noteUse({ userId, sessionId, hash: hashOf(token.secret) });
  return { userId, sessionId };
}

export async function endSession(
  { db, now }: Pick<Context, 'db' | 'now'>,
  tokens: AccessTokens,
  { userId, sessionId }: Pick<RefreshToken, 'userId' | 'sessionId'>,
  reason: Ended,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ ended_at: now(), end_reason: reason })
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
  tokens.revoke(sessionId);
}

/** Signs a member out everywhere, or everywhere but in one session. */
export async function endAllSessions(
  db: Db,
  userId: number,
  at: Date,
  reason: Ended,
  exceptSessionId = 0,
): Promise<number[]> {
  const ended = await db
    .updateTable('sessions')
    .set({ ended_at: at, end_reason: reason })
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('id', '<>', exceptSessionId)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}
