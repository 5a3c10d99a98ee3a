import type { DuplicateChoice, FileImport, ImportState } from '@waymark/api-contract';
import type { JSONColumnType } from 'kysely';
import type { z } from 'zod';

export type Choice = z.infer<typeof DuplicateChoice>['choice'];

/** One uploaded file and how far it is. */
export interface FileImportTable {
  user_id: number;
  id: number;
  /** Files that came in one upload. */
  batch_id: number;
  file_name: string;
  archive_name: string | null;
  size: number;
  state: ImportState;
  progress: number;
  /** What the member chose for a duplicate; the file is then read once more. */
  choice: Choice | null;
  problem_code: string | null;
  problem_message: string | null;
  warnings: JSONColumnType<string[]>;
  preview: JSONColumnType<FileImport['preview'] & object> | null;
  duplicate_ids: JSONColumnType<number[]>;
  /** Where the bytes are kept; null once they are gone. */
  storage_key: string | null;
  content_hash: string | null;
  /** Counts each time the file is queued, so that every turn is work of its own. */
  turn: number;
  /** Times this turn was begun: a file that ends the process each time must not be read for ever. */
  tries: number;
  /** A zip whose entries have taken its place, or a file the member took off the list. */
  hidden_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Tables of the imports service. */
export interface ImportTables {
  file_imports: FileImportTable;
}
