import {
  accountDeletionCalls,
  type AccountLosses,
  type PremiumLoss,
  SERVICE_BASES,
} from '@waymark/api-contract';
import { requestDeletion, withdrawDeletion } from '../../members/deletion/find-deletion.ts';
import {
  abandonOpenPayments,
  endPremiumForDeletion,
  findBillingLosses,
  resumePremium,
} from '../../commerce/billing/end-with-account.ts';
import { findOwnedChallenges, findOwnedGroups } from '../../programs/challenges/owned-things.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { conflict, notFound } from '../../kernel/server/errors.ts';
import { route, type Service } from '../../kernel/server/route.ts';
import { findMailToken, spendMailToken } from '../../members/credentials/mail-tokens.ts';
import { type Origin, originOf, recordSecurityEvent } from '../../members/security/events.ts';
import { requireProof } from '../../members/security/confirm-identity.ts';
import { endAllSessions } from '../../members/sessions/sessions.ts';
import { findDeletion, presentDeletion } from '../../members/deletion/find-deletion.ts';
import { declareDeletionJobs, deletionCheck, sendDeletionMail } from './jobs.ts';

const DAY_MS = 86_400_000;

const findLosses = async (context: Context, userId: number): Promise<AccountLosses> => ({
  ...(await findBillingLosses(context, userId)),
  groups: await findOwnedGroups(context.db, userId),
  challenges: await findOwnedChallenges(context, userId),
});

const statusHandler = route<typeof accountDeletionCalls.status>({
  call: accountDeletionCalls.status,
  access: 'member',
  handler: async ({ context, caller }) => ({
    request: await findDeletion(context.db, caller!.userId),
    grace_days: context.env.DELETION_GRACE_DAYS,
    losses: await findLosses(context, caller!.userId),
  }),
});

const requestHandler = route<typeof accountDeletionCalls.request>({
  call: accountDeletionCalls.request,
  access: 'member',
  limit: { max: 20, windowSeconds: 600 },
  async handler({ context, caller, body, request }) {
    const { db, env, newId, now } = context;
    const userId = caller!.userId;
    await requireProof(context, request, { userId, proof: body.proof });
    const { premium } = await findBillingLosses(context, userId);
    const at = now();
    const origin = await originOf(context, request);
    const { row, ended } = await db.transaction().execute(async (trx) => {
      const inserted = await requestDeletion(trx, {
        user_id: userId,
        id: newId(),
        requested_at: at,
        erase_at: new Date(at.getTime() + env.DELETION_GRACE_DAYS * DAY_MS),
      });
      if (!inserted) throw conflict('deletion_requested', 'This account is being deleted already.');
      await recordSecurityEvent(trx, context, { userId, kind: 'deletion_requested', origin });
      await endPremiumForDeletion(context, trx, userId);
      await sendDeletionMail(context, trx, inserted, 'begun');
      // Whoever else is signed in is not asked; this browser can still keep the account.
      return {
        row: inserted,
        ended: await endAllSessions(trx, userId, at, 'deletion', request.holder?.sessionId),
      };
    });
    for (const id of ended) request.server.tokens.revoke(id);
    // Nobody waits for a provider that does not answer.
    void abandonOpenPayments(context, userId);
    return { ...presentDeletion(row), ended_premium: premium };
  },
});

/**
 * @returns the premium that is open again
 * @throws ApiProblem 409 `deletion_running` once erasing has begun; 404 when there is nothing to cancel
 */
async function cancel(
  context: Context,
  trx: Trx,
  { userId, id, origin }: { userId: number; id?: number; origin: Origin },
): Promise<PremiumLoss | null> {
  if (!(await withdrawDeletion(trx, userId, id))) {
    const running = await findDeletion(trx, userId);
    if (running && (id === undefined || running.id === id))
      throw conflict('deletion_running', 'It is too late: this account is being erased.');
    throw notFound('deletion request');
  }
  await recordSecurityEvent(trx, context, { userId, kind: 'deletion_cancelled', origin });
  return resumePremium(context, trx, userId);
}

const cancelHandler = route<typeof accountDeletionCalls.cancel>({
  call: accountDeletionCalls.cancel,
  access: 'member',
  async handler({ context, caller, params, request }) {
    const origin = await originOf(context, request);
    const userId = caller!.userId;
    const premium = await context.db
      .transaction()
      .execute((trx) => cancel(context, trx, { userId, id: params.id, origin }));
    return { ok: true as const, premium };
  },
});

const cancelByMailHandler = route<typeof accountDeletionCalls.cancelByMail>({
  call: accountDeletionCalls.cancelByMail,
  access: 'anyone',
  lenient: true,
  limit: { max: 60, windowSeconds: 600 },
  async handler({ context, params, request }) {
    const { db, now } = context;
    const origin = await originOf(context, request);
    const premium = await db
      .transaction()
      .execute(async (trx) => {
        const { user_id: userId } = await spendMailToken(trx, 'keep_account', params.token, now());
        return cancel(context, trx, { userId, origin });
      })
      .catch(async (error: unknown) => {
        // Pressed twice, or after the account was kept in another way: it stays, which is what the link is for.
        const token = await findMailToken(db, 'keep_account', params.token);
        if (!token || (await findDeletion(db, token.user_id))) throw error;
        return null;
      });
    return { ok: true as const, premium };
  },
});

/** Leaving for good: a request, a grace period, and then everything is erased. */
export const deletionService: Service = {
  name: 'account deletion',
  base: SERVICE_BASES.auth,
  routes: [statusHandler, requestHandler, cancelHandler, cancelByMailHandler],
  jobs: declareDeletionJobs,
  started: (context) => deletionCheck.next(context),
};
