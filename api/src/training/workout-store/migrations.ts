import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * `user_id` leads every key, so that a member's rows stay together when the tables are spread over machines.
 * The id alone is indexed too (a link names only the workout); it is unique because the API mints it.
 */
const workouts: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table workouts (
        user_id bigint not null,
        id bigint not null,
        name text not null,
        notes text not null default '',
        activity_type_id integer not null,
        start_at timestamptz not null,
        time_zone text not null,
        local_day date not null,
        privacy smallint not null check (privacy in (0, 1, 3, 6)),
        source text not null check (source in ('manual', 'file', 'copy', 'sample')),
        parent_id bigint,
        leg_index integer,
        leg_count integer not null default 0,
        has_time_series boolean not null default false,
        energy_estimated boolean not null default false,
        distance_total double precision,
        metabolic_energy_total double precision,
        active_time_total double precision,
        elapsed_time_total double precision,
        paused_time_total double precision,
        stopped_time_total double precision,
        steps_total double precision,
        ascent_total double precision,
        descent_total double precision,
        heartrate_min double precision,
        heartrate_max double precision,
        heartrate_avg double precision,
        speed_min double precision,
        speed_max double precision,
        speed_avg double precision,
        cadence_min double precision,
        cadence_max double precision,
        cadence_avg double precision,
        power_min double precision,
        power_max double precision,
        power_avg double precision,
        polyline text,
        bounds double precision[],
        laps jsonb not null default '[]',
        warnings jsonb not null default '[]',
        device text,
        file_name text,
        content_hash text,
        import_id bigint,
        import_index integer,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        deleted_at timestamptz,
        primary key (user_id, id)
      )`.execute(db);
    await sql`create index workouts_id on workouts (id)`.execute(db);
    await sql`
      create index workouts_list on workouts (user_id, start_at desc, id desc)
      where parent_id is null and deleted_at is null`.execute(db);
    await sql`
      create index workouts_day on workouts (user_id, local_day)
      include (privacy, distance_total, active_time_total, elapsed_time_total, metabolic_energy_total, ascent_total)
      where parent_id is null and deleted_at is null`.execute(db);
    await sql`
      create index workouts_legs on workouts (user_id, parent_id, leg_index)
      where parent_id is not null`.execute(db);
    await sql`
      create unique index workouts_import on workouts (user_id, import_id, import_index)
      where import_id is not null`.execute(db);
    await sql`
      create index workouts_content on workouts (user_id, content_hash)
      where content_hash is not null`.execute(db);
    await sql`create index workouts_sample on workouts (user_id) where source = 'sample'`.execute(db);
    await sql`create index workouts_deleted on workouts (deleted_at) where deleted_at is not null`.execute(
      db,
    );
    await sql`
      create table workout_streams (
        user_id bigint not null,
        workout_id bigint not null,
        kind text not null,
        n integer not null,
        data bytea not null,
        primary key (user_id, workout_id, kind)
      )`.execute(db);
    // The columns are gzip already: compressing them again costs time and gives nothing.
    await sql`alter table workout_streams alter column data set storage external`.execute(db);
    await sql`
      create table workout_counts (
        user_id bigint not null,
        privacy smallint not null,
        n integer not null,
        primary key (user_id, privacy)
      )`.execute(db);
  },
};

/** What a workout was done with, and its training load. */
const gearAndLoad: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table workouts add column gear_id bigint, add column load double precision`.execute(db);
    await sql`
      create index workouts_gear on workouts (user_id, gear_id) include (distance_total)
      where gear_id is not null and parent_id is null and deleted_at is null`.execute(db);
  },
};

/** Sensors that took part; of files read before there is none to tell. */
const gadgets: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table workouts add column gadgets text[] not null default '{}'`.execute(db);
  },
};

/** The saved route it followed. No foreign key: a route that is deleted may be restored, and is not shown until then. */
const route: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table workouts add column route_id bigint`.execute(db);
  },
};

/** Lengths of a pool, which no series holds. */
const lengths: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      alter table workouts
        add column lengths jsonb not null default '[]',
        add column pool_length double precision`.execute(db);
  },
};

/** How the athlete felt, from 1 to 5. */
const mood: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table workouts add column mood smallint check (mood between 1 and 5)`.execute(db);
  },
};

/** How hard it felt, from 1 to 10. */
const effort: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table workouts add column effort smallint check (effort between 1 and 10)`.execute(db);
  },
};

/** Everything that the list of all workouts filters, sorts and sums by, read without the rows themselves. */
const searchIndex: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index workouts_search on workouts (user_id, start_at desc, id desc)
      include (local_day, name, activity_type_id, privacy, gear_id, distance_total, active_time_total,
        elapsed_time_total, ascent_total, metabolic_energy_total, speed_avg, heartrate_avg, load)
      where parent_id is null and deleted_at is null`.execute(db);
  },
};

/**
 * Pages and totals of 10,000 workouts take about as long as those of 1,000, for every filter and order:
 * - `workouts_listed` covers every column that lists filter, sort and sum by, and the lower-case name that a search
 *   compares. It replaces `workouts_search`, of which each name was lower-cased at every search. An index-only scan needs
 *   `name` itself beside the expression.
 * - `workouts_filtered` has the filters in its key: rows that do not match are skipped inside the index.
 * - `workouts_place` holds workouts with a track only, by their western edge.
 * - `workouts_by_…` hold one order each: a page is read without sorting. The one by name also covers the totals of a search.
 */
const listIndexes: Migration = {
  async up(db: Kysely<unknown>) {
    const listed = sql`where parent_id is null and deleted_at is null`;
    await sql`
      create index workouts_listed on workouts (user_id, start_at desc, id desc, lower(name))
      include (local_day, activity_type_id, privacy, gear_id, distance_total, active_time_total,
        elapsed_time_total, ascent_total, metabolic_energy_total, speed_avg, heartrate_avg, load, name)
      ${listed}`.execute(db);
    await sql`drop index workouts_search`.execute(db);
    await sql`
      create index workouts_filtered on workouts
        (user_id, activity_type_id, privacy, distance_total, local_day, start_at desc, id desc)
      include (gear_id, active_time_total, elapsed_time_total, ascent_total, metabolic_energy_total, speed_avg,
        heartrate_avg, load)
      ${listed}`.execute(db);
    await sql`
      create index workouts_place on workouts
        (user_id, (bounds[1]), (bounds[3]), (bounds[2]), (bounds[4]), start_at desc, id desc)
      include (bounds, distance_total, active_time_total, elapsed_time_total, ascent_total, metabolic_energy_total)
      ${listed} and bounds is not null`.execute(db);
    await sql`
      create index workouts_by_name on workouts (user_id, lower(name), start_at desc, id desc)
      include (name, distance_total, active_time_total, elapsed_time_total, ascent_total, metabolic_energy_total)
      ${listed}`.execute(db);
    for (const [name, figure] of Object.entries({
      distance: 'distance_total',
      duration: 'coalesce(active_time_total, elapsed_time_total)',
      ascent: 'ascent_total',
      speed: 'speed_avg',
      energy: 'metabolic_energy_total',
      heartrate: 'heartrate_avg',
      load: 'load',
    })) {
      await sql`
        create index ${sql.ref(`workouts_by_${name}`)} on workouts
          (user_id, (${sql.raw(figure)}) desc nulls last, start_at desc, id desc)
        ${listed}`.execute(db);
    }
  },
};

/** Tracks of one course have nearly the same bounds: where they begin in the south and the west finds them. */
const courses: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create index workouts_course on workouts (user_id, (bounds[2]), (bounds[1]))
      where polyline is not null and parent_id is null and deleted_at is null`.execute(db);
  },
};

/** Rows that are there have previews of version 0, without gaps; the index finds those that have to be made anew. */
const previewVersion: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table workouts add column preview_version smallint not null default 0`.execute(db);
    await sql`alter table workouts alter column preview_version set default 1`.execute(db);
    await sql`
      create index workouts_outdated_preview on workouts (user_id, id)
      where has_time_series and polyline is not null and preview_version < 1`.execute(db);
  },
};

/** Of workouts that are there nobody chose to share the notes. */
const notesSharing: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table workouts add column are_notes_shared boolean not null default false`.execute(db);
  },
};

export const migrations: Record<string, Migration> = {
  '0201_workouts': workouts,
  '0202_gear_and_load': gearAndLoad,
  '0203_notes_sharing': notesSharing,
  '0551_courses': courses,
  '0641_gadgets': gadgets,
  '0921_workout_route': route,
  '0961_swim_lengths': lengths,
  '1011_workout_mood': mood,
  '1241_workout_effort': effort,
  '1242_workout_search': searchIndex,
  '1243_workout_list_indexes': listIndexes,
  '1244_preview_version': previewVersion,
};
