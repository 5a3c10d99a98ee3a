import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

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

export const migrations: Record<string, Migration> = { '0003_idempotency_keys': keys };
