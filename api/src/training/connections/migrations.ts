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
  '1322_connected_services': {
    async up(db: Kysely<unknown>) {
      await sql`
        alter table connections
          add account_ref text,
          add tokens bytea,
          add tokens_expire_at timestamptz,
          add next_at timestamptz,
          add listed_at timestamptz,
          add check ((account_ref is null) = (tokens is null))`.execute(db);
      await sql`
        create unique index connections_account on connections (type, account_ref)
        where account_ref is not null`.execute(db);
      await sql`create index connections_due on connections (next_at) where next_at is not null`.execute(db);
      await sql`
        create table connection_files (
          user_id bigint not null,
          connection_id bigint not null,
          ref text not null,
          tries smallint not null default 0,
          next_at timestamptz not null,
          done_at timestamptz,
          created_at timestamptz not null,
          primary key (user_id, connection_id, ref),
          foreign key (user_id, connection_id) references connections on delete cascade
        )`.execute(db);
      await sql`
        create table ended_connections (
          id bigint generated always as identity primary key,
          type text not null,
          account_ref text not null,
          tokens bytea not null,
          tries smallint not null default 0,
          next_at timestamptz not null default now()
        )`.execute(db);
    },
  },
  '1341_connections_waiting_for_room': {
    async up(db: Kysely<unknown>) {
      await sql`alter table connections add waits_for_room boolean not null default false`.execute(db);
    },
  },
};
