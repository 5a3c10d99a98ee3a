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

/**
 * How many public routes start in each square, and a number that is another one after each change of them: who keeps
 * what is in a square for the next search sees by it that it is out of date.
 */
const cells: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create sequence route_cell_versions`.execute(db);
    await sql`
      create table route_cells (
        cell integer primary key,
        version bigint not null,
        n integer not null
      ) with (fillfactor = 50)`.execute(db);
    await sql`
      insert into route_cells
      select cell, nextval('route_cell_versions'), n from (
        select cell, count(*) as n from routes where privacy = 3 and deleted_at is null group by cell
      ) as found`.execute(db);
    const changes: [name: string, tables: string, rows: string][] = [
      ['insert', 'new table as added', 'select cell, 1 as n from added where PUBLIC'],
      ['delete', 'old table as gone', 'select cell, -1 as n from gone where PUBLIC'],
      [
        'update',
        'old table as gone new table as added',
        'select cell, -1 as n from gone where PUBLIC union all select cell, 1 from added where PUBLIC',
      ],
    ];
    for (const [change, tables, rows] of changes) {
      // In the order of the squares, so that two changes at once do not wait for each other.
      await sql
        .raw(
          `create function route_cells_${change}() returns trigger language plpgsql as $$
          begin
            insert into route_cells (cell, version, n)
            select cell, nextval('route_cell_versions'), n from (
              select cell, sum(n) as n from (${rows.replaceAll('PUBLIC', 'privacy = 3 and deleted_at is null')}) as each
              group by cell order by cell
            ) as changed
            on conflict (cell) do update set version = excluded.version, n = route_cells.n + excluded.n;
            return null;
          end $$`,
        )
        .execute(db);
      await sql
        .raw(
          `create trigger route_cells_${change} after ${change} on routes referencing ${tables}
          for each statement execute function route_cells_${change}()`,
        )
        .execute(db);
    }
  },
};

/** The calls count in their own transactions: triggers are not for databases that spread tables over machines. */
const countedByCalls: Migration = {
  async up(db: Kysely<unknown>) {
    for (const change of ['insert', 'delete', 'update']) {
      await sql.raw(`drop trigger route_cells_${change} on routes`).execute(db);
      await sql.raw(`drop function route_cells_${change}()`).execute(db);
    }
    // Versions go on from what they are.
    await sql`drop sequence route_cell_versions`.execute(db);
  },
};

/** The course ready to be sent. Older points get theirs when they are first asked for. */
const packedCourses: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table route_points add column plan bytea`.execute(db);
    // It is packed: compressing it again would cost time with each read.
    await sql`alter table route_points alter column plan set storage external`.execute(db);
  },
};

export const migrations: Record<string, Migration> = {
  '0801_routes': routes,
  '0802_route_cells': cells,
  '0901_route_cells_by_calls': countedByCalls,
  '0911_route_packed_courses': packedCourses,
};
