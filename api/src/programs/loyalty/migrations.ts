import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const points: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table points_accounts (
        user_id bigint primary key,
        opened_at timestamptz not null
      )`.execute(db);
    await sql`
      create table points_entries (
        user_id bigint not null,
        day date not null,
        rule text not null,
        cause_id bigint not null,
        revision integer not null check (revision >= 0),
        amount integer not null check (amount <> 0),
        created_at timestamptz not null,
        primary key (user_id, day, rule, cause_id, revision)
      )`.execute(db);
    await sql`
      create index points_entries_history on points_entries
        (user_id, created_at desc, day desc, rule, cause_id, revision)`.execute(db);
  },
};

export const migrations: Record<string, Migration> = { '1411_points': points };
