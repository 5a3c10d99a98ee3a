import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migrations: Record<string, Migration> = {
  '0102_auth': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table logins (
          email text primary key,
          user_id bigint not null,
          password_hash text,
          onboarding boolean not null default false,
          email_confirmed_at timestamptz,
          promotional boolean not null default false,
          created_at timestamptz not null
        )`.execute(db);
      await sql`create unique index logins_user on logins (user_id)`.execute(db);
      await sql`
        create table sessions (
          user_id bigint not null,
          id bigint not null,
          created_at timestamptz not null,
          expires_at timestamptz not null,
          ended_at timestamptz,
          end_reason text,
          primary key (user_id, id)
        )`.execute(db);
      await sql`
        create table refresh_tokens (
          user_id bigint not null,
          session_id bigint not null,
          hash text not null,
          created_at timestamptz not null,
          used_at timestamptz,
          primary key (user_id, session_id, hash)
        )`.execute(db);
      await sql`
        create table mail_tokens (
          hash text primary key,
          user_id bigint not null,
          kind text not null,
          email text not null,
          created_at timestamptz not null,
          expires_at timestamptz not null,
          used_at timestamptz
        )`.execute(db);
      await sql`create index mail_tokens_user on mail_tokens (user_id, kind)`.execute(db);
    },
  },
  '0103_client_events': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table client_events (
          id bigint primary key,
          name text not null,
          at timestamptz not null,
          received_at timestamptz not null,
          user_id bigint,
          device_id text,
          remote text,
          version text,
          properties jsonb not null
        )`.execute(db);
      await sql`create index client_events_remote on client_events (remote, version, name, id)`.execute(db);
    },
  },
  '0120_access_version': {
    async up(db: Kysely<unknown>) {
      await sql`alter table logins add column access_version integer not null default 0`.execute(db);
    },
  },
  '0122_promotional_consent': {
    // The consent `marketing_email` holds the answer, also of those who signed up before.
    async up(db: Kysely<unknown>) {
      await sql`alter table logins drop column promotional`.execute(db);
    },
  },
  '0104_session_changes': {
    async up(db: Kysely<unknown>) {
      await sql`alter table refresh_tokens add column seen_at timestamptz`.execute(db);
      await sql`create index sessions_ended on sessions (ended_at) where ended_at is not null`.execute(db);
    },
  },
};
