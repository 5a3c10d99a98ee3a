import type { SecurityEvent } from '@waymark/api-contract';
import type { FastifyRequest, FastifyReply } from 'fastify';
import { sql } from 'kysely';
import { prepared } from '../../kernel/database/prepared.ts';
import type { Db } from '../../kernel/database/tables.ts';
import { type AccessTokens, ACCESS_SECONDS } from '../../kernel/server/access-tokens.ts';
import type { Context } from '../../kernel/server/context.ts';
import { ApiProblem, conflict } from '../../kernel/server/errors.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { readRefreshCookie, setRefreshCookie } from './cookie.ts';
import {
  hashOf,
  newRefreshToken,
  readRefreshToken,
  REFRESH_SECONDS,
  REPEAT_MS,
  type RefreshToken,
  SESSION_SECONDS,
  successorOf,
  writeRefreshToken,
} from './refresh-token.ts';

type Ended = 'signed_out' | 'reused' | 'password_reset' | 'revoked' | 'email_change_undone' | 'deletion';

/** How and where a session begins. */
export interface SessionStart {
  method: 'password' | 'passkey' | 'chat_app' | 'signup';
  device: string;
  country: string | null;
}

/** Ids follow time, and so does the end of sessions: the first of a member are those that ended. */
const PURGED_AT_ONCE = 5;

/**
 * Locks the member's login: a sign-in that began before the password was set anew opens no session behind it.
 * Locks the member's request of deletion, forgets sessions that ended, writes the event down and opens the session.
 * Nothing of it is done while the account is erased: a session would write behind the erasure. The lock makes an erasure
 * that begins now wait, and end this session too.
 */
const insertSession = prepared(
  (
    userId: number,
    sessionId: number,
    at: Date,
    expiresAt: Date,
    device: string,
    country: string | null,
    method: SessionStart['method'],
    hash: string,
    eventId: number,
    kind: SecurityEvent['kind'],
    subject: string | null,
    accessVersion: number | null,
  ) => sql<{ id: number }>`
    with login as (
      select from logins where user_id = ${userId}::bigint
        and (${accessVersion}::integer is null or access_version = ${accessVersion}::integer) for share),
    deletion as (select state from deletion_requests where user_id = ${userId}::bigint for share),
    allowed as (
      select 1 where exists (select from login) and not exists (select from deletion where state = 'erasing')),
    purged as (
      delete from sessions where user_id = ${userId}::bigint and expires_at < ${at}::timestamptz and id in (
        select id from sessions where user_id = ${userId}::bigint order by id limit ${sql.lit(PURGED_AT_ONCE)})),
    event as (
      insert into security_events (user_id, id, kind, at, device, country, subject)
      select ${userId}::bigint, ${eventId}::bigint, ${kind}::text, ${at}::timestamptz, ${device}::text,
        ${country}::text, ${subject}::text
      from allowed),
    token as (
      insert into refresh_tokens (user_id, session_id, hash, created_at)
      select ${userId}::bigint, ${sessionId}::bigint, ${hash}::text, ${at}::timestamptz from allowed)
    insert into sessions
      (user_id, id, created_at, expires_at, device, country, method, identity_confirmed_at)
    select ${userId}::bigint, ${sessionId}::bigint, ${at}::timestamptz, ${expiresAt}::timestamptz, ${device}::text,
      ${country}::text, ${method}::text, ${at}::timestamptz
    from allowed
    returning id`,
);

/**
 * Opens a session in a browser and writes down how: the first refresh token of its family.
 * @param accessVersion the login's when the proof was looked at; null for an account that is made now
 * @throws ApiProblem 409 `deletion_running`, 401 `challenge_expired` where the account was opened anew meanwhile
 */
export async function startSession(
  { newId, now }: Pick<Context, 'newId' | 'now'>,
  db: Db,
  userId: number,
  { method, device, country }: SessionStart,
  { kind, subject = null }: { kind: SecurityEvent['kind']; subject?: string | null },
  accessVersion: number | null,
): Promise<RefreshToken> {
  const at = now();
  const expiresAt = new Date(at.getTime() + SESSION_SECONDS * 1000);
  const eventId = newId();
  const token = newRefreshToken(userId, newId());
  const { sessionId, secret } = token;
  const opened = await insertSession(
    db,
    userId,
    sessionId,
    at,
    expiresAt,
    device,
    country,
    method,
    hashOf(secret),
    eventId,
    kind,
    subject,
    accessVersion,
  );
  if (opened.length > 0) return token;
  const login = await db
    .selectFrom('logins')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('access_version', '=', accessVersion ?? 0)
    .executeTakeFirst();
  if (login) throw conflict('deletion_running', 'This account is being erased.');
  throw new ApiProblem(401, 'challenge_expired', 'Your password was changed meanwhile. Log in again.');
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

/** Hands a browser its session: the refresh token as a cookie, the access token in the answer. */
export function issueSession(
  { env }: Pick<Context, 'env'>,
  tokens: AccessTokens,
  reply: FastifyReply,
  token: RefreshToken,
): { accessToken: string; expires_in: number; user_id: number } {
  const accessToken = tokens.mint(token.userId, token.sessionId, hashOf(token.secret));
  setRefreshCookie(reply, env, writeRefreshToken(token));
  return { accessToken, expires_in: ACCESS_SECONDS, user_id: token.userId };
}
