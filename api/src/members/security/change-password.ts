import { securityCalls } from '@waymark/api-contract';
import { notSignedIn } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { checkPassword } from '../credentials/passwords/common-passwords.ts';
import { hashPassword } from '../credentials/passwords/hash-password.ts';
import { endAllSessions } from '../sessions/sessions.ts';
import { endAccess, endPendingAccess, listCredentials } from './end-access.ts';
import { originOf, recordSecurityEvent } from './events.ts';
import { lockLogin, requireConfirmedIdentity } from './identity.ts';
import { sendPasswordNotice } from './mails.ts';

export const changePasswordHandler = route<typeof securityCalls.changePassword>({
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
    const sessionId = request.holder?.sessionId;
    const endedSessions = await db.transaction().execute(async (trx) => {
      // Sessions first: what one of them asks for at the same time is there by now, or refused.
      const sessions = await endAllSessions(trx, userId, now(), 'revoked', sessionId);
      const isEmailChangeEnded = await endPendingAccess(trx, userId, now());
      await lockLogin(trx, userId);
      // Those that a sign-in opened until the login was locked; later ones see its new version.
      sessions.push(...(await endAllSessions(trx, userId, now(), 'revoked', sessionId)));
      await trx
        .updateTable('logins')
        .set((q) => ({ password_hash: passwordHash, access_version: q('access_version', '+', 1) }))
        .where('user_id', '=', userId)
        .execute();
      await recordSecurityEvent(trx, context, { userId, kind: 'password_changed', origin });
      const { keep } = body;
      const credentials = keep ? await listCredentials({ ...context, db: trx }, userId) : [];
      const ended = keep ? await endAccess(context, trx, { userId, credentials, keep, origin }) : [];
      await sendPasswordNotice(context, trx, userId, 'password_changed', { ended, isEmailChangeEnded });
      return sessions;
    });
    for (const id of endedSessions) request.server.tokens.revoke(id);
    return { ok: true as const };
  },
});

export const credentialsHandler = route<typeof securityCalls.credentials>({
  call: securityCalls.credentials,
  access: 'member',
  handler: async ({ context, caller }) => ({ credentials: await listCredentials(context, caller!.userId) }),
});
