import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migrations: Record<string, Migration> = {
  '1321_connections': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table connections (
          user_id bigint not null,
          id bigint not null,
          type text not null,
          name text not null,
          status text not null default 'active' check (status in ('active', 'needs_attention')),
          upload_hash text,
          created_at timestamptz not null,
          last_received_at timestamptz,
          workouts_received integer not null default 0,
          primary key (user_id, id)
        )`.execute(db);
      await sql`
        create unique index connections_upload on connections (upload_hash)
        where upload_hash is not null`.execute(db);
    },
  },
};
