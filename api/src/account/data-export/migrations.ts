import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migrations: Record<string, Migration> = {
  '0110_data_exports': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table data_exports (
          user_id bigint not null,
          id bigint not null,
          status text not null default 'queued' check (status in ('queued', 'running', 'ready', 'failed')),
          done integer not null default 0,
          total integer not null default 0,
          bytes bigint,
          requested_at timestamptz not null,
          ready_at timestamptz,
          expires_at timestamptz,
          primary key (user_id, id)
        )`.execute(db);
      // One archive at a time, whoever asks twice at once.
      await sql`
        create unique index data_exports_one on data_exports (user_id)
        where status in ('queued', 'running')`.execute(db);
      await sql`create index data_exports_expiry on data_exports (expires_at)`.execute(db);
    },
  },
  '1301_data_restores': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table data_restores (
          user_id bigint primary key,
          id bigint not null,
          status text not null check (status in ('queued', 'running', 'done', 'failed')),
          done integer not null,
          total integer not null,
          counts jsonb not null,
          problem text,
          requested_at timestamptz not null
        )`.execute(db);
    },
  },
};
