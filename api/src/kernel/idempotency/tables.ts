import { type ColumnType, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a call with an `idempotency-key` created. */
export interface IdempotencyKeyTable {
  user_id: number;
  key: string;
  /** SHA-256 of the call and its body. */
  hash: Uint8Array;
  created_id: number;
  /** What the call answered, where a repeat could not work it out from what is stored by then. */
  answer: ColumnType<object | null, string | undefined, string>;
  created_at: Date;
}

/** Tables of the idempotency service. */
export interface IdempotencyTables {
  idempotency_keys: IdempotencyKeyTable;
}

declare module '../database/tables.ts' {
  interface Database extends IdempotencyTables {}
}

/** `user_id` leads the key: members' keys say nothing to each other. */
const keys: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table idempotency_keys (
        user_id bigint not null,
        key text not null,
        hash bytea not null,
        created_id bigint not null,
        created_at timestamptz not null,
        primary key (user_id, key)
      )`.execute(db);
    await sql`create index idempotency_keys_created on idempotency_keys (created_at)`.execute(db);
  },
};

const answers: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table idempotency_keys add column answer jsonb`.execute(db);
  },
};

export const migrations: Record<string, Migration> = {
  '0003_idempotency_keys': keys,
  '0006_idempotency_answers': answers,
};
