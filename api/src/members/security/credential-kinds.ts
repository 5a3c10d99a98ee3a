import { type CredentialKind, isNotKept } from '../../kernel/server/account-credentials.ts';

const passkeys: CredentialKind = {
  kind: 'passkey',
  tables: ['passkeys'],
  async list({ db }, userId) {
    const rows = await db
      .selectFrom('passkeys')
      .select(['id', 'name', 'created_at', 'last_used_at'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute();
    return rows.map(({ id, name, created_at: createdAt, last_used_at: lastUsedAt }) => ({
      id: String(id),
      name,
      createdAt,
      lastUsedAt,
    }));
  },
  async end(trx, userId, ended) {
    await trx
      .deleteFrom('passkeys')
      .where('user_id', '=', userId)
      .where('created_at', '>=', ended.since)
      .where(isNotKept('id', ended))
      .execute();
  },
};

/** It opens nothing by itself, but keeps its member out where somebody else set it up. */
const authenticatorApp: CredentialKind = {
  kind: 'authenticator_app',
  tables: ['totp_secrets', 'recovery_codes'],
  async list({ db }, userId) {
    const rows = await db
      .selectFrom('totp_secrets')
      .select('confirmed_at')
      .where('user_id', '=', userId)
      .where('confirmed_at', 'is not', null)
      .execute();
    return rows.flatMap(({ confirmed_at: createdAt }) =>
      createdAt ? [{ id: String(createdAt.getTime()), name: null, createdAt, lastUsedAt: null }] : [],
    );
  },
  async end(trx, userId, { since, keptIds }) {
    if (keptIds.length > 0) return;
    await trx
      .deleteFrom('totp_secrets')
      .where('user_id', '=', userId)
      .where((q) => q.or([q('created_at', '>=', since), q('confirmed_at', '>=', since)]))
      .execute();
    await trx
      .deleteFrom('recovery_codes')
      .where('user_id', '=', userId)
      .where((q) =>
        q.or([
          q('created_at', '>=', since),
          // They stand in for an app; without one they are of no use.
          q.not(q.exists(q.selectFrom('totp_secrets').select('user_id').where('user_id', '=', userId))),
        ]),
      )
      .execute();
  },
};

export const signInCredentials: readonly CredentialKind[] = [passkeys, authenticatorApp];
