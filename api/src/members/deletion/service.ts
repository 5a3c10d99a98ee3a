import { accountDeletionCalls, SERVICE_BASES } from '@waymark/api-contract';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict, notFound } from '../../kernel/server/errors.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { spendMailToken } from '../credentials/mail-tokens.ts';
import { type Origin, originOf, recordSecurityEvent } from '../security/events.ts';
import { requireConfirmedIdentity } from '../security/identity.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { findDeletion, presentDeletion } from './find-deletion.ts';
import { declareDeletionJobs, deletionCheck, sendDeletionMail } from './jobs.ts';

const DAY_MS = 86_400_000;

const statusRoute = route<typeof accountDeletionCalls.status>({
  call: accountDeletionCalls.status,
  access: 'member',
  handler: async ({ context: { db, env }, caller }) => ({
    request: await findDeletion(db, caller!.userId),
    grace_days: env.DELETION_GRACE_DAYS,
  }),
});

const requestRoute = route<typeof accountDeletionCalls.request>({
  call: accountDeletionCalls.request,
  access: 'member',
  limit: { max: 20, windowSeconds: 600 },
  async handler({ context, caller, request }) {
    const { db, env, newId, now } = context;
    const userId = caller!.userId;
    await requireConfirmedIdentity(context, request);
    const at = now();
    const origin = await originOf(context, request);
    const { row, ended } = await db.transaction().execute(async (trx) => {
      const inserted = await trx
        .insertInto('deletion_requests')
        .values({
          user_id: userId,
          id: newId(),
          requested_at: at,
          erase_at: new Date(at.getTime() + env.DELETION_GRACE_DAYS * DAY_MS),
        })
        .onConflict((on) => on.column('user_id').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!inserted) throw conflict('deletion_requested', 'This account is being deleted already.');
      await recordSecurityEvent(trx, context, { userId, kind: 'deletion_requested', origin });
      // Whoever else is signed in is not asked; this browser can still keep the account.
      return {
        row: inserted,
        ended: await endAllSessions(trx, userId, at, 'deletion', request.holder?.sessionId),
      };
    });
    for (const id of ended) request.server.tokens.revoke(id);
    await sendDeletionMail(context, row, 'begun');
    return presentDeletion(row);
  },
});

/** @throws ApiProblem 409 `deletion_running` once erasing has begun; 404 when there is nothing to cancel */
async function cancel(
  context: Context,
  trx: Db,
  { userId, id, origin }: { userId: number; id?: number; origin: Origin },
): Promise<void> {
  const removed = await trx
    .deleteFrom('deletion_requests')
    .where('user_id', '=', userId)
    .where('state', '=', 'pending')
    .$if(id !== undefined, (one) => one.where('id', '=', id!))
    .returning('id')
    .executeTakeFirst();
  if (!removed) {
    const running = await findDeletion(trx, userId);
    if (running && (id === undefined || running.id === id))
      throw conflict('deletion_running', 'It is too late: this account is being erased.');
    throw notFound('deletion request');
  }
  await recordSecurityEvent(trx, context, { userId, kind: 'deletion_cancelled', origin });
}

const cancelRoute = route<typeof accountDeletionCalls.cancel>({
  call: accountDeletionCalls.cancel,
  access: 'member',
  async handler({ context, caller, params, request }) {
    const origin = await originOf(context, request);
    const userId = caller!.userId;
    await context.db.transaction().execute((trx) => cancel(context, trx, { userId, id: params.id, origin }));
    return { ok: true as const };
  },
});

const cancelByMailRoute = route<typeof accountDeletionCalls.cancelByMail>({
  call: accountDeletionCalls.cancelByMail,
  access: 'anyone',
  lenient: true,
  limit: { max: 60, windowSeconds: 600 },
  async handler({ context, params, request }) {
    const { db, now } = context;
    const origin = await originOf(context, request);
    await db.transaction().execute(async (trx) => {
      const { user_id: userId } = await spendMailToken(trx, 'keep_account', params.token, now());
      await cancel(context, trx, { userId, origin });
    });
    return { ok: true as const };
  },
});

/** Leaving for good: a request, a grace period, and then everything is erased. */
export const deletionService: Service = {
  name: 'account deletion',
  base: SERVICE_BASES.auth,
  routes: [statusRoute, requestRoute, cancelRoute, cancelByMailRoute],
  jobs: declareDeletionJobs,
  started: (context) => deletionCheck.next(context),
};
