import type { Subscriptions } from '../../kernel/server/domain-events.ts';
import { ANNOUNCED_COLUMNS, type AnnouncedRow } from '../workout-store/announce-changes.ts';
import { groupOfActivity } from '../../recordings/activity-names.ts';
import { dropAnalyses } from './analysis-rows.ts';
import { type ListedAs, moveCurves } from './curve-cells.ts';
import { moveTotals } from './totals.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import { candidatesOf, type RecordedWorkout } from '../workout-store/record-candidates.ts';

/** Puts workouts and legs among those that may hold a record. */
async function addCandidates(trx: Trx, rows: readonly RecordedWorkout[]): Promise<void> {
  const candidates = rows.flatMap(candidatesOf);
  if (candidates.length > 0) await trx.insertInto('record_candidates').values(candidates).execute();
}

/** Takes workouts out, their legs with them; or, with `leg`, one leg alone. */
async function dropCandidates(
  trx: Trx,
  userId: number,
  roots: readonly number[],
  leg?: number,
): Promise<void> {
  if (roots.length === 0) return;
  let gone = trx
    .deleteFrom('record_candidates')
    .where('user_id', '=', userId)
    .where('root_id', 'in', [...roots]);
  if (leg !== undefined) gone = gone.where('workout_id', '=', leg);
  await gone.execute();
}

/** A workout of several legs has the curves of its legs. */
const mayHaveCurves = (row: AnnouncedRow) => row.has_time_series || row.leg_count > 0;
const hasCurves = (row: AnnouncedRow) => row.has_time_series && row.leg_count === 0;
const listedAs = (row: AnnouncedRow): ListedAs => ({
  ...row,
  activity_group: groupOfActivity(row.activity_type_id),
});
/** Some workouts as they are now, with their legs. */
const readParts = (trx: Trx, userId: number, roots: readonly number[]): Promise<AnnouncedRow[]> =>
  trx
    .selectFrom('workouts')
    .select(ANNOUNCED_COLUMNS)
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .where((at) => at.or([at('id', 'in', [...roots]), at('parent_id', 'in', [...roots])]))
    .execute();
const ROOTS_AT_ONCE = 1000;
const idsOf = (rows: readonly AnnouncedRow[]): number[] => rows.map(({ id }) => id);

/**
 * Totals, records and curves hold at every commit what the workouts say. Candidates of records are kept of workouts that
 * count nowhere as well, and left out where records are read: it depends on who reads.
 */
export const statsSubscriptions: Subscriptions = {
  async workoutsChanged(trx, { userId, before, after, legsAfter }) {
    const rows = [...after, ...legsAfter];
    await moveTotals(trx, userId, before, after);
    await dropCandidates(trx, userId, idsOf(before));
    await addCandidates(trx, rows);
    await moveCurves(trx, userId, idsOf(before.filter(mayHaveCurves)), rows.filter(hasCurves).map(listedAs));
  },
  /** Totals count the workout, records and curves the leg. */
  async workoutLegChanged(trx, { userId, leg, legs }) {
    const parentId = leg.parent_id!;
    await dropCandidates(trx, userId, [parentId], leg.id);
    await addCandidates(trx, [leg]);
    if (!hasCurves(leg)) return;
    await moveCurves(trx, userId, [parentId], []);
    await moveCurves(trx, userId, [], legs.filter(hasCurves).map(listedAs));
  },
  async exclusionsChanged(trx, { userId, workoutIds }) {
    for (let from = 0; from < workoutIds.length; from += ROOTS_AT_ONCE) {
      const roots = workoutIds.slice(from, from + ROOTS_AT_ONCE);
      const parts = await readParts(trx, userId, roots);
      await moveCurves(trx, userId, roots, parts.filter(hasCurves).map(listedAs));
    }
  },
  workoutsPurged: (trx, { userId, ids }) => dropAnalyses(trx, userId, ids),
};
