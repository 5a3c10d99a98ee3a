import type { ConsentChoice } from '@waymark/api-contract';
import type { ColumnType, Generated } from 'kysely';

/** One answer. Rows are only added, and go with their member. */
interface ConsentRecordColumns {
  id: number;
  consent_id: string;
  choice: ConsentChoice;
  matrix_id: string;
  matrix_version: number;
  /** SHA-256 of the wording that was answered, so that the text can be proven. */
  text_hash: string;
  /** Versions of the legal pages that it refers to, by page. */
  legal_versions: ColumnType<Record<string, string>, string, never>;
  locale: string;
  screen: string;
  source: 'form' | 'gpc' | 'signup';
  /** The browser sent a Global Privacy Control signal with the answer. */
  had_gpc: Generated<boolean>;
  recorded_at: Date;
}

export interface ConsentTables {
  consent_records: ConsentRecordColumns & { user_id: number };
  /** Answers of visitors, by the hash of the key in their browser's cookie. */
  visitor_consent_records: ConsentRecordColumns & { device_hash: string };
  /** The matrix that `users.hides_health_data` was worked out with: one row. */
  applied_consent_matrix: { id: number; version: number; content_hash: string };
}

declare module '../kernel/database/tables.ts' {
  interface Database extends ConsentTables {}
}
