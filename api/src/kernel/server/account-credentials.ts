import type { AccountCredential } from '@waymark/api-contract';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Db, Trx } from '../database/tables.ts';
import type { Env } from './env.ts';

export interface HeldCredential {
  /** Unique among those of its member and kind. */
  id: string;
  name: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
}

/** Which credentials of a kind end. */
export interface EndedCredentials {
  /** Those made from then on. */
  since: Date;
  /** But for these. */
  keptIds: readonly string[];
}

/**
 * One kind of what opens an account, or parts of it, besides its password and sessions. Whoever was in the account may
 * have made some. Sessions end before: what one of them adds at the same time is there by then, or refused.
 */
export interface CredentialKind {
  kind: AccountCredential['kind'];
  /** Whose rows they are. A table of secrets that no kind names fails a test until it has a rule. */
  tables: readonly (keyof Database)[];
  list(this: void, context: { env: Env; now: () => Date; db: Db }, userId: number): Promise<HeldCredential[]>;
  end(this: void, trx: Trx, userId: number, ended: EndedCredentials, context: { db: Db }): Promise<void>;
}

/** For the rows that end, by a column that holds their ids. */
export const isNotKept = (column: string, { keptIds }: EndedCredentials): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)}::text <> all(${[...keptIds]}::text[])`;

/** A private address of which a member has one, in a table with `user_id` and `created_at`. */
export function addressKind(kind: AccountCredential['kind'], table: keyof Database): CredentialKind {
  return {
    kind,
    tables: [table],
    async list({ db }, userId) {
      const { rows } = await sql<{ created_at: Date }>`
        select created_at from ${sql.table(table)} where user_id = ${userId}`.execute(db);
      return rows.map(({ created_at: createdAt }) => ({
        // One that was made anew is another one.
        id: String(createdAt.getTime()),
        name: null,
        createdAt,
        lastUsedAt: null,
      }));
    },
    async end(trx, userId, { since, keptIds }) {
      const keptTimes = keptIds.map((id) => new Date(Number(id)));
      await sql`
        delete from ${sql.table(table)} where user_id = ${userId} and created_at >= ${since}
          and created_at <> all(${keptTimes}::timestamptz[])`.execute(trx);
    },
  };
}
