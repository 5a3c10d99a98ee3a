import type { ColumnType, Generated } from 'kysely';

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
  /** The latest archive that a member brought in. */
  data_restores: {
    user_id: number;
    id: number;
    status: 'queued' | 'running' | 'done' | 'failed';
    done: number;
    total: number;
    /** Rows restored by table. */
    counts: ColumnType<Record<string, number>, string, string>;
    problem: string | null;
    requested_at: Date;
  };
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends DataExportTables {}
}
