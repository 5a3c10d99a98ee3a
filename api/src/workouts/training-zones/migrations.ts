import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const zones: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table threshold_powers (
        user_id bigint not null,
        id bigint not null,
        watts integer not null,
        created_at timestamptz not null,
        primary key (user_id, id)
      )`.execute(db);
  },
};

export const migrations: Record<string, Migration> = { '0631_zones': zones };
