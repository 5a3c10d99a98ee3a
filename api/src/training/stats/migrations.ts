import { CATALOGUE } from '@waymark/activities/catalogue';
import { groupOf } from '@waymark/activities';
import { RECORD_DISTANCES } from '@waymark/units';
import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Totals by day, month and year: what statistics read instead of the workouts. */
const totals: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table workout_totals (
        user_id bigint not null,
        span "char" not null,
        first_day date not null,
        activity_type_id integer not null,
        privacy smallint not null,
        n integer not null,
        distance bigint not null,
        duration bigint not null,
        energy bigint not null,
        ascent bigint not null,
        load bigint not null,
        n_load integer not null,
        days bit(366),
        primary key (user_id, span, first_day, activity_type_id, privacy)
      )`.execute(db);
    await sql`
      insert into workout_totals
      select user_id, 'd', local_day, activity_type_id, privacy, count(*),
        coalesce(sum(round(distance_total * 1000)), 0),
        coalesce(sum(round(coalesce(active_time_total, elapsed_time_total) * 1000)), 0),
        coalesce(sum(round(metabolic_energy_total * 1000)), 0),
        coalesce(sum(round(ascent_total * 1000)), 0),
        coalesce(sum(round(load * 1000)), 0), count(load)
      from workouts where parent_id is null and deleted_at is null
      group by user_id, local_day, activity_type_id, privacy`.execute(db);
    for (const [span, unit, days] of [
      ['m', 'month', sql`null::bit(366)`],
      [
        'y',
        'year',
        sql`bit_or(set_bit(repeat('0', 366)::bit(366), extract(doy from first_day)::int - 1, 1))`,
      ],
    ] as const) {
      await sql`
        insert into workout_totals
        select user_id, ${sql.lit(span)}, date_trunc(${sql.lit(unit)}, first_day)::date, activity_type_id, privacy,
          sum(n), sum(distance), sum(duration), sum(energy), sum(ascent), sum(load), sum(n_load), ${days}
        from workout_totals where span = 'd'
        group by user_id, date_trunc(${sql.lit(unit)}, first_day), activity_type_id, privacy`.execute(db);
    }
  },
};

/** Each workout that may hold a record, by key. */
const records: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table record_candidates (
        user_id bigint not null,
        workout_id bigint not null,
        root_id bigint not null,
        key text not null,
        activity_group text not null,
        privacy smallint not null,
        rank double precision not null,
        start_at timestamptz not null,
        primary key (user_id, root_id, workout_id, key)
      )`.execute(db);
    const groups = sql.join(
      CATALOGUE.map((type) => sql`(${sql.lit(type.id)}, ${sql.lit(groupOf(type))})`),
      sql`, `,
    );
    const distances = sql.join(
      RECORD_DISTANCES.map(({ key, meters }) => sql`(${sql.lit(key)}, ${sql.lit(meters)}::double precision)`),
      sql`, `,
    );
    // By the rule of `candidatesOf`, as of this version of the code.
    await sql`
      insert into record_candidates
      with shown as (
        select w.user_id, w.id, coalesce(w.parent_id, w.id) as root_id, w.privacy, w.start_at, w.leg_count,
          coalesce(g.name, 'others') as activity_group, w.distance_total as distance,
          w.metabolic_energy_total as energy,
          coalesce(w.active_time_total, w.elapsed_time_total) as duration
        from workouts w left join (values ${groups}) as g (id, name) on g.id = w.activity_type_id
        where w.deleted_at is null
      ), ranked as (
        select s.*, 'longest_distance' as key, distance as rank from shown s where distance > 0 and leg_count = 0
        union all
        select s.*, 'most_energy', energy from shown s where energy > 0
        union all
        select s.*, d.key, distance / duration from shown s join (values ${distances}) as d (key, meters)
          on distance * 100 >= d.meters * 99 and distance * 100 <= d.meters * 105
        where duration > 0 and leg_count = 0
      )
      select user_id, id, root_id, key, activity_group, privacy, rank, start_at from ranked`.execute(db);
    await sql`
      create index record_candidates_all on record_candidates (user_id, key, privacy, rank desc, start_at, workout_id)`.execute(
      db,
    );
    await sql`
      create index record_candidates_group on record_candidates
        (user_id, activity_group, key, privacy, rank desc, start_at, workout_id)`.execute(db);
  },
};

/** What recordings say for curves and loads; those stored before are read by `analyseStored`. */
const analyses: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table workout_analyses (
        user_id bigint not null,
        workout_id bigint not null,
        root_id bigint not null,
        listed boolean not null,
        activity_group text not null,
        privacy smallint not null,
        local_day date not null,
        distance bytea,
        power bytea,
        heartrate bytea,
        primary key (user_id, workout_id)
      )`.execute(db);
    await sql`create index workout_analyses_root on workout_analyses (user_id, root_id)`.execute(db);
    await sql`
      create index workout_analyses_curves on workout_analyses (user_id, activity_group, privacy, local_day)
      where listed and (distance is not null or power is not null)`.execute(db);
    await sql`create index workouts_recorded on workouts (user_id, id) where has_time_series`.execute(db);
    await sql`
      create table curve_tops (
        user_id bigint not null,
        activity_group text not null,
        privacy smallint not null,
        span "char" not null,
        first_day date not null,
        distance bytea not null,
        distance_ids bytea not null,
        power bytea not null,
        power_ids bytea not null,
        primary key (user_id, activity_group, privacy, span, first_day)
      )`.execute(db);
  },
};

export const migrations: Record<string, Migration> = {
  '0401_workout_totals': totals,
  '0402_record_candidates': records,
  '0403_workout_analyses': analyses,
};
