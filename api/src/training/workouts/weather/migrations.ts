import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const weather: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table workout_weather (
        user_id bigint not null,
        workout_id bigint not null,
        status text not null check (status in ('pending', 'ready', 'unavailable')),
        weather jsonb,
        lat double precision not null,
        lng double precision not null,
        hour timestamptz not null,
        tries integer not null default 0,
        next_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (user_id, workout_id)
      )`.execute(db);
    await sql`
      create index workout_weather_pending on workout_weather (next_at) where status = 'pending'`.execute(db);
    // For the hourly look at what has come in, over all members.
    await sql`
      create index workouts_created_outdoors on workouts (created_at)
      where polyline is not null and parent_id is null and deleted_at is null`.execute(db);
  },
};

export const migrations: Record<string, Migration> = { '0621_weather': weather };
