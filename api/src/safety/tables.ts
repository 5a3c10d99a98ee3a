import type { REPORT_OBJECTS, REPORT_REASONS } from '@waymark/api-contract';

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
  /** The text as it was reported, and as it was each time it was reported with another one. */
  snapshot: string;
  created_at: Date;
  resolved_at: Date | null;
  resolution_note: string;
}

/** Who reported a case: counted once each. */
export interface ReporterTable {
  user_id: number;
  report_id: number;
}

interface SafetyTables {
  reports: ReportTable;
  reporters: ReporterTable;
}

declare module '../kernel/database/tables.ts' {
  interface Database extends SafetyTables {}
}
