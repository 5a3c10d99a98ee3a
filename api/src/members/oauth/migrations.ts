import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migrations: Record<string, Migration> = {
  '1311_oauth': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table oauth_clients (
          user_id bigint not null,
          id text not null,
          name text not null,
          homepage text,
          redirect_uris text[] not null,
          scopes text[] not null,
          secret bytea,
          created_at timestamptz not null,
          primary key (user_id, id)
        )`.execute(db);
      await sql`create unique index oauth_clients_id on oauth_clients (id)`.execute(db);
      await sql`
        create table oauth_records (
          user_id bigint,
          kind text not null,
          hash text not null,
          client_id text,
          grant_id text,
          uid text,
          payload jsonb not null,
          created_at timestamptz not null,
          expires_at timestamptz not null,
          consumed_at timestamptz,
          used_at timestamptz,
          primary key (kind, hash)
        )`.execute(db);
      await sql`create index oauth_records_user on oauth_records (user_id, kind)`.execute(db);
      await sql`create index oauth_records_grant on oauth_records (grant_id)`.execute(db);
      await sql`create index oauth_records_client on oauth_records (client_id)`.execute(db);
      await sql`create index oauth_records_uid on oauth_records (uid) where uid is not null`.execute(db);
      await sql`create index oauth_records_expiry on oauth_records (expires_at)`.execute(db);
    },
  },
};
