import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Tracks of one course have nearly the same bounds: where they begin in the south and the west finds them. */
const courses: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index workouts_course on workouts (user_id, (bounds[2]), (bounds[1]))
      where polyline is not null and parent_id is null and deleted_at is null`.execute(db);
  },
};

export const migrations: Record<string, Migration> = { '0551_courses': courses };
