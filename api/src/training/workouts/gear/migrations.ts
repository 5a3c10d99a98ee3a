import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const gear: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table gear (
        user_id bigint not null,
        id bigint not null,
        name text not null,
        kind text not null check (kind in ('shoes', 'bike', 'other')),
        brand text not null default '',
        model text not null default '',
        notes text not null default '',
        initial_distance double precision not null default 0,
        alert_distance double precision,
        default_for text[] not null default '{}',
        retired_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (user_id, id)
      )`.execute(db);
    // Whole workouts have the index of 0202; legs are few and joined with their parents.
    await sql`
      create index workouts_leg_gear on workouts (user_id, gear_id)
      where gear_id is not null and parent_id is not null`.execute(db);
  },
};

export const migrations: Record<string, Migration> = { '0601_gear': gear };
