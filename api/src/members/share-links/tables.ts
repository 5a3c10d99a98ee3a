import { type Generated, type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What can be accessible by link. */
export type LinkedKind = 'workout' | 'route';

/**
 * The key of each workout and route with level 6; a leg of a workout opens with the key of the whole. The key itself is
 * kept because its owner copies the link again and again; what callers send is compared with the hash.
 */
export interface LinkKeyTable {
  user_id: number;
  kind: LinkedKind;
  thing_id: number;
  key: string;
  /** SHA-256 of the key. */
  hash: Uint8Array;
  created_at: Generated<Date>;
}

/** Tables of links. */
export interface LinkKeyTables {
  link_keys: LinkKeyTable;
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends LinkKeyTables {}
}

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
