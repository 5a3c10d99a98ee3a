import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * `workouts.edit_id` marks the rows that an edit put aside: what a workout was before it, and workouts that became
 * part of another. They have a `deleted_at` too, so that no list shows them, but are neither purged nor restored.
 */
const edits: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table workout_edits (
        user_id bigint not null,
        id bigint not null,
        kind text not null check (kind in ('cut', 'split', 'merge')),
        created_at timestamptz not null,
        undone_at timestamptz,
        primary key (user_id, id)
      )`.execute(db);
    await sql`create index workout_edits_created on workout_edits (created_at)`.execute(db);
    await sql`
      create table workout_edit_parts (
        user_id bigint not null,
        edit_id bigint not null,
        workout_id bigint not null,
        role text not null check (role in ('changed', 'made', 'used')),
        kept_id bigint,
        left_at timestamptz not null,
        primary key (user_id, edit_id, workout_id)
      )`.execute(db);
    await sql`create index workout_edit_parts_workout on workout_edit_parts (user_id, workout_id)`.execute(
      db,
    );
    await sql`alter table workouts add column edit_id bigint`.execute(db);
    await sql`
      create index workouts_edit on workouts (user_id, edit_id) where edit_id is not null`.execute(db);
  },
};

export const migrations: Record<string, Migration> = { '0501_workout_edits': edits };
