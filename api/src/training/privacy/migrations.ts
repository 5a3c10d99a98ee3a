import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Redacted workouts; every workout that may need a redaction starts as stale. */
const redactions: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table shown_workouts (
        user_id bigint not null,
        workout_id bigint not null,
        root_id bigint not null,
        activity_group text not null,
        privacy smallint not null,
        local_day date not null,
        start_at timestamptz not null,
        tracked boolean not null,
        polyline text,
        bounds double precision[],
        figures jsonb not null,
        distance bigint not null,
        duration bigint not null,
        energy bigint not null,
        ascent bigint not null,
        distance_curve bytea,
        power_curve bytea,
        primary key (user_id, workout_id)
      )`.execute(db);
    await sql`create index shown_workouts_root on shown_workouts (user_id, root_id)`.execute(db);
    await sql`create table shown_candidates (like record_candidates including all)`.execute(db);
    await sql`
      create table shown_waiting (
        user_id bigint not null,
        workout_id bigint not null,
        mark bigint not null,
        primary key (user_id, workout_id)
      )`.execute(db);
    await sql`
      insert into shown_waiting
      select user_id, id, 0 from workouts
      where bounds is not null and deleted_at is null and user_id in (select user_id from privacy_zone_owners)`.execute(
      db,
    );
  },
};

export const migrations: Record<string, Migration> = {
  '0701_privacy_zones': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table privacy_zone_owners (
          user_id bigint primary key,
          key bytea not null,
          version integer not null
        )`.execute(db);
      await sql`
        create table privacy_zones (
          user_id bigint not null,
          id bigint not null,
          name text not null,
          lat double precision not null,
          lng double precision not null,
          radius double precision not null,
          hidden_lat double precision not null,
          hidden_lng double precision not null,
          hidden_radius double precision not null,
          created_at timestamptz not null,
          primary key (user_id, id)
        )`.execute(db);
    },
  },
  '0951_shown_workouts': redactions,
  '1021_redaction_names': {
    async up(db: Kysely<unknown>) {
      await sql`alter table shown_workouts rename to redacted_workouts`.execute(db);
      await sql`alter index shown_workouts_root rename to redacted_workouts_root`.execute(db);
      await sql`alter table shown_candidates rename to redacted_candidates`.execute(db);
      await sql`alter table shown_waiting rename to stale_redactions`.execute(db);
    },
  },
  '1991_hidden_maps': {
    async up(db: Kysely<unknown>) {
      await sql`
        create view hidden_maps as
        select user_id, object_id as workout_id from stories
        where is_map_hidden and kind = 'workout'`.execute(db);
    },
  },
};
