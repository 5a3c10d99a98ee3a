import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

const COLUMNS = sql`
  id bigint not null,
  consent_id text not null,
  choice text not null check (choice in ('accepted', 'declined')),
  matrix_id text not null,
  matrix_version integer not null,
  text_hash text not null,
  legal_versions jsonb not null,
  locale text not null,
  screen text not null,
  source text not null check (source in ('form', 'gpc', 'signup')),
  had_gpc boolean not null default false,
  recorded_at timestamptz not null`;

export const migrations: Record<string, Migration> = {
  '0106_consents': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table consent_records (
          user_id bigint not null,
          ${COLUMNS},
          primary key (user_id, id)
        )`.execute(db);
      await sql`
        create table visitor_consent_records (
          device_hash text not null,
          ${COLUMNS},
          primary key (device_hash, id)
        )`.execute(db);
    },
  },
  '0109_visitor_consents_by_age': {
    async up(db: Kysely<unknown>) {
      await sql`create index visitor_consents_age on visitor_consent_records (recorded_at)`.execute(db);
    },
  },
  '0108_health_data': {
    async up(db: Kysely<unknown>) {
      await sql`alter table users add column hides_health_data boolean not null default false`.execute(db);
      await sql`
        create table applied_consent_matrix (
          id smallint primary key check (id = 1),
          version integer not null,
          content_hash text not null
        )`.execute(db);
    },
  },
  '0112_consent_wordings': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table consent_wordings (
          text_hash text primary key,
          title text not null,
          text text not null,
          consequence text not null
        )`.execute(db);
      for (const table of ['consent_records', 'visitor_consent_records'])
        await sql`
          alter table ${sql.table(table)} drop constraint ${sql.ref(`${table}_source_check`)},
            add constraint ${sql.ref(`${table}_source_check`)}
              check (source in ('form', 'gpc', 'signup', 'browser', 'import'))`.execute(db);
    },
  },
};
