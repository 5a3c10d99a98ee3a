import { sql } from 'kysely';
import type { Context } from '../../kernel/server/context.ts';
import { toFileName } from '../../recordings/storable-text.ts';
import { metadataWithoutHealthData } from './archives/archive-metadata.ts';
import type { ArchiveEntry } from './archives/list-archive.ts';
import { hidesHealthData } from '../workout-store/member.ts';
import type { ImportRow } from './import-rows.ts';

export type IndexedEntry = ArchiveEntry & {
  /** Its index among the entries of its source. */
  index: number;
  /** It stands for a table of activities, which is processed after all files of the upload. */
  isActivityTable?: boolean;
};

/**
 * Inserts an import row for each entry of an archive: one statement with a single parameter, because composing a
 * statement of thousands of parameters would block other calls. Entries that have a row already are skipped.
 */
export async function addArchiveEntries(
  context: Context,
  archive: Pick<ImportRow, 'user_id' | 'id'>,
  source: Pick<ImportRow, 'id' | 'storage_key'>,
  entries: readonly IndexedEntry[],
): Promise<void> {
  if (entries.length === 0) return;
  const isHidden = await hidesHealthData(context.db, archive.user_id);
  const rows = entries.map(({ name, ref, metadata, problem, index, isActivityTable = false }) => ({
    id: context.newId(),
    index,
    name: toFileName(name),
    size: ref?.size ?? 0,
    state: problem ? 'failed' : 'queued',
    code: problem?.code ?? null,
    message: problem?.message ?? null,
    storage_key: ref ? source.storage_key : null,
    entry: ref,
    metadata: metadata && isHidden ? metadataWithoutHealthData(metadata) : metadata,
    is_table: isActivityTable,
  }));
  const now = context.now();
  // The choice is read in the statement: the member may have chosen for the whole upload in the meantime.
  await sql`
    insert into file_imports (
      user_id, id, batch_id, file_name, archive_name, size, state, progress, choice, problem_code,
      problem_message, storage_key, source_id, source_index, entry, told, is_activity_table, created_at, updated_at
    )
    select archive.user_id, added.id, archive.batch_id, added.name,
      coalesce(archive.archive_name, archive.file_name), added.size, added.state,
      case added.state when 'failed' then 1 else 0 end, archive.choice, added.code, added.message,
      added.storage_key, ${source.id}, added.index, nullif(added.entry, 'null'), nullif(added.metadata, 'null'),
      added.is_table, ${now}, ${now}
    from file_imports archive,
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) added (
        id bigint, index int, name text, size bigint, state text, code text, message text, storage_key text,
        entry jsonb, metadata jsonb, is_table boolean
      )
    where archive.user_id = ${archive.user_id} and archive.id = ${archive.id}
    on conflict (user_id, source_id, source_index) where source_id is not null do nothing`.execute(
    context.db,
  );
}
