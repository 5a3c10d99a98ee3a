import { sql } from 'kysely';
import type { ArchiveList } from './archives/list-archive.ts';
import type { Kind } from './archives/entry-kinds.ts';
import type { ToldStart } from './archives/garmin/summaries.ts';
import { firstWarnings } from './archives/metadata-tables.ts';
import { LIMITS } from '../recordings/limits.ts';
import { FilePool } from './reader/file-pool.ts';
import { FileProblem } from '../recordings/file-problem.ts';
import { withEntry } from '../recordings/zip/zip-entry.ts';
import type { Context } from '../kernel/server/context.ts';
import { addFiles } from './add-archive-entries.ts';
import { addRest } from './activities-without-file.ts';
import { type ImportRow, sendReading } from './import-rows.ts';

/** Looking through eight gigabytes may take longer than reading any one file. */
const LIST_MS = 30 * 60_000;

/** Of the line that says what was left out; places of files begin at 0, those of archives within below it. */
const NOTE_PLACE = -1_000_000;
const STARTS_AT_ONCE = 500;

/**
 * Makes every file of an archive a line of the list, a few hundred at a time; their bytes stay in the archive
 * until their turn. Called again after a kill it adds what is missing. What holds no workout is one line.
 */
export async function expandArchive(context: Context, archive: ImportRow, path: string): Promise<void> {
  // A worker of its own: other members' files do not wait until an archive has been looked through.
  const pool = new FilePool({ timeout: LIST_MS });
  try {
    const found = await addAll(context, pool, archive, archive, path, { left: LIMITS.archiveLines });
    await addNote(context, archive, found);
    if (found.startsIn !== null) await addRest(context, archive, found.startsIn);
    await close(context, archive);
  } finally {
    await pool.close();
  }
  await sendReading(context, { userId: archive.user_id, batchId: archive.batch_id });
}

type Found = Pick<ArchiveList, 'leftOut' | 'warnings' | 'startsIn'>;

async function addAll(
  context: Context,
  pool: FilePool,
  archive: ImportRow,
  source: Pick<ImportRow, 'id' | 'storage_key'>,
  path: string,
  room: { left: number },
): Promise<Found> {
  let index = 0;
  let adding: Promise<unknown> = Promise.resolve();
  const options = { within: source.id !== archive.id, room: room.left };
  const list = await pool.list(path, options, (files) => {
    room.left -= files.length;
    const placed = files.map((file) => ({ ...file, index: index++ }));
    adding = adding.then(() => addFiles(context, archive, source, placed));
    // Waited for below; until then a failure is nobody's.
    adding.catch(() => undefined);
  });
  await adding;
  await addStarts(context, archive, list.starts);
  const found: Found = { leftOut: list.leftOut, warnings: list.warnings, startsIn: list.startsIn };
  for (const [place, { name, ref }] of list.inner.entries()) {
    try {
      const inner = await keepInner(context, archive, path, ref, place);
      const within = await context.files.withLocal(inner.storage_key!, (file) =>
        addAll(context, pool, archive, inner, file, room),
      );
      found.warnings.push(...within.warnings);
      found.startsIn ??= within.startsIn;
      for (const [kind, n] of Object.entries(within.leftOut) as [Kind, number][]) {
        found.leftOut[kind] = (found.leftOut[kind] ?? 0) + n;
      }
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      const problem = { code: error.code, message: error.message };
      await addFiles(context, archive, archive, [
        { name, ref: null, told: null, problem, index: NOTE_PLACE - 1 - place },
      ]);
    }
  }
  return found;
}

async function addStarts(context: Context, archive: ImportRow, starts: readonly ToldStart[]): Promise<void> {
  const lines = starts.map(({ start, told }) => ({ start: new Date(start).toISOString(), told }));
  // Composing all of them at once would hold up other calls.
  for (let at = 0; at < lines.length; at += STARTS_AT_ONCE) {
    const some = JSON.stringify(lines.slice(at, at + STARTS_AT_ONCE));
    await sql`
      insert into import_told (user_id, batch_id, start_at, told, created_at)
      select ${archive.user_id}, ${archive.batch_id}, line.start, line.told, ${context.now()}
      from jsonb_to_recordset(${some}::jsonb) line (start timestamptz, told jsonb)
      on conflict do nothing`.execute(context.db);
  }
}

/** An archive in the archive is packed itself, so it is taken out first; it is a hidden line of its own. */
async function keepInner(
  context: Context,
  archive: ImportRow,
  path: string,
  ref: Parameters<typeof withEntry>[1],
  place: number,
): Promise<Pick<ImportRow, 'id' | 'storage_key'>> {
  const key = `imports/${archive.user_id}/${archive.id}-${place}`;
  // Places of its own, below those of the files.
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

async function addNote(context: Context, archive: ImportRow, { leftOut, warnings }: Found): Promise<void> {
  const message = [...firstWarnings(warnings), ...sentenceOf(leftOut)].join(' ');
  if (!message) return;
  const note = {
    name: archive.file_name,
    ref: null,
    told: null,
    problem: { code: 'left_out', message },
    index: NOTE_PLACE,
  };
  await addFiles(context, archive, archive, [note]);
  await context.db
    .updateTable('file_imports')
    .set({ state: 'skipped' })
    .where('user_id', '=', archive.user_id)
    .where('source_id', '=', archive.id)
    .where('source_index', '=', NOTE_PLACE)
    .where('state', '=', 'failed')
    .execute();
}

const WORDS: Record<Kind, [one: string, many: string]> = {
  photo: ['photo or video', 'photos and videos'],
  everyday: ['everyday record of a watch', 'everyday records of a watch'],
  route: ['planned route', 'planned routes'],
  other: ['other file', 'other files'],
};

function sentenceOf(leftOut: Found['leftOut']): string[] {
  const parts = (Object.keys(WORDS) as Kind[])
    .filter((kind) => leftOut[kind])
    .map((kind) => `${leftOut[kind]!.toLocaleString('en')} ${WORDS[kind][leftOut[kind] === 1 ? 0 : 1]}`);
  return parts.length === 0 ? [] : [`Left out, because they hold no workout: ${parts.join(', ')}.`];
}

/** The archive leaves the list: its files are there. Its bytes stay until the last of them is done. */
async function close(context: Context, archive: ImportRow): Promise<void> {
  const now = context.now();
  await context.db
    .updateTable('file_imports')
    .set({ state: 'ready', progress: 1, hidden_at: now, updated_at: now })
    .where('user_id', '=', archive.user_id)
    .where('id', '=', archive.id)
    .where('state', '=', 'reading')
    .where('turn', '=', archive.turn)
    .execute();
}
