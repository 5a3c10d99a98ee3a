import type { Appeal, REPORT_OBJECTS, REPORT_REASONS } from '@waymark/api-contract';
import type { ColumnType, Generated } from 'kysely';
import type { TakenDown } from '../stories/taken-down.ts';

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
  /** For moderators only. */
  resolution_note: string;
  /** The moderator; null once they are erased. */
  decided_by: number | null;
  /** What the member is told beside the reason. */
  statement: Generated<string>;
  /** Whether the decision took anything away: what was reported may have been gone. */
  has_removed_content: Generated<boolean>;
  /** What an appeal brings back, until none can any more. */
  removed_content: ColumnType<TakenDown | null, string | null | undefined, string | null>;
  /** When the member was sent the decision. */
  mailed_at: Date | null;
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

/** What a member says against a decision about them: one for each report. */
export interface AppealTable {
  user_id: number;
  id: number;
  report_id: number;
  state: Appeal['state'];
  text: string;
  /** What the member is told with the outcome. */
  answer: Generated<string>;
  is_content_restored: Generated<boolean>;
  created_at: Date;
  decided_at: Date | null;
  decided_by: number | null;
  mailed_at: Date | null;
}

interface SafetyTables {
  appeals: AppealTable;
  reports: ReportTable;
  reporters: ReporterTable;
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends SafetyTables {}
}
