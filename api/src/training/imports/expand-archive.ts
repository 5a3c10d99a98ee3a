import { sql } from 'kysely';
import { metadataWithoutHealthData } from './archives/archive-metadata.ts';
import type { ArchiveList } from './archives/list-archive.ts';
import type { EntryKind } from './archives/entry-kinds.ts';
import type { StartedActivity } from './archives/garmin/json-files.ts';
import { limitWarnings } from './archives/metadata-tables.ts';
import { LIMITS } from '../../recordings/limits.ts';
import { FilePool } from './reader/file-pool.ts';
import { FileProblem } from '../../recordings/file-problem.ts';
import { withEntry } from '../../recordings/zip/zip-entry.ts';
import type { Context } from '../../kernel/server/context.ts';
import { remainingStorage } from '../../kernel/storage/quota.ts';
import { hidesHealthData } from '../workout-store/member.ts';
import { endClaim } from './claims.ts';
import { addArchiveEntries } from './add-archive-entries.ts';
import { addTableRow } from './activities-without-file.ts';
import { type ImportRow, sendReading } from './import-rows.ts';

/** Listing an archive of eight gigabytes may take longer than reading any single file. */
const LIST_TIMEOUT_MS = 30 * 60_000;

/** `source_index` of the row that says what was left out; files count from 0, unreadable nested archives downwards from here. */
const LEFT_OUT_INDEX = -1_000_000;
const STARTS_BATCH_SIZE = 500;

/**
 * Adds a row for every file of an archive, a few hundred at a time; their bytes stay in the archive until they are
 * read. Files without a workout share one row. Repeated after a kill it adds what is missing.
 */
export async function expandArchive(context: Context, archive: ImportRow, path: string): Promise<void> {
  // A pool of its own: files of other members do not wait while an archive is listed.
  const pool = new FilePool({ fileTimeoutMs: LIST_TIMEOUT_MS });
  try {
    const expanded = await addEntries(context, pool, archive, archive, path, {
      remaining: LIMITS.archiveRows,
    });
    await addLeftOutRow(context, archive, expanded);
    if (expanded.startsTable !== null) await addTableRow(context, archive, expanded.startsTable);
    await finishArchive(context, archive);
  } finally {
    await pool.close();
  }
  await sendReading(context, { userId: archive.user_id, batchId: archive.batch_id });
}

type ExpandedArchive = Pick<ArchiveList, 'leftOut' | 'warnings' | 'startsTable'>;

async function addEntries(
  context: Context,
  pool: FilePool,
  archive: ImportRow,
  source: Pick<ImportRow, 'id' | 'storage_key'>,
  path: string,
  rows: { remaining: number },
): Promise<ExpandedArchive> {
  let index = 0;
  let adding: Promise<unknown> = Promise.resolve();
  const options = { isNested: source.id !== archive.id, maxEntries: rows.remaining };
  const list = await pool.listArchive(path, options, (entries) => {
    rows.remaining -= entries.length;
    const indexed = entries.map((entry) => ({ ...entry, index: index++ }));
    adding = adding.then(() => addArchiveEntries(context, archive, source, indexed));
    // Awaited below; until then a rejection must not count as unhandled.
    adding.catch(() => undefined);
  });
  await adding;
  await addStartedActivities(context, archive, list.startedActivities);
  const expanded: ExpandedArchive = {
    leftOut: list.leftOut,
    warnings: list.warnings,
    startsTable: list.startsTable,
  };
  for (const [place, { name, ref }] of list.nestedArchives.entries()) {
    try {
      const nested = await extractNestedArchive(context, archive, path, ref, place);
      const contents = await context.files.withLocal(nested.storage_key!, (file) =>
        addEntries(context, pool, archive, nested, file, rows),
      );
      expanded.warnings.push(...contents.warnings);
      expanded.startsTable ??= contents.startsTable;
      for (const [kind, n] of Object.entries(contents.leftOut) as [EntryKind, number][]) {
        expanded.leftOut[kind] = (expanded.leftOut[kind] ?? 0) + n;
      }
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      const problem = { code: error.code, message: error.message };
      await addArchiveEntries(context, archive, archive, [
        { name, ref: null, metadata: null, problem, index: LEFT_OUT_INDEX - 1 - place },
      ]);
    }
  }
  return expanded;
}

async function addStartedActivities(
  context: Context,
  archive: ImportRow,
  starts: readonly StartedActivity[],
): Promise<void> {
  const isHidden = starts.length > 0 && (await hidesHealthData(context.db, archive.user_id));
  const rows = starts.map(({ start, metadata }) => ({
    start: new Date(start).toISOString(),
    metadata: isHidden ? metadataWithoutHealthData(metadata) : metadata,
  }));
  // Composing one statement for all of them would block other calls.
  for (let at = 0; at < rows.length; at += STARTS_BATCH_SIZE) {
    const batch = JSON.stringify(rows.slice(at, at + STARTS_BATCH_SIZE));
    await sql`
      insert into import_told (user_id, batch_id, start_at, told, created_at)
      select ${archive.user_id}, ${archive.batch_id}, added.start, added.metadata, ${context.now()}
      from jsonb_to_recordset(${batch}::jsonb) added (start timestamptz, metadata jsonb)
      on conflict do nothing`.execute(context.db);
  }
}

/** A nested archive is compressed itself, so it is extracted first; it gets a hidden row. */
async function extractNestedArchive(
  context: Context,
  archive: ImportRow,
  path: string,
  ref: Parameters<typeof withEntry>[1],
  place: number,
): Promise<Pick<ImportRow, 'id' | 'storage_key'>> {
  if (ref.size > (await remainingStorage(context, archive.user_id)))
    throw new FileProblem(
      'zip_no_room',
      'There is no room left to unpack the archive within this one. Delete uploads that you don’t need, or unpack it yourself and add the files.',
    );
  const key = `imports/${archive.user_id}/${archive.id}-${place}`;
  // Below the indexes of files, which count from 0.
  const index = -1 - place;
  await context.db
    .insertInto('file_imports')
    .values({
      user_id: archive.user_id,
      id: context.newId(),
      batch_id: archive.batch_id,
      file_name: archive.file_name,
      size: ref.size,
      state: 'ready',
      progress: 1,
      warnings: '[]',
      duplicate_ids: '[]',
      turn: 0,
      tries: 0,
      archive: true,
      source_id: archive.id,
      source_index: index,
      storage_key: key,
      hidden_at: context.now(),
      created_at: context.now(),
      updated_at: context.now(),
    })
    .onConflict((on) =>
      on.columns(['user_id', 'source_id', 'source_index']).where('source_id', 'is not', null).doNothing(),
    )
    .execute();
  await withEntry(path, ref, (stream) => context.files.write(key, stream));
  return context.db
    .selectFrom('file_imports')
    .select(['id', 'storage_key'])
    .where('user_id', '=', archive.user_id)
    .where('source_id', '=', archive.id)
    .where('source_index', '=', index)
    .executeTakeFirstOrThrow();
}

async function addLeftOutRow(
  context: Context,
  archive: ImportRow,
  { leftOut, warnings }: ExpandedArchive,
): Promise<void> {
  const message = [...limitWarnings(warnings), ...describeLeftOut(leftOut)].join(' ');
  if (!message) return;
  const entry = {
    name: archive.file_name,
    ref: null,
    metadata: null,
    problem: { code: 'left_out', message },
    index: LEFT_OUT_INDEX,
  };
  await addArchiveEntries(context, archive, archive, [entry]);
  await context.db
    .updateTable('file_imports')
    .set({ state: 'skipped' })
    .where('user_id', '=', archive.user_id)
    .where('source_id', '=', archive.id)
    .where('source_index', '=', LEFT_OUT_INDEX)
    .where('state', '=', 'failed')
    .execute();
}

const KIND_NAMES: Record<EntryKind, [one: string, many: string]> = {
  photo: ['photo or video', 'photos and videos'],
  everyday: ['everyday record of a watch', 'everyday records of a watch'],
  route: ['planned route', 'planned routes'],
  other: ['other file', 'other files'],
};

function describeLeftOut(leftOut: ExpandedArchive['leftOut']): string[] {
  const parts = (Object.keys(KIND_NAMES) as EntryKind[])
    .filter((kind) => leftOut[kind])
    .map((kind) => `${leftOut[kind]!.toLocaleString('en')} ${KIND_NAMES[kind][leftOut[kind] === 1 ? 0 : 1]}`);
  return parts.length === 0 ? [] : [`Left out, because they hold no workout: ${parts.join(', ')}.`];
}

/** Hides the archive: its files are on the list. Its bytes stay until the last of them is done. */
async function finishArchive(context: Context, archive: ImportRow): Promise<void> {
  await endClaim(context, archive, { state: 'ready', hidden_at: context.now() });
}
