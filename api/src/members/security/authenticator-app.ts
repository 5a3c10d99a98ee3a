import { securityCalls } from '@waymark/api-contract';
import { conflict, invalid, notSignedIn } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { originOf, recordSecurityEvent } from './events.ts';
import { lockSession, requireConfirmedIdentity } from './identity.ts';
import { sendSecurityNotice } from './mails.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import { base32, encryptSecret, hasTotp, newSecret, takeTotpCode } from './totp.ts';

export const beginTotpHandler = route<typeof securityCalls.beginTotp>({
  call: securityCalls.beginTotp,
  access: 'member',
  limit: { max: 30, windowSeconds: 600 },
  async handler({ context, caller, request }) {
    const { db, now } = context;
    const userId = caller!.userId;
    await requireConfirmedIdentity(context, request);
    const login = await db
      .selectFrom('logins')
      .select('email')
      .where('user_id', '=', userId)
      .executeTakeFirst();
    if (!login) throw notSignedIn();
    const secret = newSecret();
    const values = {
      secret: encryptSecret(context, secret),
      created_at: now(),
      confirmed_at: null,
      last_step: 0,
    };
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('totp_secrets')
      .values({ user_id: userId, ...values })
      .onConflict((on) =>
        on.column('user_id').doUpdateSet(values).where('totp_secrets.confirmed_at', 'is', null),
      )
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n)
      throw conflict('totp_enabled', 'An app is set up already. Switch it off to set up another one.');
    const label = encodeURIComponent(`Waymark:${login.email}`);
    const text = base32(secret);
    return { secret: text, uri: `otpauth://totp/${label}?secret=${text}&issuer=Waymark` };
  },
});

export const enableTotpHandler = route<typeof securityCalls.enableTotp>({
  call: securityCalls.enableTotp,
  access: 'member',
  limit: { max: 30, windowSeconds: 600 },
  async handler({ context, caller, body, request }) {
    const { db, now } = context;
    const userId = caller!.userId;
    await requireConfirmedIdentity(context, request);
    if (await hasTotp(db, userId)) throw conflict('totp_enabled', 'An app is set up already.');
    const origin = await originOf(context, request);
    const codes = await db.transaction().execute(async (trx) => {
      await lockSession(trx, request);
      if (!(await takeTotpCode({ ...context, db: trx }, userId, body.code, { confirmed: false })))
        throw invalid(
          { code: ['This code is not right. Check the clock of your phone and try the next one.'] },
          { code: [{ code: 'wrong_code' }] },
        );
      await trx
        .updateTable('totp_secrets')
        .set({ confirmed_at: now() })
        .where('user_id', '=', userId)
        .execute();
      await recordSecurityEvent(trx, context, { userId, kind: 'totp_enabled', origin });
      await sendSecurityNotice(context, trx, userId, 'totp_enabled');
      return renewRecoveryCodes(trx, userId, now());
    });
    return { recovery_codes: codes };
  },
});

export const disableTotpHandler = route<typeof securityCalls.disableTotp>({
  call: securityCalls.disableTotp,
  access: 'member',
  async handler({ context, caller, request }) {
    const { db } = context;
    const userId = caller!.userId;
    await requireConfirmedIdentity(context, request);
    const origin = await originOf(context, request);
    await db.transaction().execute(async (trx) => {
      const removed = await trx
        .deleteFrom('totp_secrets')
        .where('user_id', '=', userId)
        .returning('confirmed_at')
        .executeTakeFirst();
      await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
      if (!removed?.confirmed_at) return;
      await recordSecurityEvent(trx, context, { userId, kind: 'totp_disabled', origin });
      await sendSecurityNotice(context, trx, userId, 'totp_disabled');
    });
    return { ok: true as const };
  },
});

export const renewRecoveryCodesHandler = route<typeof securityCalls.renewRecoveryCodes>({
  call: securityCalls.renewRecoveryCodes,
  access: 'member',
  limit: { max: 20, windowSeconds: 600 },
  async handler({ context, caller, request }) {
    const { db, now } = context;
    const userId = caller!.userId;
    await requireConfirmedIdentity(context, request);
    if (!(await hasTotp(db, userId)))
      throw conflict('totp_disabled', 'Set up an app first. Recovery codes stand in for it.');
    const origin = await originOf(context, request);
    return db.transaction().execute(async (trx) => {
      await lockSession(trx, request);
      await recordSecurityEvent(trx, context, { userId, kind: 'recovery_codes_renewed', origin });
      return { recovery_codes: await renewRecoveryCodes(trx, userId, now()) };
    });
  },
});
