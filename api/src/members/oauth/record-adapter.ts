import { sql, type DeleteQueryBuilder, type DeleteResult } from 'kysely';
import { type Adapter, type AdapterPayload, errors } from 'oidc-provider';
import type { Db, Database } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { findClientMetadata } from './client-metadata.ts';
import { forgetGrants, forgetToken, hashOf } from './find-access-token.ts';

/** Tokens of one grant that are stored. What an application gets on top ends its oldest ones: no loop fills the table. */
export const TOKENS_PER_GRANT = 100;
const BOUNDED_KINDS: ReadonlySet<string> = new Set(['AccessToken', 'RefreshToken']);

/** Whose a record is, as the library names members: by the text of their id. */
function userIdOf({ accountId, session }: AdapterPayload): number | null {
  const id = Number(accountId ?? session?.accountId);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
}

/** What the OAuth library stores of one kind, in PostgreSQL. Ids are secrets of their holders: only hashes are stored. */
export class RecordAdapter implements Adapter {
  readonly #db: Db;
  readonly #context: Context;
  readonly #kind: string;

  constructor(context: Context, kind: string) {
    this.#db = context.db;
    this.#context = context;
    this.#kind = kind;
  }

  async upsert(id: string, given: AdapterPayload, expiresIn: number): Promise<void> {
    const { jti: _jti, ...payload } = given;
    const now = this.#context.now();
    const values = {
      user_id: userIdOf(payload),
      client_id: payload.clientId ?? null,
      // A grant belongs to itself, so that it ends with its tokens.
      grant_id: this.#kind === 'Grant' ? id : (payload.grantId ?? null),
      uid: payload.uid ?? null,
      payload: JSON.stringify(payload),
      expires_at: new Date(now.getTime() + expiresIn * 1000),
    };
    await this.#db
      .insertInto('oauth_records')
      .values({ kind: this.#kind, hash: hashOf(id), created_at: now, consumed_at: null, ...values })
      .onConflict((on) => on.columns(['kind', 'hash']).doUpdateSet(values))
      .execute();
    if (values.grant_id && BOUNDED_KINDS.has(this.#kind)) await this.#dropOldest(values.grant_id);
  }

  async #dropOldest(grantId: string): Promise<void> {
    const { rows } = await sql<{ hash: string }>`
      delete from oauth_records where kind = ${this.#kind} and hash in (
        select hash from oauth_records where kind = ${this.#kind} and grant_id = ${grantId}
        order by created_at desc, hash offset ${TOKENS_PER_GRANT})
      returning hash`.execute(this.#db);
    for (const { hash } of rows) forgetToken(this.#context, hash);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    if (this.#kind === 'Client') return findClientMetadata(this.#context, id);
    const row = await this.#db
      .selectFrom('oauth_records')
      .select(['payload', 'consumed_at'])
      .where('kind', '=', this.#kind)
      .where('hash', '=', hashOf(id))
      .where('expires_at', '>', this.#context.now())
      .executeTakeFirst();
    return row && present(id, row);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const row = await this.#db
      .selectFrom('oauth_records')
      .select(['payload', 'consumed_at'])
      .where('kind', '=', this.#kind)
      .where('uid', '=', uid)
      .where('expires_at', '>', this.#context.now())
      .executeTakeFirst();
    // The library compares the id of a session only with that of a cookie, which it has read before.
    return row && present(uid, row);
  }

  /** Codes on devices without a browser are not offered. */
  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * Of two exchanges of one code or refresh token at the same time one succeeds. The other is somebody who should not
   * have it, or the first one is: the grant ends, and what the first one gets opens nothing.
   * @throws InvalidGrant
   */
  async consume(id: string): Promise<void> {
    const hash = hashOf(id);
    const consumed = await this.#db
      .updateTable('oauth_records')
      .set({ consumed_at: this.#context.now() })
      .where('kind', '=', this.#kind)
      .where('hash', '=', hash)
      .where('consumed_at', 'is', null)
      .returning('hash')
      .executeTakeFirst();
    if (consumed) return;
    const used = await this.#db
      .selectFrom('oauth_records')
      .select('grant_id')
      .where('kind', '=', this.#kind)
      .where('hash', '=', hash)
      .executeTakeFirst();
    if (used?.grant_id) await this.revokeByGrantId(used.grant_id);
    throw new errors.InvalidGrant('it was used already');
  }

  async destroy(id: string): Promise<void> {
    await this.#db
      .deleteFrom('oauth_records')
      .where('kind', '=', this.#kind)
      .where('hash', '=', hashOf(id))
      .execute();
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await this.#db.deleteFrom('oauth_records').where('grant_id', '=', grantId).execute();
    forgetGrants(this.#context, (id) => id === grantId);
  }
}

interface Stored {
  payload: Record<string, unknown>;
  consumed_at: Date | null;
}

const present = (jti: string, { payload, consumed_at }: Stored): AdapterPayload => ({
  ...payload,
  jti,
  ...(consumed_at && { consumed: Math.floor(consumed_at.getTime() / 1000) }),
});

/** Deletes what has expired. */
export async function deleteExpiredRecords({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await sql`delete from oauth_records where expires_at < ${now()}`.execute(db);
}

type Deletion = DeleteQueryBuilder<Database, 'oauth_records', DeleteResult>;

/**
 * Deletes codes, tokens and grants: they open nothing from now on.
 * @returns how many records there were
 */
export async function endGrants(
  context: Pick<Context, 'db'>,
  choose: (records: Deletion) => Deletion,
): Promise<number> {
  const ended = await choose(context.db.deleteFrom('oauth_records')).returning('grant_id').execute();
  const ids = new Set(ended.map(({ grant_id }) => grant_id));
  forgetGrants(context, (id) => ids.has(id));
  return ended.length;
}
