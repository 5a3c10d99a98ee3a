import type { ConsentChoice, ConsentSource } from '@waymark/api-contract';
import type { ColumnType, Generated } from 'kysely';

/** One answer. Rows are only added, and go with their member. */
interface ConsentRecordColumns {
  id: number;
  consent_id: string;
  choice: ConsentChoice;
  matrix_id: string;
  matrix_version: number;
  /** SHA-256 of the wording that was answered; its text is in `consent_wordings`. */
  text_hash: string;
  /** Versions of the legal pages that it refers to, by page. */
  legal_versions: ColumnType<Record<string, string>, string, never>;
  locale: string;
  screen: string;
  source: ConsentSource;
  /** The browser sent a Global Privacy Control signal with the answer. */
  had_gpc: Generated<boolean>;
  recorded_at: Date;
}

export interface ConsentTables {
  consent_records: ConsentRecordColumns & { user_id: number };
  /** Answers of visitors, by the hash of the key in their browser's cookie. */
  visitor_consent_records: ConsentRecordColumns & { device_hash: string };
  /** Each wording that was ever current, by its hash. Rows are never changed. */
  consent_wordings: { text_hash: string; title: string; text: string; consequence: string };
  /** The matrix that `users.hides_health_data` was worked out with: one row. */
  applied_consent_matrix: { id: number; version: number; content_hash: string };
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends ConsentTables {}
}
