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

export const migrations: Record<string, Migration> = { '0301_imports': imports };
