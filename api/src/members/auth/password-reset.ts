import { authCalls } from '@waymark/api-contract';
import { sitePath } from '@waymark/api-contract/site-path';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { route } from '../../kernel/server/route.ts';
import { checkCaptcha } from './captcha.ts';
import { checkMailToken, spendMailToken } from '../credentials/mail-tokens.ts';
import { sendReset } from '../credentials/mails.ts';
import { checkPassword } from '../credentials/passwords/common-passwords.ts';
import { hashPassword } from '../credentials/passwords/hash-password.ts';
import { endAccess, endPendingAccess, listCredentialsForReset } from '../security/end-access.ts';
import { sendPasswordNotice } from '../security/mails.ts';
import { type Origin, originOf, recordSecurityEvent } from '../security/events.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { normaliseEmail } from '../credentials/normalise-email.ts';

const KIND = 'password_reset';

export const requestResetHandler = route<typeof authCalls.requestReset>({
  call: authCalls.requestReset,
  access: 'anyone',
  lenient: true,
  limit: { max: 5, windowSeconds: 900, account: 'email', isShared: true },
  async handler({ context, body }) {
    const next = sitePath(body.redirect_uri, context.env.SITE_URL) ?? undefined;
    await sendReset(context, normaliseEmail(body.email), { next });
    return { ok: true as const };
  },
});

const findConfirmedAt = (db: Db, userId: number) =>
  db.selectFrom('logins').select('email_confirmed_at').where('user_id', '=', userId);

export const resetInfoHandler = route<typeof authCalls.resetInfo>({
  call: authCalls.resetInfo,
  access: 'anyone',
  lenient: true,
  limit: { max: 60, windowSeconds: 600 },
  async handler({ context, params }) {
    const { db, now } = context;
    const { email, user_id: userId } = await checkMailToken(db, KIND, params.token, now());
    const login = await findConfirmedAt(db, userId).executeTakeFirst();
    const isAddressConfirmed = Boolean(login?.email_confirmed_at);
    return {
      valid: true as const,
      email,
      credentials: await listCredentialsForReset(context, userId, { isAddressConfirmed }),
    };
  },
});

/** Password, what is under way with the old one, all sessions and what else opens the account change together. */
function storePassword(
  context: Context,
  token: string,
  { passwordHash, origin, keep }: { passwordHash: string; origin: Origin; keep: readonly string[] },
) {
  const { db, now } = context;
  const at = now();
  return db.transaction().execute(async (tx) => {
    const { user_id: userId } = await spendMailToken(tx, KIND, token, at);
    // Sessions first: what one of them adds at the same time is there by now, or refused.
    const sessions = await endAllSessions(tx, userId, at, 'password_reset');
    const isEmailChangeEnded = await endPendingAccess(tx, userId, at);
    const before = await findConfirmedAt(tx, userId).forUpdate().executeTakeFirst();
    // Those that a sign-in opened until the login was locked; later ones see its new version.
    sessions.push(...(await endAllSessions(tx, userId, at, 'password_reset')));
    await tx
      .updateTable('logins')
      .set((q) => ({
        password_hash: passwordHash,
        onboarding: false,
        access_version: q('access_version', '+', 1),
        // Who opens the mail's link has shown that the address is theirs.
        email_confirmed_at: q.fn.coalesce('email_confirmed_at', q.val(at)),
      }))
      .where('user_id', '=', userId)
      .execute();
    await recordSecurityEvent(tx, context, { userId, kind: 'password_reset', origin });
    const isAddressConfirmed = Boolean(before?.email_confirmed_at);
    const credentials = await listCredentialsForReset({ ...context, db: tx }, userId, { isAddressConfirmed });
    const ended = await endAccess(context, tx, { userId, credentials, keep, origin });
    await sendPasswordNotice(context, tx, userId, 'password_reset', { ended, isEmailChangeEnded });
    return sessions;
  });
}

export const resetPasswordHandler = route<typeof authCalls.resetPassword>({
  call: authCalls.resetPassword,
  access: 'anyone',
  lenient: true,
  limit: { max: 20, windowSeconds: 600 },
  async handler({ context, params, body, request }) {
    const { db, env, now } = context;
    await checkCaptcha(env, body.recaptchaToken);
    const { email } = await checkMailToken(db, KIND, params.token, now());
    checkPassword(body.password, [email]);
    const sessions = await storePassword(context, params.token, {
      passwordHash: await hashPassword(body.password),
      origin: await originOf(context, request),
      keep: body.keep,
    });
    for (const sessionId of sessions) request.server.tokens.revoke(sessionId);
    return { ok: true as const };
  },
});
