import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const photos: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table workout_photos (
        user_id bigint not null,
        id bigint not null,
        workout_id bigint not null,
        position integer not null default 0,
        state text not null check (state in ('arriving', 'processing', 'ready', 'failed')),
        problem text,
        caption text not null default '',
        width integer,
        height integer,
        file_name text not null,
        original_key text,
        tries integer not null default 0,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        deleted_at timestamptz,
        primary key (user_id, id)
      )`.execute(db);
    // An address names only the photo.
    await sql`create index workout_photos_id on workout_photos (id)`.execute(db);
    await sql`create index workout_photos_workout on workout_photos (user_id, workout_id, position, id)`.execute(
      db,
    );
    await sql`
      create index workout_photos_original on workout_photos (created_at)
      where original_key is not null`.execute(db);
    await sql`create index workout_photos_failed on workout_photos (updated_at) where state = 'failed'`.execute(
      db,
    );
    await sql`
      create index workout_photos_deleted on workout_photos (deleted_at)
      where deleted_at is not null`.execute(db);
  },
};

/** Photos of workouts that were merged, so that they find back when that is undone. */
const moved: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table workout_photos add column came_from bigint[] not null default '{}'`.execute(db);
    await sql`
      create index workout_photos_moved on workout_photos (user_id, (came_from[cardinality(came_from)]))
      where came_from <> '{}'`.execute(db);
  },
};

/** What a photo takes up counts towards its member's storage. */
const bytes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table workout_photos add column bytes bigint not null default 0`.execute(db);
  },
};

export const migrations: Record<string, Migration> = {
  '0611_photos': photos,
  '0612_photos_moved': moved,
  '0613_photo_bytes': bytes,
};
