import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ArchiveMetadata } from './archives/archive-metadata.ts';
import type { Context } from '../../kernel/server/context.ts';
import { areSameTraining, type Span } from './duplicates.ts';
import { addArchiveEntries } from './add-archive-entries.ts';
import { endClaim } from './claims.ts';
import { type ImportRow, isNotTableRow } from './import-rows.ts';

/** Below the indexes of files and of nested archives: `source_index` is unique within an archive. */
const TABLE_ROW_INDEX = -2_000_000;
const BATCH_SIZE = 500;
const GENERIC = 1;

/** A table whose activities are matched by their start gets a row too, which is processed last: see `addActivitiesWithoutFile`. */
export function addTableRow(context: Context, archive: ImportRow, name: string): Promise<void> {
  const entry = {
    name,
    ref: null,
    metadata: null,
    problem: null,
    index: TABLE_ROW_INDEX,
    isActivityTable: true,
  };
  return addArchiveEntries(context, archive, archive, [entry]);
}

/** The row of a table, once no other file of the upload is queued or being read. */
export async function findReadyTableRow(
  { db }: Context,
  userId: number,
  batchId: number,
): Promise<{ id: number } | null> {
  const rows = await db
    .selectFrom('file_imports')
    .select(['id', 'state'])
    .where('user_id', '=', userId)
    .where('batch_id', '=', batchId)
    .where('state', 'in', ['queued', 'reading'])
    .orderBy(isNotTableRow, 'desc')
    .orderBy('state', 'desc')
    .orderBy('id')
    .select(isNotTableRow.as('other'))
    .limit(1)
    .execute();
  const [first] = rows;
  return first && !first.other && first.state === 'queued' ? { id: first.id } : null;
}

type ListedActivity = { start_at: Date; metadata: ArchiveMetadata; index: number };

/**
 * Adds a row for every activity of the tables that no file of the upload held; such an activity consists of its
 * figures alone. The row of the table is hidden afterwards. Repeated after a kill it adds what is missing.
 */
export async function addActivitiesWithoutFile(context: Context, row: ImportRow): Promise<void> {
  const { user_id, batch_id } = row;
  const found = await sql<ListedActivity>`
    select start_at, metadata, index from (
      select start_at, told as metadata, matched, row_number() over (order by start_at)::int as index
      from import_told where user_id = ${user_id} and batch_id = ${batch_id}
    ) listed where not matched`.execute(context.db);
  const spans = await loadRecordedSpans(context, row);
  const missing = await withoutRecording(found.rows, spans);
  const entries = missing.map(({ metadata, index }) => ({
    name: metadata.name ?? 'Activity without a file',
    ref: null,
    metadata,
    problem: metadata.figures ? null : NO_FIGURES,
    index,
  }));
  for (let at = 0; at < entries.length; at += BATCH_SIZE) {
    await addArchiveEntries(
      context,
      row,
      { id: row.id, storage_key: null },
      entries.slice(at, at + BATCH_SIZE),
    );
  }
  await context.db
    .updateTable('import_told')
    .set({ matched: true })
    .where('user_id', '=', user_id)
    .where('batch_id', '=', batch_id)
    .execute();
  await endClaim(context, row, { state: 'ready', hidden_at: context.now() });
}

/** Comparisons after which other calls have their turn: tables and files may be tens of thousands each. */
const COMPARISONS_AT_ONCE = 50_000;

async function withoutRecording(
  listed: readonly ListedActivity[],
  spans: readonly Span[],
): Promise<ListedActivity[]> {
  const missing: ListedActivity[] = [];
  let comparisons = 0;
  for (const activity of listed) {
    const { start_at, metadata } = activity;
    if (!spans.some((span) => isSameActivity(span, start_at, metadata))) missing.push(activity);
    comparisons += spans.length;
    if (comparisons < COMPARISONS_AT_ONCE) continue;
    comparisons = 0;
    await nextTurn();
  }
  return missing;
}

const NO_FIGURES = {
  code: 'no_figures',
  message:
    'The archive names no duration we could read for this activity, and holds no file of it. Log it by hand.',
};

/** Whether a recording is of an activity of the table, although their starts differ. */
function isSameActivity(span: Span, start: Date, { activityTypeId, figures }: ArchiveMetadata): boolean {
  const elapsed = figures?.elapsed ?? 0;
  const isApart =
    start.getTime() + elapsed * 1000 < span.start || span.start + span.elapsed * 1000 < start.getTime();
  return (
    !isApart &&
    areSameTraining(span, { activityTypeId: activityTypeId ?? GENERIC, start: start.getTime(), elapsed })
  );
}

/** Time spans that files of the upload cover: workouts created from them, and duplicates that await a choice. */
async function loadRecordedSpans({ db }: Context, { user_id, batch_id }: ImportRow): Promise<Span[]> {
  const workouts = await db
    .selectFrom('workouts')
    .innerJoin('file_imports', (join) =>
      join
        .onRef('file_imports.user_id', '=', 'workouts.user_id')
        .onRef('file_imports.id', '=', 'workouts.import_id'),
    )
    .select(['workouts.activity_type_id', 'workouts.start_at', 'workouts.elapsed_time_total'])
    .where('workouts.user_id', '=', user_id)
    .where('file_imports.batch_id', '=', batch_id)
    .where('workouts.source', '=', 'file')
    .execute();
  const duplicates = await db
    .selectFrom('file_imports')
    .select('preview')
    .where('user_id', '=', user_id)
    .where('batch_id', '=', batch_id)
    .where('state', '=', 'duplicate')
    .execute();
  return [
    ...workouts.map((workout) => ({
      activityTypeId: workout.activity_type_id,
      start: workout.start_at.getTime(),
      elapsed: workout.elapsed_time_total ?? 0,
    })),
    ...duplicates.flatMap(({ preview }) =>
      preview
        ? [
            {
              activityTypeId: preview.activity_type_id,
              start: Date.parse(preview.start_datetime),
              elapsed: preview.duration ?? 0,
            },
          ]
        : [],
    ),
  ];
}
