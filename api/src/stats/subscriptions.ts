import type { Subscriptions } from '../kernel/server/domain-events.ts';
import type { AnnouncedRow } from '../workout-store/announce-changes.ts';
import { groupOfActivity } from '../workout-store/activity-names.ts';
import { dropAnalyses } from './analysis-rows.ts';
import { type ListedAs, moveCurves } from './curve-cells.ts';
import { moveTotals } from './totals.ts';
import type { Trx } from '../kernel/database/tables.ts';
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
const idsOf = (rows: readonly AnnouncedRow[]): number[] => rows.map(({ id }) => id);

/** Totals, records and curves hold at every commit what the workouts say. */
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
  workoutsPurged: (trx, { userId, ids }) => dropAnalyses(trx, userId, ids),
};
