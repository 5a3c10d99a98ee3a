import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migrations: Record<string, Migration> = {
  '0107_account_security': {
    async up(db: Kysely<unknown>) {
      await sql`
        alter table sessions
          add column device text not null default '',
          add column country text,
          add column method text not null default 'unknown',
          add column identity_confirmed_at timestamptz`.execute(db);
      await sql`
        create table security_events (
          user_id bigint not null,
          id bigint not null,
          kind text not null,
          at timestamptz not null,
          device text not null,
          country text,
          subject text,
          primary key (user_id, id)
        )`.execute(db);
      await sql`
        create table email_changes (
          user_id bigint primary key,
          email text not null,
          requested_at timestamptz not null,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`
        create table passkeys (
          user_id bigint not null,
          id bigint not null,
          credential_id text not null,
          public_key bytea not null,
          counter bigint not null,
          transports text[] not null,
          is_backed_up boolean not null,
          name text not null,
          created_at timestamptz not null,
          last_used_at timestamptz,
          primary key (user_id, id)
        )`.execute(db);
      await sql`create unique index passkeys_credential on passkeys (credential_id)`.execute(db);
      await sql`
        create table webauthn_challenges (
          hash text primary key,
          purpose text not null,
          user_id bigint,
          expires_at timestamptz not null
        )`.execute(db);
      await sql`create index webauthn_challenges_expiry on webauthn_challenges (expires_at)`.execute(db);
      await sql`
        create table totp_secrets (
          user_id bigint primary key,
          secret bytea not null,
          created_at timestamptz not null,
          confirmed_at timestamptz,
          last_step bigint not null default 0
        )`.execute(db);
      await sql`
        create table recovery_codes (
          user_id bigint not null,
          hash text not null,
          created_at timestamptz not null,
          used_at timestamptz,
          primary key (user_id, hash)
        )`.execute(db);
    },
  },
};
