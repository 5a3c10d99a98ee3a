import type { Generated } from 'kysely';

export interface JobTables {
  /** Work that a process has in hand; what is left of a killed process is taken up again at its next start. */
  job_runs: { job_id: string; queue: string; node: number; started_at: Generated<Date> };
  /** Work that was begun and has come to no end: see `withAttemptLimit`. */
  work_attempts: { queue: string; key: string; attempts: number; began_at: Generated<Date> };
}

declare module '../database/tables.ts' {
  interface Database extends JobTables {}
}
