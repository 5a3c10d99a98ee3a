import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const reports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table reports (
        user_id bigint not null,
        id bigint not null,
        object_type text not null,
        object_id bigint not null,
        state text not null check (state in ('open', 'dismissed', 'removed', 'suspended')),
        reason text not null,
        note text not null,
        snapshot text not null,
        created_at timestamptz not null,
        resolved_at timestamptz,
        resolution_note text not null default '',
        primary key (user_id, id)
      )`.execute(db);
    await sql`
      create unique index reports_open on reports (object_type, object_id) where state = 'open'`.execute(db);
    await sql`create index reports_id on reports (id)`.execute(db);
    await sql`
      create table reporters (
        user_id bigint not null,
        report_id bigint not null,
        primary key (user_id, report_id)
      )`.execute(db);
    await sql`create index reporters_report on reporters (report_id)`.execute(db);
  },
};

/** Evidence of an open case stays whatever is reported later. */
const laterSnapshots: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table reports add column later_snapshots jsonb not null default '[]'`.execute(db);
    await sql`alter table reporters add column number integer not null default 0`.execute(db);
  },
};

/** Decisions of before name no moderator, have been told, and can bring nothing back. */
const appeals: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table reports
        add column decided_by bigint,
        add column statement text not null default '',
        add column has_removed_content boolean not null default false,
        add column removed_content jsonb,
        add column mailed_at timestamptz`.execute(db);
    await sql`
      update reports set mailed_at = resolved_at, has_removed_content = state = 'removed'
      where state <> 'open'`.execute(db);
    await sql`create index reports_to_mail on reports (resolved_at) where mailed_at is null`.execute(db);
    await sql`
      create table appeals (
        user_id bigint not null,
        id bigint not null,
        report_id bigint not null,
        state text not null check (state in ('open', 'upheld', 'overturned')),
        text text not null,
        answer text not null default '',
        is_content_restored boolean not null default false,
        created_at timestamptz not null,
        decided_at timestamptz,
        decided_by bigint,
        mailed_at timestamptz,
        primary key (user_id, id),
        unique (user_id, report_id)
      )`.execute(db);
    await sql`create index appeals_id on appeals (id)`.execute(db);
    await sql`create index appeals_open on appeals (id) where state = 'open'`.execute(db);
  },
};

export const migrations: Record<string, Migration> = {
  '1231_reports': reports,
  '1232_later_snapshots': laterSnapshots,
  '1233_appeals': appeals,
};
