import { type Generated, sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export interface JobTables {
  /** Work that a process has in hand; what is left of a killed process is taken up again at its next start. */
  job_runs: { job_id: string; queue: string; node: number; started_at: Generated<Date> };
  /** Work that was begun and has come to no end: see `withAttemptLimit`. */
  work_attempts: { queue: string; key: string; attempts: number; began_at: Generated<Date> };
}

declare module '../database/tables.ts' {
  interface Database extends JobTables {}
}

export const migrations: Record<string, Migration> = {
  '0001_job_runs': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table job_runs (
          job_id uuid primary key,
          queue text not null,
          node integer not null,
          started_at timestamptz not null default now()
        )`.execute(db);
    },
  },
  '0004_work_attempts': {
    async up(db: Kysely<unknown>) {
      await sql`
        create table work_attempts (
          queue text not null,
          key text not null,
          attempts integer not null,
          began_at timestamptz not null default now(),
          primary key (queue, key)
        )`.execute(db);
    },
  },
  // Counts of some minutes, which a crash of the database may lose.
  '0005_rate_limits': {
    async up(db: Kysely<unknown>) {
      await sql`
        create unlogged table rate_limits (
          key bytea primary key,
          count integer not null,
          ends_at timestamptz not null
        )`.execute(db);
    },
  },
};
