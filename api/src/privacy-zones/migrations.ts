import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

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
};
