import { securityCalls } from '@waymark/api-contract';
import { conflict, notFound, notSignedIn } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { originOf, recordSecurityEvent } from './events.ts';
import { lockSession, requireConfirmedIdentity } from './identity.ts';
import { sendSecurityNotice } from './mails.ts';
import { presentPasskey } from './overview.ts';
import { beginAuthentication, beginRegistration, finishRegistration } from './webauthn.ts';

const MAX_PASSKEYS = 20;

export const passkeyOptionsHandler = route<typeof securityCalls.passkeyOptions>({
  call: securityCalls.passkeyOptions,
  access: 'member',
  limit: { max: 60, windowSeconds: 600 },
  async handler({ context, caller, request }) {
    await requireConfirmedIdentity(context, request);
    const member = await context.db
      .selectFrom('logins')
      .innerJoin('users', 'users.id', 'logins.user_id')
      .select(['email', 'display_name'])
      .where('logins.user_id', '=', caller!.userId)
      .executeTakeFirst();
    if (!member) throw notSignedIn();
    return beginRegistration(context, caller!.userId, {
      email: member.email,
      displayName: member.display_name,
    });
  },
});

export const addPasskeyHandler = route<typeof securityCalls.addPasskey>({
  call: securityCalls.addPasskey,
  access: 'member',
  limit: { max: 60, windowSeconds: 600 },
  async handler({ context, caller, body, request }) {
    const { db, newId, now } = context;
    const userId = caller!.userId;
    await requireConfirmedIdentity(context, request);
    const { credential, credentialBackedUp } = await finishRegistration(context, userId, body.credential);
    const origin = await originOf(context, request);
    const name = body.name || origin.device || 'Passkey';
    const row = await db.transaction().execute(async (trx) => {
      await lockSession(trx, request);
      const { n } = await trx
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      if (n >= MAX_PASSKEYS)
        throw conflict('too_many_passkeys', `You have ${MAX_PASSKEYS} passkeys. Remove one to add another.`, {
          max: MAX_PASSKEYS,
        });
      const added = await trx
        .insertInto('passkeys')
        .values({
          user_id: userId,
          id: newId(),
          credential_id: credential.id,
          public_key: Buffer.from(credential.publicKey),
          counter: credential.counter,
          transports: credential.transports ?? [],
          is_backed_up: credentialBackedUp,
          name,
          created_at: now(),
          last_used_at: null,
        })
        .onConflict((on) => on.column('credential_id').doNothing())
        .returningAll()
        .executeTakeFirst();
      if (!added) throw conflict('passkey_known', 'This passkey belongs to an account already.');
      await recordSecurityEvent(trx, context, { userId, kind: 'passkey_added', origin, subject: name });
      await sendSecurityNotice(context, trx, userId, 'passkey_added');
      return added;
    });
    return presentPasskey(row);
  },
});

export const renamePasskeyHandler = route<typeof securityCalls.renamePasskey>({
  call: securityCalls.renamePasskey,
  access: 'member',
  async handler({ context, caller, params, body }) {
    const row = await context.db
      .updateTable('passkeys')
      .set({ name: body.name })
      .where('user_id', '=', caller!.userId)
      .where('id', '=', params.id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound('passkey');
    return presentPasskey(row);
  },
});

export const removePasskeyHandler = route<typeof securityCalls.removePasskey>({
  call: securityCalls.removePasskey,
  access: 'member',
  async handler({ context, caller, params, request }) {
    const userId = caller!.userId;
    await requireConfirmedIdentity(context, request);
    const origin = await originOf(context, request);
    await context.db.transaction().execute(async (trx) => {
      // The row of the login puts removals in sequence: two at once must not take the last two ways in.
      const login = await trx
        .selectFrom('logins')
        .select('password_hash')
        .where('user_id', '=', userId)
        .forUpdate()
        .executeTakeFirst();
      const passkeys = await trx
        .selectFrom('passkeys')
        .select(['id', 'name'])
        .where('user_id', '=', userId)
        .execute();
      const removed = passkeys.find(({ id }) => id === params.id);
      if (!removed) throw notFound('passkey');
      const chatApp = await trx
        .selectFrom('chat_app_links')
        .select('channel')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if (login?.password_hash === null && passkeys.length === 1 && !chatApp)
        throw conflict('last_sign_in', 'This is your only way to log in. Set a password first.');
      await trx.deleteFrom('passkeys').where('user_id', '=', userId).where('id', '=', params.id).execute();
      await recordSecurityEvent(trx, context, {
        userId,
        kind: 'passkey_removed',
        origin,
        subject: removed.name,
      });
      await sendSecurityNotice(context, trx, userId, 'passkey_removed');
    });
    return undefined;
  },
});

export const passkeyIdentityOptionsHandler = route<typeof securityCalls.passkeyIdentityOptions>({
  call: securityCalls.passkeyIdentityOptions,
  access: 'member',
  limit: { max: 60, windowSeconds: 600 },
  handler: ({ context, caller }) => beginAuthentication(context, 'confirm_identity', caller!.userId),
});
