import { sql } from 'kysely';
import type { Told } from './archives/archive-metadata.ts';
import type { Context } from '../kernel/server/context.ts';
import { areAlike, type Span } from './duplicates.ts';
import { addFiles } from './add-archive-entries.ts';
import type { ImportRow } from './import-rows.ts';

/** Of the line that stands for another service's table until all files of the upload were read. */
const REST_PLACE = -2_000_000;
const AT_ONCE = 500;
const GENERIC = 1;

export const isRest = ({ source_index }: Pick<ImportRow, 'source_index'>): boolean =>
  source_index === REST_PLACE;

/** Files of an upload in the order of the queue, but for the line of the table. */
export const notRest = sql<boolean>`source_index is distinct from ${sql.lit(REST_PLACE)}`;

/** A table whose activities are found by the moment they began is a line too, read last of all: see `readRest`. */
export function addRest(context: Context, archive: ImportRow, name: string): Promise<void> {
  const line = { name, ref: null, told: null, problem: null, index: REST_PLACE };
  return addFiles(context, archive, archive, [line]);
}

/** The line of a table, once nothing else of the upload waits or is in hand. */
export async function restOf(
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
    .orderBy(notRest, 'desc')
    .orderBy('state', 'desc')
    .orderBy('id')
    .select(notRest.as('other'))
    .limit(1)
    .execute();
  const [first] = rows;
  return first && !first.other && first.state === 'queued' ? { id: first.id } : null;
}

type ToldActivity = { start_at: Date; told: Told; place: number };

/**
 * Makes a line of every activity of the tables that no file of the upload held: their figures are all there is of
 * them. The line of the table leaves the list. Called again after a kill it adds what is missing.
 */
export async function readRest(context: Context, row: ImportRow): Promise<void> {
  const { user_id, batch_id } = row;
  const found = await sql<ToldActivity>`
    select start_at, told, place from (
      select start_at, told, matched, row_number() over (order by start_at)::int as place
      from import_told where user_id = ${user_id} and batch_id = ${batch_id}
    ) listed where not matched`.execute(context.db);
  const spans = await spansOf(context, row);
  const lines = found.rows
    .filter(({ start_at, told }) => !spans.some((span) => isTold(span, start_at, told)))
    .map(({ told, place }) => ({
      name: told.name ?? 'Activity without a file',
      ref: null,
      told,
      problem: told.figures ? null : NO_FIGURES,
      index: place,
    }));
  for (let at = 0; at < lines.length; at += AT_ONCE) {
    await addFiles(context, row, { id: row.id, storage_key: null }, lines.slice(at, at + AT_ONCE));
  }
  await context.db
    .updateTable('import_told')
    .set({ matched: true })
    .where('user_id', '=', user_id)
    .where('batch_id', '=', batch_id)
    .execute();
  const now = context.now();
  await context.db
    .updateTable('file_imports')
    .set({ state: 'ready', progress: 1, hidden_at: now, updated_at: now })
    .where('user_id', '=', user_id)
    .where('id', '=', row.id)
    .where('turn', '=', row.turn)
    .where('state', '=', 'reading')
    .execute();
}

const NO_FIGURES = {
  code: 'no_figures',
  message:
    'The archive names no duration we could read for this activity, and holds no file of it. Log it by hand.',
};

/** The recording began elsewhere than the table says, and is of the same activity all the same. */
function isTold(span: Span, start: Date, { activityTypeId, figures }: Told): boolean {
  const elapsed = figures?.elapsed ?? 0;
  const apart =
    start.getTime() + elapsed * 1000 < span.start || span.start + span.elapsed * 1000 < start.getTime();
  return (
    !apart && areAlike(span, { activityTypeId: activityTypeId ?? GENERIC, start: start.getTime(), elapsed })
  );
}

/** What the files of the upload held: workouts that came of them, and duplicates that wait for a choice. */
async function spansOf({ db }: Context, { user_id, batch_id }: ImportRow): Promise<Span[]> {
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
  const waiting = await db
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
    ...waiting.flatMap(({ preview }) =>
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
