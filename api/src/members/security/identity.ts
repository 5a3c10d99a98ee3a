import type { FastifyRequest } from 'fastify';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { bearerOf, NO_SESSION, tokenInvalid } from '../../kernel/server/authenticate.ts';
import { ApiProblem, notSignedIn } from '../../kernel/server/errors.ts';

/** For so long a sign-in or a proof counts as fresh. */
const FRESH_MS = 5 * 60_000;

/** Until when the session of a call counts as confirmed; null when it does not. */
export async function findConfirmedUntil(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { holder }: Pick<FastifyRequest, 'holder'>,
): Promise<Date | null> {
  if (!holder) return null;
  const session = await db
    .selectFrom('sessions')
    .select('identity_confirmed_at')
    .where('user_id', '=', holder.userId)
    .where('id', '=', holder.sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (!session?.identity_confirmed_at) return null;
  const until = new Date(session.identity_confirmed_at.getTime() + FRESH_MS);
  return until > now() ? until : null;
}

export const identityUnconfirmed = () =>
  new ApiProblem(
    403,
    'identity_unconfirmed',
    'Confirm first that it is you: with your password, a passkey or a code.',
  );

/**
 * For calls that somebody who finds an open browser must not make.
 * @throws ApiProblem 403 `identity_unconfirmed`
 */
export async function requireConfirmedIdentity(context: Context, request: FastifyRequest): Promise<void> {
  if (!(await findConfirmedUntil(context, request))) throw identityUnconfirmed();
}

/**
 * Keeps the session open until the transaction ends. A password reset at the same time waits for what the session adds
 * and ends it too; where the reset came first, nothing is added. The first lock of each of these transactions.
 * @throws ApiProblem 401 for a session that has ended
 */
export async function lockSession(trx: Trx, { holder }: Pick<FastifyRequest, 'holder'>): Promise<void> {
  const session = await trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', holder?.userId ?? 0)
    .where('id', '=', holder?.sessionId ?? 0)
    .where('ended_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!session) throw notSignedIn();
}

/**
 * For what is stored at the end of an upload, which may take hours: the session or token that it came with is still open.
 * As `lockSession`, but for tokens, which another transaction may end at the same moment.
 * @throws ApiProblem 401
 */
export async function requireOpenAccess(trx: Trx, request: FastifyRequest): Promise<void> {
  if (request.holder?.sessionId !== NO_SESSION) return lockSession(trx, request);
  if (!(await request.server.findScopedToken(bearerOf(request) ?? '', trx))) throw tokenInvalid();
}

/** Sign-ins that began before wait until the transaction ends, and see then what it made of the login. */
export async function lockLogin(trx: Trx, userId: number): Promise<void> {
  await trx.selectFrom('logins').select('user_id').where('user_id', '=', userId).forUpdate().execute();
}

/** The session has shown again who uses it. @returns until when that counts */
export async function confirmIdentity(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { holder }: Pick<FastifyRequest, 'holder'>,
): Promise<Date> {
  const at = now();
  await db
    .updateTable('sessions')
    .set({ identity_confirmed_at: at })
    .where('user_id', '=', holder?.userId ?? 0)
    .where('id', '=', holder?.sessionId ?? 0)
    .execute();
  return new Date(at.getTime() + FRESH_MS);
}
