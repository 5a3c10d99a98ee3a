import type { Privacy } from '@waymark/api-contract';
import { updateLinkKeys } from '../link-keys/store.ts';
import { shownChanged } from '../privacy-zones/shown/waiting.ts';
import { addCandidates, dropCandidates } from '../stats/candidates.ts';
import { type ListedAs, moveCurves } from '../stats/curve-cells.ts';
import { moveTotals } from '../stats/totals.ts';
import { countWorkouts } from './counts.ts';
import { groupOfActivity } from './presenter.ts';
import type { Trx, WorkoutRow } from './rows.ts';

/** What has to be known of a workout whose coming, going or change is told here. */
export const COUNTED_COLUMNS = [
  'user_id',
  'id',
  'parent_id',
  'leg_count',
  'has_time_series',
  'activity_type_id',
  'privacy',
  'start_at',
  'local_day',
  'distance_total',
  'active_time_total',
  'elapsed_time_total',
  'metabolic_energy_total',
  'ascent_total',
  'load',
] as const;
export type CountedRow = Pick<WorkoutRow, (typeof COUNTED_COLUMNS)[number]>;

/**
 * The one door for changes of the workouts that lists show. Whoever inserts, updates, hides, brings back or
 * deletes workouts tells it here, in the same transaction, in the member's turn (`inTurn`) and after the rows
 * are written: list counters, links, totals, records and curves then hold at every moment what the workouts say.
 *
 * `gone` are top-level rows as they were while shown (never a row with `deleted_at`), `added` top-level rows as
 * they are shown now; a workout that changed is in both. Legs are not told: they follow their parent.
 */
export async function changeWorkouts(
  trx: Trx,
  userId: number,
  gone: readonly CountedRow[],
  added: readonly CountedRow[],
): Promise<void> {
  for (const row of [...gone, ...added]) {
    if (row.parent_id !== null) throw new Error(`Workout ${row.id} is a leg: tell of its parent.`);
  }
  const lists = new Map<Privacy, number>();
  const list = (privacy: Privacy, by: number) => lists.set(privacy, (lists.get(privacy) ?? 0) + by);
  for (const { privacy } of gone) list(privacy, -1);
  for (const { privacy } of added) list(privacy, 1);
  for (const [privacy, by] of lists) if (by !== 0) await countWorkouts(trx, userId, privacy, by);
  await updateLinkKeys(trx, 'workout', userId, gone, added);
  await moveTotals(trx, userId, gone, added);
  const rows = [...added, ...(await legsOfAll(trx, userId, added))];
  await dropCandidates(trx, userId, ids(gone));
  await addCandidates(trx, rows);
  await moveCurves(trx, userId, ids(gone.filter(mayHaveCurves)), rows.filter(hasCurves).map(listedAs));
  await shownChanged(trx, userId, ids(gone), ids(rows));
}

/** A workout of several legs has the curves of its legs. */
const mayHaveCurves = (row: CountedRow) => row.has_time_series || row.leg_count > 0;
const hasCurves = (row: CountedRow) => row.has_time_series && row.leg_count === 0;
const listedAs = (row: CountedRow): ListedAs => ({
  ...row,
  activity_group: groupOfActivity(row.activity_type_id),
});

/** A workout is there: logged, imported, copied, made by an edit, or brought back. */
export const workoutAdded = (trx: Trx, row: CountedRow): Promise<void> =>
  changeWorkouts(trx, row.user_id, [], [row]);

/** A workout is no longer shown: deleted, replaced, or used up by an edit. Not told again when it is purged. */
export const workoutGone = (trx: Trx, row: CountedRow): Promise<void> =>
  changeWorkouts(trx, row.user_id, [row], []);

/** A workout's activity, day, privacy, figures or load may be others. `before` must be read in the same turn. */
export async function workoutChanged(trx: Trx, before: CountedRow, after: CountedRow): Promise<void> {
  const same = (column: (typeof COUNTED_COLUMNS)[number]) =>
    before[column]?.valueOf() === after[column]?.valueOf();
  if (COUNTED_COLUMNS.every(same)) return;
  await changeWorkouts(trx, after.user_id, [before], [after]);
}

/** One leg changed and its workout did not: totals count the workout, records and curves the leg. */
export async function legChanged(trx: Trx, leg: CountedRow): Promise<void> {
  const { user_id: userId, parent_id: parentId } = leg;
  await dropCandidates(trx, userId, [parentId!], leg.id);
  await addCandidates(trx, [leg]);
  await shownChanged(trx, userId, [], [leg.id]);
  if (!hasCurves(leg)) return;
  await moveCurves(trx, userId, [parentId!], []);
  const parent = { ...leg, id: parentId!, leg_count: 1 };
  const legs = await legsOfAll(trx, userId, [parent]);
  await moveCurves(trx, userId, [], legs.filter(hasCurves).map(listedAs));
}

const ids = (rows: readonly CountedRow[]): number[] => rows.map(({ id }) => id);

function legsOfAll(trx: Trx, userId: number, rows: readonly CountedRow[]): Promise<CountedRow[]> {
  const parents = ids(rows.filter(({ leg_count }) => leg_count > 0));
  if (parents.length === 0) return Promise.resolve([]);
  return trx
    .selectFrom('workouts')
    .select(COUNTED_COLUMNS)
    .where('user_id', '=', userId)
    .where('parent_id', 'in', parents)
    .where('deleted_at', 'is', null)
    .execute();
}
