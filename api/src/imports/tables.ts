import type { DuplicateChoice, FileImport, ImportState } from '@waymark/api-contract';
import type { Generated, JSONColumnType } from 'kysely';
import type { z } from 'zod';
import type { Told } from './archives/archive-metadata.ts';
import type { EntryRef } from '../recordings/zip/zip-entry.ts';

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
  /** Where the bytes are kept, or the archive they are in; null once they are gone. */
  storage_key: string | null;
  /** A zip: its files become lines of their own. */
  archive: Generated<boolean>;
  /** The archive a file is in, and its place there: together unique, so that unpacking takes effect once. */
  source_id: number | null;
  source_index: number | null;
  /** Where in the archive the file lies; null for a file that is kept by itself. */
  entry: JSONColumnType<EntryRef> | null;
  /** What the export of another service says of it. */
  told: JSONColumnType<Told> | null;
  /** The route that a planned route was saved as. */
  route_id: number | null;
  /** Which work has it in hand while it is read. */
  reader: string | null;
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

/** What another service's export says of an activity that is found by the moment it began. */
export interface ImportToldTable {
  user_id: number;
  batch_id: number;
  start_at: Date;
  told: JSONColumnType<Told>;
  /** A file of the upload was found for it. */
  matched: Generated<boolean>;
  created_at: Date;
}

/** Tables of the imports service. */
export interface ImportTables {
  file_imports: FileImportTable;
  import_told: ImportToldTable;
}

declare module '../kernel/database/tables.ts' {
  interface Database extends ImportTables {}
}
