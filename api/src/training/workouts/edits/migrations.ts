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

/** What edits of earlier versions made showed what its sources hid. */
const restrictions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table workout_edit_parts add column restrictions text[]`.execute(db);
    await sql`
      update stories set is_map_hidden = stories.is_map_hidden or source.is_map_hidden,
        is_hidden_from_feed = stories.is_hidden_from_feed or source.is_hidden_from_feed,
        is_removed_by_moderator = stories.is_removed_by_moderator or source.is_removed_by_moderator,
        has_comments = stories.has_comments and source.has_comments
      from (
        select part.user_id, part.workout_id, bool_or(is_map_hidden) as is_map_hidden,
          bool_or(is_hidden_from_feed) as is_hidden_from_feed,
          bool_or(is_removed_by_moderator) as is_removed_by_moderator, bool_and(has_comments) as has_comments
        from workout_edits edit
        join workout_edit_parts part on part.user_id = edit.user_id and part.edit_id = edit.id and part.role <> 'used'
        join workout_edit_parts origin
          on origin.user_id = edit.user_id and origin.edit_id = edit.id and origin.role <> 'made'
        join stories on stories.user_id = origin.user_id and stories.id = origin.workout_id and stories.kind = 'workout'
        where edit.undone_at is null
        group by part.user_id, part.workout_id) as source
      where stories.user_id = source.user_id and stories.id = source.workout_id and stories.kind = 'workout'`.execute(
      db,
    );
  },
};

export const migrations: Record<string, Migration> = {
  '0501_workout_edits': edits,
  '1220_edit_restrictions': restrictions,
};
