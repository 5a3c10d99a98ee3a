import { Readable } from 'node:stream';
import { allWorkoutsCalls } from '@waymark/api-contract';
import { LRUCache } from 'lru-cache';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import { route } from '../../kernel/server/route.ts';
import { readOwnScope, type ViewerScope } from '../privacy/viewer-scope.ts';
import { viewWorkouts, type VisibleWorkout } from '../privacy/visible-workout.ts';
import { nameOfActivity } from '../../recordings/activity-names.ts';
import { FIGURES, type WorkoutRow } from '../workout-store/workout-rows.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvLine } from './csv.ts';
import { attachmentHeader, exportFileName } from '../../recordings/formats/export-file-name.ts';

/** Rows read at once; the next ones are asked for when these are sent. */
const PAGE = 500;
const PRIVACY = { 0: 'only me', 1: 'friends', 3: 'everyone', 6: 'by link' } as const;
const JOULES_PER_KILOCALORIE = 4184;

const NEEDED = [
  'user_id',
  'id',
  'parent_id',
  'bounds',
  'energy_estimated',
  'local_day',
  'time_zone',
  'start_at',
  'name',
  'activity_type_id',
  'privacy',
  'source',
  'device',
  'file_name',
  'notes',
  'mood',
  'effort',
  ...FIGURES,
] as const;
type Row = VisibleWorkout<Pick<WorkoutRow, (typeof NEEDED)[number]>>;

/** A zone has as many names as its letters have upper and lower cases. */
const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: 200 });

/** 07:30:00 on the wall of the place where it began. */
function localTime(at: Date, timeZone: string): string {
  let clock = clocks.get(timeZone);
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' });
    clocks.set(timeZone, clock);
  }
  return clock.format(at);
}

const figure =
  (pick: (row: Row) => number | null, digits = 0) =>
  (row: Row) => {
    const value = pick(row);
    return value === null ? null : Number(value.toFixed(digits));
  };

const COLUMNS: readonly (readonly [title: string, cell: (row: Row) => CsvCell])[] = [
  ['Id', (row) => row.id],
  ['Date', (row) => row.local_day],
  ['Local time', (row) => localTime(row.start_at, row.time_zone)],
  ['Time zone', (row) => row.time_zone],
  ['Start (UTC)', (row) => row.start_at.toISOString()],
  ['Name', (row) => row.name],
  ['Activity', (row) => nameOfActivity(row.activity_type_id)],
  ['Distance (m)', figure((row) => row.distance_total, 2)],
  ['Moving time (s)', figure((row) => row.active_time_total, 3)],
  ['Elapsed time (s)', figure((row) => row.elapsed_time_total, 3)],
  ['Paused time (s)', figure((row) => row.paused_time_total, 3)],
  ['Average speed (m/s)', figure((row) => row.speed_avg, 3)],
  ['Highest speed (m/s)', figure((row) => row.speed_max, 3)],
  ['Ascent (m)', figure((row) => row.ascent_total, 1)],
  ['Descent (m)', figure((row) => row.descent_total, 1)],
  [
    'Energy (kcal)',
    figure((row) => row.metabolic_energy_total && row.metabolic_energy_total / JOULES_PER_KILOCALORIE),
  ],
  ['Average heart rate (bpm)', figure((row) => row.heartrate_avg, 1)],
  ['Highest heart rate (bpm)', figure((row) => row.heartrate_max)],
  ['Average cadence (per minute)', figure((row) => row.cadence_avg, 1)],
  ['Average power (W)', figure((row) => row.power_avg, 1)],
  ['Highest power (W)', figure((row) => row.power_max)],
  ['Steps', figure((row) => row.steps_total)],
  ['Privacy', (row) => PRIVACY[row.privacy]],
  ['Source', (row) => row.source],
  ['Device', (row) => row.device],
  ['File', (row) => row.file_name],
  ['Notes', (row) => row.notes],
  ['Mood (1 to 5)', (row) => row.mood],
  ['Effort (1 to 10)', (row) => row.effort],
];

async function readPageAfter(
  db: Db,
  scope: ViewerScope,
  ids: readonly number[] | null,
  last: Row | undefined,
): Promise<Row[]> {
  const rows = await db
    .selectFrom('workouts')
    .select(NEEDED)
    .where('user_id', '=', scope.ownerId)
    .where('parent_id', 'is', null)
    .where('deleted_at', 'is', null)
    .$if(ids !== null, (query) => query.where('id', 'in', ids ?? []))
    .$if(last !== undefined, (query) =>
      query.where(sql<boolean>`(start_at, id) < (${last!.start_at}, ${last!.id})`),
    )
    .orderBy('start_at', 'desc')
    .orderBy('id', 'desc')
    .limit(PAGE)
    .execute();
  return viewWorkouts(db, [scope], rows);
}

async function* table(db: Db, userId: number, ids: readonly number[] | null): AsyncGenerator<string> {
  const scope = await readOwnScope(db, userId);
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([title]) => title));
  let rows = await readPageAfter(db, scope, ids, undefined);
  while (rows.length > 0) {
    yield rows.map((row) => csvLine(COLUMNS.map(([, cell]) => cell(row)))).join('');
    rows = rows.length < PAGE ? [] : await readPageAfter(db, scope, ids, rows.at(-1));
  }
}

export const allWorkoutsHandler = route<typeof allWorkoutsCalls.all>({
  call: allWorkoutsCalls.all,
  access: 'member',
  // Many selected workouts come in several calls.
  limit: { max: 60, windowSeconds: 60 },
  handler({ context, caller, query, reply }) {
    const ids = query.ids === undefined ? null : query.ids.split(',').map(Number);
    const name = exportFileName(context.now().toISOString().slice(0, 10), 'Waymark workouts', 'csv');
    return Promise.resolve(
      reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', attachmentHeader(name))
        .send(Readable.from(table(context.db, caller!.userId, ids), { objectMode: false })),
    );
  },
});
