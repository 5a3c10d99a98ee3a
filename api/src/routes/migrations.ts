import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * `user_id` leads the keys, so that a member's rows stay together when the tables are spread over machines. The
 * indexes of search hold what it filters and sorts by: it reads the rows of one page only.
 */
const routes: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table routes (
        user_id bigint not null,
        id bigint not null,
        name text not null,
        description text not null default '',
        search_name text not null,
        activity_type_id integer not null,
        privacy smallint not null check (privacy in (0, 1, 3, 6)),
        distance double precision not null,
        ascent double precision,
        descent double precision,
        start_lat double precision not null,
        start_lng double precision not null,
        cell integer not null,
        x double precision not null generated always as (cos(radians(start_lat)) * cos(radians(start_lng))) stored,
        y double precision not null generated always as (cos(radians(start_lat)) * sin(radians(start_lng))) stored,
        z double precision not null generated always as (sin(radians(start_lat))) stored,
        locality text not null default '',
        region text not null default '',
        country text not null default '',
        geoname_id bigint,
        polyline text not null,
        bounds double precision[] not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        deleted_at timestamptz,
        primary key (user_id, id)
      )`.execute(db);
    await sql`create unique index routes_id on routes (id)`.execute(db);
    await sql`create index routes_deleted on routes (deleted_at) where deleted_at is not null`.execute(db);
    await sql`
      create index routes_cell on routes (cell)
      include (x, y, z, distance, ascent, activity_type_id, id, search_name)
      where privacy = 3 and deleted_at is null`.execute(db);
    await sql`
      create index routes_city on routes (geoname_id)
      include (x, y, z, distance, ascent, activity_type_id, id, search_name)
      where privacy = 3 and deleted_at is null and geoname_id is not null`.execute(db);
    await sql`
      create index routes_words on routes
      using gin (array_to_tsvector(string_to_array(btrim(search_name), ' ')))
      where privacy = 3 and deleted_at is null`.execute(db);
    await sql`
      create table route_points (
        user_id bigint not null,
        route_id bigint not null,
        n integer not null,
        data bytea not null,
        primary key (user_id, route_id)
      )`.execute(db);
    // The points are packed already: compressing them again costs time and gives nothing.
    await sql`alter table route_points alter column data set storage external`.execute(db);
    await sql`
      create table route_bookmarks (
        user_id bigint not null,
        id bigint not null,
        route_id bigint not null,
        created_at timestamptz not null default now(),
        primary key (user_id, id)
      )`.execute(db);
    await sql`create unique index route_bookmarks_once on route_bookmarks (user_id, route_id)`.execute(db);
    await sql`create index route_bookmarks_route on route_bookmarks (route_id)`.execute(db);
  },
};

export const migrations: Record<string, Migration> = { '0801_routes': routes };
