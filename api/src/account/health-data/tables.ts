import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

export interface HealthDataTables {
  /** The latest deletion of stored health data that a member asked for. */
  health_data_deletions: {
    user_id: number;
    requested_at: Date;
    /** What was there at the request has lower ids; what a member stores after a new consent stays. */
    before_id: number;
    /** Workouts up to this id have none any more: where a killed deletion goes on. */
    cleared_id: number;
    done_at: Date | null;
  };
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends HealthDataTables {}
}

export const migrations: Record<string, Migration> = {
  '0209_health_data_deletions': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table health_data_deletions (
          user_id bigint primary key,
          requested_at timestamptz not null,
          before_id bigint not null,
          cleared_id bigint not null default 0,
          done_at timestamptz
        )`.execute(db);
      await sql`
        create index health_data_deletions_open on health_data_deletions (user_id) where done_at is null`.execute(
        db,
      );
    },
  },
};
