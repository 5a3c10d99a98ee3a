import { sql } from 'kysely';
import type { Listed } from './archives/list-archive.ts';
import type { Context } from '../kernel/server/context.ts';
import type { ImportRow } from './import-rows.ts';
import { cleanName } from '../recordings/storable-text.ts';

/** A file and its place among those that came of the same source. */
export type Placed = Listed & { index: number };

/** In one statement with one parameter for all lines: composing thousands of them would hold up other calls. */
export async function addFiles(
  context: Context,
  archive: Pick<ImportRow, 'user_id' | 'id'>,
  source: Pick<ImportRow, 'id' | 'storage_key'>,
  files: readonly Placed[],
): Promise<void> {
  if (files.length === 0) return;
  const lines = files.map(({ name, ref, told, problem, index }) => ({
    id: context.newId(),
    place: index,
    name: cleanName(name),
    size: ref?.size ?? 0,
    state: problem ? 'failed' : 'queued',
    code: problem?.code ?? null,
    message: problem?.message ?? null,
    kept: ref ? source.storage_key : null,
    entry: ref,
    told,
  }));
  const now = context.now();
  // The choice is read here and not before: the member may have made one for all meanwhile.
  await sql`
    insert into file_imports (
      user_id, id, batch_id, file_name, archive_name, size, state, progress, choice, problem_code,
      problem_message, storage_key, source_id, source_index, entry, told, created_at, updated_at
    )
    select archive.user_id, line.id, archive.batch_id, line.name,
      coalesce(archive.archive_name, archive.file_name), line.size, line.state,
      case line.state when 'failed' then 1 else 0 end, archive.choice, line.code, line.message, line.kept,
      ${source.id}, line.place, nullif(line.entry, 'null'), nullif(line.told, 'null'), ${now}, ${now}
    from file_imports archive,
      jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) line (
        id bigint, place int, name text, size bigint, state text, code text, message text, kept text,
        entry jsonb, told jsonb
      )
    where archive.user_id = ${archive.user_id} and archive.id = ${archive.id}
    on conflict (user_id, source_id, source_index) where source_id is not null do nothing`.execute(
    context.db,
  );
}
