import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const imports: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table file_imports (
        user_id bigint not null,
        id bigint not null,
        batch_id bigint not null,
        file_name text not null,
        archive_name text,
        size bigint not null,
        state text not null check (state in ('queued', 'reading', 'ready', 'duplicate', 'failed', 'skipped')),
        progress double precision not null default 0,
        choice text check (choice in ('keep_both', 'replace', 'skip')),
        problem_code text,
        problem_message text,
        warnings jsonb not null default '[]',
        preview jsonb,
        duplicate_ids jsonb not null default '[]',
        storage_key text,
        content_hash text,
        turn integer not null default 0,
        tries integer not null default 0,
        hidden_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (user_id, id)
      )`.execute(db);
    await sql`create index file_imports_list on file_imports (user_id, id desc) where hidden_at is null`.execute(
      db,
    );
    await sql`
      create index file_imports_pending on file_imports (user_id)
      where state in ('queued', 'reading')`.execute(db);
    await sql`
      create index file_imports_unfinished on file_imports (updated_at)
      where state in ('queued', 'reading', 'failed')`.execute(db);
  },
};

/** Archives are stored and read in place: their files have rows before any byte of them is unpacked. */
const archives: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table file_imports
        add column archive boolean not null default false,
        add column source_id bigint,
        add column source_index integer,
        add column entry jsonb,
        add column told jsonb,
        add column reader text`.execute(db);
    // No reader has claimed these: from now on the claim is stored with the row.
    await sql`update file_imports set state = 'queued' where state = 'reading'`.execute(db);
    await sql`
      create unique index file_imports_source on file_imports (user_id, source_id, source_index)
      where source_id is not null`.execute(db);
    await sql`
      create index file_imports_queue on file_imports (user_id, batch_id, tries, id)
      where state = 'queued'`.execute(db);
    await sql`
      create index file_imports_reading on file_imports (user_id, batch_id)
      where state = 'reading'`.execute(db);
    await sql`
      create index file_imports_archives on file_imports (user_id, batch_id)
      where archive and storage_key is not null`.execute(db);
    await sql`
      create index file_imports_counts on file_imports (user_id, batch_id, state) include (updated_at)
      where hidden_at is null`.execute(db);
    await sql`
      create table import_told (
        user_id bigint not null,
        batch_id bigint not null,
        start_at timestamptz not null,
        told jsonb not null,
        created_at timestamptz not null,
        primary key (user_id, batch_id, start_at)
      )`.execute(db);
  },
};

/** Activities of another service's table that no file of its archive holds are created from their figures at the end. */
const matched: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table import_told add column matched boolean not null default false`.execute(db);
  },
};

/** A file with a planned route can be saved as a route. */
const savedRoutes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table file_imports add column route_id bigint`.execute(db);
  },
};

/** The space that a member's uploads take is summed before each upload. */
const bytes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index file_imports_bytes on file_imports (user_id) include (size)
      where storage_key is not null and entry is null`.execute(db);
  },
};

/** The row that stands for a table of activities was recognised by its `source_index`. */
const activityTables: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table file_imports add column is_activity_table boolean not null default false`.execute(
      db,
    );
    await sql`update file_imports set is_activity_table = true where source_index = -2000000`.execute(db);
  },
};

export const migrations: Record<string, Migration> = {
  '0301_imports': imports,
  '0302_import_archives': archives,
  '0303_import_matched': matched,
  '0304_import_bytes': bytes,
  '0305_import_activity_tables': activityTables,
  '0971_import_routes': savedRoutes,
};
