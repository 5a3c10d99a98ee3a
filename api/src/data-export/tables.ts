import type { Generated } from 'kysely';

export interface DataExportTables {
  /** Archives of everything of a member; their files go when they expire. */
  data_exports: {
    user_id: number;
    id: number;
    status: Generated<'queued' | 'running' | 'ready' | 'failed'>;
    done: Generated<number>;
    total: Generated<number>;
    bytes: number | null;
    requested_at: Date;
    ready_at: Date | null;
    expires_at: Date | null;
  };
}

declare module '../kernel/database/tables.ts' {
  interface Database extends DataExportTables {}
}
