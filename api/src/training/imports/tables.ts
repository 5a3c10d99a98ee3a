import type { DuplicateChoice, FileImport, ImportState } from '@waymark/api-contract';
import type { Generated, JSONColumnType } from 'kysely';
import type { z } from 'zod';
import type { ArchiveMetadata } from './archives/archive-metadata.ts';
import type { EntryRef } from '../../recordings/zip/zip-entry.ts';

export type Choice = z.infer<typeof DuplicateChoice>['choice'];

/** One uploaded file and the state of its import. */
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
  /**
   * What the member chose for a duplicate; the file is then read once more. Without `duplicate_ids` it was chosen
   * for all of a batch before this file was read.
   */
  choice: Choice | null;
  problem_code: string | null;
  problem_message: string | null;
  warnings: JSONColumnType<string[]>;
  preview: JSONColumnType<FileImport['preview'] & object> | null;
  duplicate_ids: JSONColumnType<number[]>;
  /** Storage key of the bytes, or of the archive that holds them; null once they were removed. */
  storage_key: string | null;
  /** A zip archive: its files get rows of their own. */
  archive: Generated<boolean>;
  /** The archive a file is in, and its index there: together unique, so that expanding it takes effect once. */
  source_id: number | null;
  source_index: number | null;
  /** Its position in the archive; null for a file that is stored separately. */
  entry: JSONColumnType<EntryRef> | null;
  /** Archive metadata: what the export of another service says of the activity. Migrations only add, so the column keeps its first name. */
  told: JSONColumnType<ArchiveMetadata> | null;
  /** It stands for a table of activities, which is processed after all files of the upload. */
  is_activity_table: Generated<boolean>;
  /** The route that a planned route was saved as. */
  route_id: number | null;
  /** The job that has claimed it. */
  reader: string | null;
  content_hash: string | null;
  /** Counts how often the file was queued: a reader of an earlier turn must not change the row. */
  turn: number;
  /** How often it was claimed in this turn and came as far as storing: what ends the process each time must not go on forever. */
  tries: number;
  /** Set when the entries of a zip have replaced it on the list, and when the member dismissed it. */
  hidden_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** Archive metadata of activities that are matched to files by their start. */
export interface ImportMetadataTable {
  user_id: number;
  batch_id: number;
  start_at: Date;
  told: JSONColumnType<ArchiveMetadata>;
  /** A file of the upload belongs to it. */
  matched: Generated<boolean>;
  created_at: Date;
}

/** Tables of the imports service. */
export interface ImportTables {
  file_imports: FileImportTable;
  import_told: ImportMetadataTable;
}

declare module '../../kernel/database/tables.ts' {
  interface Database extends ImportTables {}
}
