import { authCalls } from '@waymark/api-contract';
import { sitePath } from '@waymark/api-contract/site-path';
import type { Context } from '../../kernel/server/context.ts';
import { route } from '../../kernel/server/route.ts';
import { checkCaptcha } from './captcha.ts';
import { checkMailToken, spendMailToken } from '../credentials/mail-tokens.ts';
import { sendReset } from '../credentials/mails.ts';
import { checkPassword } from '../credentials/passwords/common-passwords.ts';
import { hashPassword } from '../credentials/passwords/hash-password.ts';
import { cancelEmailChange, endAccess } from '../security/end-access.ts';
import { type Origin, originOf, recordSecurityEvent } from '../security/events.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { normaliseEmail } from '../credentials/normalise-email.ts';

const KIND = 'password_reset';

export const requestResetRoute = route<typeof authCalls.requestReset>({
  call: authCalls.requestReset,
  access: 'anyone',
  lenient: true,
  limit: { max: 5, windowSeconds: 900, account: 'email', isShared: true },
  async handler({ context, body }) {
    const next = sitePath(body.redirect_uri, context.env.SITE_URL) ?? undefined;
    await sendReset(context, normaliseEmail(body.email), next);
    return { ok: true as const };
  },
});

export const resetInfoRoute = route<typeof authCalls.resetInfo>({
  call: authCalls.resetInfo,
  access: 'anyone',
  lenient: true,
  limit: { max: 60, windowSeconds: 600 },
  async handler({ context: { db, now }, params }) {
    const { email } = await checkMailToken(db, KIND, params.token, now());
    return { valid: true as const, email };
  },
});

/**
 * Password, other reset links, a pending change of the address and all sessions change together. Returns the sessions
 * that ended.
 */
function storePassword(
  context: Context,
  token: string,
  { passwordHash, origin }: { passwordHash: string; origin: Origin },
): Promise<number[]> {
  const { db, now } = context;
  const at = now();
  return db.transaction().execute(async (tx) => {
    const { user_id } = await spendMailToken(tx, KIND, token, at);
    // Sessions first: what one of them adds at the same time is there by now, or refused.
    const ended = await endAllSessions(tx, user_id, at, 'password_reset');
    await cancelEmailChange(tx, user_id, at);
    const before = await tx
      .selectFrom('logins')
      .select('email_confirmed_at')
      .where('user_id', '=', user_id)
      .forUpdate()
      .executeTakeFirst();
    await tx
      .updateTable('logins')
      .set((q) => ({
        password_hash: passwordHash,
        onboarding: false,
        // Who opens the mail's link has shown that the address is theirs.
        email_confirmed_at: q.fn.coalesce('email_confirmed_at', q.val(at)),
      }))
      .where('user_id', '=', user_id)
      .execute();
    await tx
      .updateTable('mail_tokens')
      .set({ used_at: at })
      .where('user_id', '=', user_id)
      .where('kind', '=', KIND)
      .where('used_at', 'is', null)
      .execute();
    await recordSecurityEvent(tx, context, { userId: user_id, kind: 'password_reset', origin });
    // Until now nobody had shown whose address it is: whoever signed up with it may have been somebody else.
    if (!before?.email_confirmed_at) await endAccess(context, tx, user_id, null);
    return ended;
  });
}

export const resetPasswordRoute = route<typeof authCalls.resetPassword>({
  call: authCalls.resetPassword,
  access: 'anyone',
  lenient: true,
  limit: { max: 20, windowSeconds: 600 },
  async handler({ context, params, body, request }) {
    const { db, env, now } = context;
    await checkCaptcha(env, body.recaptchaToken);
    const { email } = await checkMailToken(db, KIND, params.token, now());
    checkPassword(body.password, [email]);
    const ended = await storePassword(context, params.token, {
      passwordHash: await hashPassword(body.password),
      origin: await originOf(context, request),
    });
    for (const sessionId of ended) request.server.tokens.revoke(sessionId);
    return { ok: true as const };
  },
});
