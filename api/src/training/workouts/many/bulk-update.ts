import { manyWorkoutsCalls, type WorkoutBulkChange } from '@waymark/api-contract';
import { activityType } from '@waymark/activities/catalogue';
import type { Updateable } from 'kysely';
import type { Trx } from '../../../kernel/database/tables.ts';
import { answerOnce, idempotentCallOf } from '../../../kernel/idempotency/run-once.ts';
import { withMemberLock } from '../../../members/member-lock.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { invalid } from '../../../kernel/server/errors.ts';
import { route } from '../../../kernel/server/route.ts';
import { estimateLoad } from '../../stats/estimate-load.ts';
import { nameOfActivity } from '../../../recordings/activity-names.ts';
import { ANNOUNCED_COLUMNS, announceChanges } from '../../workout-store/announce-changes.ts';
import { loadMember, type Member } from '../../workout-store/member.ts';
import type { WorkoutTable } from '../../workout-store/tables.ts';
import { FIGURES, type WorkoutRow } from '../../workout-store/workout-rows.ts';
import { changeManualEntry } from '../change-manual-entry.ts';
import { checkGear } from '../gear/gear-of-workout.ts';
import { estimateOfRecording } from '../update.ts';

type Change = Updateable<WorkoutTable>;

/** What a change rests on. Laps and lengths are megabytes where a file has as many as it may. */
const COLUMNS = [
  ...ANNOUNCED_COLUMNS,
  'name',
  'time_zone',
  'gear_id',
  'energy_estimated',
  'warnings',
  'updated_at',
  ...FIGURES,
] as const;
type Row = Pick<WorkoutRow, (typeof COLUMNS)[number]>;

export const bulkUpdateHandler = route<typeof manyWorkoutsCalls.update>({
  call: manyWorkoutsCalls.update,
  access: 'member',
  async handler({ context, caller, body, request }) {
    const userId = caller!.userId;
    const call = idempotentCallOf(request, userId, JSON.stringify(body), context.now());
    return withMemberLock(context.db, userId, (trx) =>
      // The values before are gone once they are changed: a repeat gets the `undo` of the first answer.
      answerOnce(trx, call, context.newId(), () => changeAll(context, trx, userId, body.changes)),
    );
  },
});

/** Ids that are not the member's, of legs, or of deleted workouts are passed over. */
async function changeAll(context: Context, trx: Trx, userId: number, changes: readonly WorkoutBulkChange[]) {
  const now = context.now();
  const member = await loadMember(trx, userId);
  const undo: WorkoutBulkChange[] = [];
  const before: Row[] = [];
  const after: Row[] = [];
  for (const change of changes) {
    await check(trx, userId, change);
    const rows = await trx
      .selectFrom('workouts')
      .select(COLUMNS)
      .where('user_id', '=', userId)
      .where('id', 'in', change.ids)
      .where('parent_id', 'is', null)
      .where('deleted_at', 'is', null)
      .execute();
    for (const row of rows) {
      before.push(row);
      after.push(await changeOne(trx, row, change, member, now));
    }
    undo.push(...undoOf(rows, change));
  }
  await announceChanges(context, trx, { userId, before, after });
  return { changed: after.length, undo };
}

async function check(
  trx: Trx,
  userId: number,
  { activity_type_id, gear_id }: WorkoutBulkChange,
): Promise<void> {
  if (activity_type_id !== undefined && !activityType(activity_type_id))
    throw invalid({ activity_type_id: ['Choose an activity type from the list.'] });
  if (gear_id !== undefined) await checkGear(trx, userId, gear_id);
}

async function changeOne(
  trx: Trx,
  row: Row,
  { activity_type_id: activity = row.activity_type_id, privacy = row.privacy, gear_id }: WorkoutBulkChange,
  member: Member,
  now: Date,
): Promise<Row> {
  const hasNewActivity = activity !== row.activity_type_id;
  const change: Change = {
    privacy,
    activity_type_id: activity,
    ...(gear_id !== undefined && { gear_id }),
    // A name that was never written follows the activity.
    ...(hasNewActivity &&
      row.name === nameOfActivity(row.activity_type_id) && { name: nameOfActivity(activity) }),
    ...(hasNewActivity &&
      (row.has_time_series
        ? estimateOfRecording(row, activity, member)
        : changeManualEntry(row, { activity_type_id: activity }, member, now))),
    updated_at: new Date(Math.max(now.getTime(), row.updated_at.getTime() + 1)),
  };
  if (hasNewActivity && !row.has_time_series && !member.hidesHealthData)
    change.load = await estimateLoad(trx, member, row.start_at, { ...row, ...change });
  if (privacy !== row.privacy && row.leg_count > 0) {
    await trx
      .updateTable('workouts')
      .set({ privacy })
      .where('user_id', '=', row.user_id)
      .where('parent_id', '=', row.id)
      .execute();
  }
  return trx
    .updateTable('workouts')
    .set(change)
    .where('user_id', '=', row.user_id)
    .where('id', '=', row.id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** What was there before, gathered by equal values. */
function undoOf(rows: readonly Row[], change: WorkoutBulkChange): WorkoutBulkChange[] {
  const groups = Map.groupBy(rows, (row) =>
    JSON.stringify([
      change.activity_type_id === undefined ? undefined : row.activity_type_id,
      change.privacy === undefined ? undefined : row.privacy,
      change.gear_id === undefined ? undefined : row.gear_id,
    ]),
  );
  return [...groups.values()].map((same) => {
    const [first] = same as [WorkoutRow, ...WorkoutRow[]];
    const undo: WorkoutBulkChange = { ids: same.map(({ id }) => id) };
    if (change.activity_type_id !== undefined) undo.activity_type_id = first.activity_type_id;
    if (change.privacy !== undefined) undo.privacy = first.privacy;
    if (change.gear_id !== undefined) undo.gear_id = first.gear_id;
    return undo;
  });
}
