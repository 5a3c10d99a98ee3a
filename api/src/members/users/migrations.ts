import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const migrations: Record<string, Migration> = {
  '0101_users': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table users (
          id bigint primary key,
          username text not null,
          first_name text not null,
          last_name text not null,
          display_name text not null,
          gender text check (gender in ('F', 'M')),
          birthdate date,
          height double precision,
          weight double precision,
          locality text,
          region text,
          country text,
          time_zone text not null,
          preferred_language text not null default 'en-us',
          display_measurement_system text not null check (display_measurement_system in ('metric', 'imperial')),
          goal_statement text not null default '',
          introduction text not null default '',
          sharing jsonb not null default '{}',
          communication jsonb not null default '{}',
          workout_privacy smallint not null default 1 check (workout_privacy in (0, 1, 3, 6)),
          route_privacy smallint not null default 1 check (route_privacy in (0, 1, 3, 6)),
          profile_privacy smallint not null default 3 check (profile_privacy in (0, 1, 3, 6)),
          picture_version bigint,
          has_sample_data boolean not null default false,
          gdpr_iso_code text,
          created_at timestamptz not null,
          updated_at timestamptz not null
        )`.execute(db);
      await sql`create unique index users_username on users (username)`.execute(db);
      await sql`
        create table heart_rate_zones (
          user_id bigint not null,
          id bigint not null,
          zones jsonb not null,
          created_at timestamptz not null,
          primary key (user_id, id)
        )`.execute(db);
    },
  },
  '0105_user_settings': {
    async up(db: Kysely<unknown>) {
      await sql`
        alter table users
          add column title text not null default '',
          add column us_state text,
          add column first_day_of_week smallint not null default 1 check (first_day_of_week in (0, 1, 6)),
          add column email_opt_outs text[] not null default '{}'`.execute(db);
      // Countries where weeks have begun on Sunday: members keep the weeks that their calendars show.
      await sql`
        update users set first_day_of_week = 0
        where country in ('US', 'CA', 'MX', 'BR', 'IN', 'JP', 'ZA', 'IL', 'KR', 'TW', 'PH')`.execute(db);
    },
  },
  '0117_age_protection': {
    async up(db: Kysely<unknown>) {
      await sql`alter table users add column is_protected boolean not null default false`.execute(db);
      await sql`create index users_birthdate on users (birthdate) where not is_protected`.execute(db);
    },
  },
  '0121_username_skeletons': {
    async up(db: Kysely<unknown>) {
      // Not unique: members may have names that look alike from before.
      await sql`create index users_username_skeleton on users ((replace(translate(username, '01', 'ol'), 'rn', 'm')))`.execute(
        db,
      );
    },
  },
  '0123_protected_members': {
    async up(db: Kysely<unknown>) {
      // Boards leave them out for everybody but their friends.
      await sql`create index users_protected on users (id) where is_protected`.execute(db);
    },
  },
  '1491_favorite_activities': {
    async up(db: Kysely<unknown>) {
      await sql`alter table users add column favorite_activities integer[] not null default '{}'`.execute(db);
    },
  },
  '1903_was_protected': {
    async up(db: Kysely<unknown>) {
      await sql`alter table users add column was_protected boolean not null default false`.execute(db);
      // Who joined below the age of their country, by the ages that the product came with until now.
      await sql`
        update users set was_protected = true
        where is_protected or birthdate > (created_at - make_interval(years => case
          when gdpr_iso_code is null or gdpr_iso_code in ('BR', 'GB', 'ID', 'IN', 'KE', 'ZA') then 18
          else 16 end))::date`.execute(db);
    },
  },
};
