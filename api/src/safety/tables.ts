import type { REPORT_OBJECTS, REPORT_REASONS } from '@waymark/api-contract';
import type { ColumnType } from 'kysely';

/** A thing or member that members reported: one open case each, whoever reported it. */
export interface ReportTable {
  id: number;
  /** Whose it is. */
  user_id: number;
  object_type: (typeof REPORT_OBJECTS)[number];
  object_id: number;
  state: 'open' | 'dismissed' | 'removed' | 'suspended';
  reason: (typeof REPORT_REASONS)[number];
  note: string;
  /** The text as it was reported first. */
  snapshot: string;
  /** The text as it was when it was reported with another one, newest last. */
  later_snapshots: ColumnType<LaterSnapshot[], string | undefined, string>;
  created_at: Date;
  resolved_at: Date | null;
  resolution_note: string;
}

export interface LaterSnapshot {
  /** `number` among the reporters of the case. */
  reporter: number;
  at: string;
  text: string;
}

/** Who reported a case: counted once each. */
export interface ReporterTable {
  user_id: number;
  report_id: number;
  /** From one on, in the order in which they reported; 0 of those from before they had one. */
  number: ColumnType<number, number, never>;
}

interface SafetyTables {
  reports: ReportTable;
  reporters: ReporterTable;
}

declare module '../kernel/database/tables.ts' {
  interface Database extends SafetyTables {}
}
