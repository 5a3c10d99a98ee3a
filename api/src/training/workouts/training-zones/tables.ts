import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
/** Threshold power of a member in watts; the latest made before a workout began applies to it. */
export interface ThresholdPowerTable {
  user_id: number;
  id: number;
  watts: number;
  created_at: Date;
}

/** Tables of the zones service; sets of heart-rate zones are among the members' own. */
export interface ZoneTables {
  threshold_powers: ThresholdPowerTable;
}

declare module '../../../kernel/database/tables.ts' {
  interface Database extends ZoneTables {}
}

const zones: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`
      create table threshold_powers (
        user_id bigint not null,
        id bigint not null,
        watts integer not null,
        created_at timestamptz not null,
        primary key (user_id, id)
      )`.execute(db);
  },
};

export const migrations: Record<string, Migration> = { '0631_zones': zones };
