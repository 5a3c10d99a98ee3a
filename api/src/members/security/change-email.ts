import { securityCalls } from '@waymark/api-contract';
import { ApiProblem, conflict, invalid } from '../../kernel/server/errors.ts';
import { countMember, MAILS_OF_MEMBER } from '../../kernel/server/member-limit.ts';
import { route } from '../../kernel/server/route.ts';
import { endWaysBack, findWayBack, spendMailToken } from '../credentials/mail-tokens.ts';
import { sendReset } from '../credentials/mails.ts';
import { normaliseEmail } from '../credentials/normalise-email.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { cancelEmailChange, endAccessSince, endPendingAccess } from './end-access.ts';
import { originOf, recordSecurityEvent } from './events.ts';
import { lockLogin, lockSession, requireConfirmedIdentity } from './identity.ts';
import { announceEmailChange, sendEmailChange, sendSecurityNotice } from './mails.ts';
import { answerOverview } from './overview.ts';

const DAY_MS = 86_400_000;
/**
 * Before a change was confirmed: as long as its link works, and an hour in which whoever asked for it prepared it. What
 * was made since then ends with the change.
 */
const PREPARED_MS = DAY_MS + 3_600_000;

const used = () =>
  conflict('email/used', 'This e-mail address is already in use by another account. Choose another one.');

/** PostgreSQL's unique_violation: of two members who confirm one address at once the second gets here. */
const isUniqueViolation = (error: unknown): boolean => (error as { code?: string }).code === '23505';

export const requestEmailChangeHandler = route<typeof securityCalls.requestEmailChange>({
  call: securityCalls.requestEmailChange,
  access: 'member',
  limit: { max: 10, windowSeconds: 900 },
  async handler({ context, caller, body, request }) {
    const { db, now } = context;
    const userId = caller!.userId;
    await requireConfirmedIdentity(context, request);
    countMember(request, 'changes of address', userId, MAILS_OF_MEMBER);
    const email = normaliseEmail(body.email);
    const login = await db
      .selectFrom('logins')
      .select('email')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (login?.email === email) throw invalid({ email: ['This is your address already.'] });
    const change = { email, requested_at: now(), expires_at: new Date(now().getTime() + DAY_MS) };
    const origin = await originOf(context, request);
    await db.transaction().execute(async (trx) => {
      await lockSession(trx, request);
      await cancelEmailChange(trx, userId, now());
      await trx
        .insertInto('email_changes')
        .values({ user_id: userId, ...change })
        .onConflict((on) => on.column('user_id').doUpdateSet(change))
        .execute();
      await recordSecurityEvent(trx, context, { userId, kind: 'email_change_requested', origin });
      await sendSecurityNotice(context, trx, userId, 'email_change_requested');
      await sendEmailChange(context, trx, userId);
    });
    return answerOverview(context, request);
  },
});

export const cancelEmailChangeHandler = route<typeof securityCalls.cancelEmailChange>({
  call: securityCalls.cancelEmailChange,
  access: 'member',
  async handler({ context, caller, request }) {
    const { db, now } = context;
    const userId = caller!.userId;
    const origin = await originOf(context, request);
    await db.transaction().execute(async (trx) => {
      if (await cancelEmailChange(trx, userId, now()))
        await recordSecurityEvent(trx, context, { userId, kind: 'email_change_cancelled', origin });
    });
    return answerOverview(context, request);
  },
});

export const confirmEmailChangeHandler = route<typeof securityCalls.confirmEmailChange>({
  call: securityCalls.confirmEmailChange,
  access: 'anyone',
  lenient: true,
  limit: { max: 60, windowSeconds: 600 },
  async handler({ context, params, request }) {
    const { db, now } = context;
    const at = now();
    const origin = await originOf(context, request);
    const newEmail = await db
      .transaction()
      .execute(async (trx) => {
        const { user_id: userId, email } = await spendMailToken(trx, 'change_email', params.token, at);
        const { numDeletedRows } = await trx
          .deleteFrom('email_changes')
          .where('user_id', '=', userId)
          .where('email', '=', email)
          .executeTakeFirst();
        if (numDeletedRows === 0n)
          throw new ApiProblem(410, 'token_used', 'This link is out of date. Ask for the change again.');
        // Whoever comes back within the week could also take the way back, which ends those of addresses in between.
        const leftAt = await findWayBack(trx, userId, email, at);
        if (leftAt) await endWaysBack(trx, userId, at, leftAt);
        const before = await trx
          .selectFrom('logins')
          .select('email')
          .where('user_id', '=', userId)
          .forUpdate()
          .executeTakeFirstOrThrow();
        await trx
          .updateTable('logins')
          .set({ email, email_confirmed_at: at })
          .where('user_id', '=', userId)
          .execute();
        await recordSecurityEvent(trx, context, { userId, kind: 'email_changed', origin });
        await announceEmailChange(context, trx, {
          userId,
          oldEmail: before.email,
          newEmail: email,
          changedAt: at.toISOString(),
        });
        return email;
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? used() : error;
      });
    return { email: newEmail };
  },
});

export const undoEmailChangeHandler = route<typeof securityCalls.undoEmailChange>({
  call: securityCalls.undoEmailChange,
  access: 'anyone',
  lenient: true,
  limit: { max: 60, windowSeconds: 600 },
  async handler({ context, params, request }) {
    const { db, now } = context;
    const at = now();
    const origin = await originOf(context, request);
    const { email, ended } = await db
      .transaction()
      .execute(async (trx) => {
        const token = await spendMailToken(trx, 'undo_email_change', params.token, at);
        const { user_id: userId, created_at: changedAt } = token;
        // Sessions first: what one of them adds at the same time is there by now, or refused.
        const ended = await endAllSessions(trx, userId, at, 'email_change_undone');
        // Whoever took the account over may have asked for more links, to addresses that are theirs.
        await endPendingAccess(trx, userId, at);
        await endWaysBack(trx, userId, at, changedAt);
        await lockLogin(trx, userId);
        // Those that a sign-in opened until the login was locked; later ones see its new version.
        ended.push(...(await endAllSessions(trx, userId, at, 'email_change_undone')));
        // They know the password, or have set one.
        await trx
          .updateTable('logins')
          .set((q) => ({
            email: token.email,
            email_confirmed_at: at,
            password_hash: null,
            access_version: q('access_version', '+', 1),
          }))
          .where('user_id', '=', userId)
          .execute();
        await endAccessSince(context, trx, userId, new Date(changedAt.getTime() - PREPARED_MS));
        await recordSecurityEvent(trx, context, { userId, kind: 'email_change_undone', origin });
        await sendReset(context, token.email, { trx });
        return { email: token.email, ended };
      })
      .catch((error: unknown) => {
        throw isUniqueViolation(error) ? used() : error;
      });
    for (const id of ended) request.server.tokens.revoke(id);
    return { email };
  },
});
