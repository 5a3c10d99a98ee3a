import { securityCalls } from '@waymark/api-contract';
import { notSignedIn } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { checkPassword } from '../credentials/passwords/common-passwords.ts';
import { hashPassword } from '../credentials/passwords/hash-password.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { cancelEmailChange } from './end-access.ts';
import { originOf, recordSecurityEvent } from './events.ts';
import { requireConfirmedIdentity } from './identity.ts';
import { sendSecurityNotice } from './mails.ts';

export const changePasswordRoute = route<typeof securityCalls.changePassword>({
  call: securityCalls.changePassword,
  access: 'member',
  limit: { max: 20, windowSeconds: 600 },
  async handler({ context, caller, body, request }) {
    const { db, now } = context;
    const userId = caller!.userId;
    await requireConfirmedIdentity(context, request);
    const member = await db
      .selectFrom('logins')
      .innerJoin('users', 'users.id', 'logins.user_id')
      .select(['email', 'first_name', 'last_name'])
      .where('logins.user_id', '=', userId)
      .executeTakeFirst();
    if (!member) throw notSignedIn();
    checkPassword(body.password, [member.email, member.first_name, member.last_name]);
    const [passwordHash, origin] = [await hashPassword(body.password), await originOf(context, request)];
    const ended = await db.transaction().execute(async (trx) => {
      // Sessions first: what one of them asks for at the same time is there by now, or refused.
      const sessionIds = await endAllSessions(trx, userId, now(), 'revoked', request.holder?.sessionId);
      await cancelEmailChange(trx, userId, now());
      await trx
        .updateTable('logins')
        .set({ password_hash: passwordHash })
        .where('user_id', '=', userId)
        .execute();
      // A reset link that is on its way must not take the change back.
      await trx
        .updateTable('mail_tokens')
        .set({ used_at: now() })
        .where('user_id', '=', userId)
        .where('kind', '=', 'password_reset')
        .where('used_at', 'is', null)
        .execute();
      await recordSecurityEvent(trx, context, { userId, kind: 'password_changed', origin });
      return sessionIds;
    });
    for (const id of ended) request.server.tokens.revoke(id);
    await sendSecurityNotice(context, userId, 'password_changed');
    return { ok: true as const };
  },
});
