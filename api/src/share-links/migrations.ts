import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Workouts and routes that have level 6 already get no key: their addresses could be guessed, so their owners are asked
 * to share them anew. Bookmarks keep the hash of the key that they were made with.
 */
const linkKeys: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table link_keys (
        user_id bigint not null,
        kind text not null check (kind in ('workout', 'route')),
        thing_id bigint not null,
        key text not null,
        hash bytea not null,
        created_at timestamptz not null default now(),
        primary key (user_id, kind, thing_id)
      )`.execute(db);
    await sql`alter table route_bookmarks add column link_hash bytea`.execute(db);
  },
};

export const migrations: Record<string, Migration> = { '1001_link_keys': linkKeys };
