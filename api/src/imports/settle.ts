import type { ReadWorkout } from '../files/types.ts';
import type { Context } from '../server/context.ts';
import { inTurn } from '../workouts/counts.ts';
import { loadMember } from '../workouts/member.ts';
import { groupOfActivity, nameOfActivity } from '../workouts/presenter.ts';
import { hideWorkout } from '../workouts/remove.ts';
import type { Trx } from '../workouts/rows.ts';
import { storeParsedWorkout } from '../workouts/store.ts';
import { findAlike } from './alike.ts';
import type { ImportRow } from './rows.ts';

/**
 * Stores what a file holds and ends its turn, in one transaction: killed before the commit nothing has
 * happened, killed after it the file's state says so and a second reading does nothing.
 */
export async function settle(
  context: Context,
  row: ImportRow,
  workouts: readonly ReadWorkout[],
): Promise<void> {
  const member = await loadMember(context.db, row.user_id);
  await inTurn(context.db, row.user_id, async (trx) => {
    if (!(await stillOurs(trx, row))) return;
    const stored = await storedBefore(trx, row);
    const waiting: { workout: ReadWorkout; alike: number[] }[] = [];
    const now = context.now();
    for (const [index, workout] of workouts.entries()) {
      if (stored.has(index)) continue;
      const alike = await alikeNow(trx, row, workout, index);
      if (alike.length > 0 && row.choice === null) {
        waiting.push({ workout, alike });
        continue;
      }
      for (const id of alike) await hideWorkout(trx, row.user_id, id, now);
      await storeParsedWorkout(trx, row.user_id, workout, {
        source: 'file',
        privacy: member.workoutPrivacy,
        now,
        member,
        newId: () => context.newId(),
        fileName: row.file_name,
        ...(row.content_hash !== null && { contentHash: row.content_hash }),
        importId: row.id,
        importIndex: index,
      });
    }
    const [first] = waiting;
    await trx
      .updateTable('file_imports')
      .set({
        state: first ? 'duplicate' : 'ready',
        progress: 1,
        warnings: JSON.stringify([...new Set(workouts.flatMap((workout) => workout.warnings))]),
        duplicate_ids: JSON.stringify([...new Set(waiting.flatMap(({ alike }) => alike))]),
        preview: first ? JSON.stringify(previewOf(first.workout)) : null,
        updated_at: now,
      })
      .where('user_id', '=', row.user_id)
      .where('id', '=', row.id)
      .execute();
  });
}

async function stillOurs(trx: Trx, { user_id, id, turn }: ImportRow): Promise<boolean> {
  const current = await trx
    .selectFrom('file_imports')
    .select(['state', 'turn'])
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return current?.state === 'reading' && current.turn === turn;
}

/** Places in the file whose workouts an earlier turn stored, deleted ones included: they do not come back by themselves. */
async function storedBefore(trx: Trx, { user_id, id }: ImportRow): Promise<Set<number | null>> {
  const rows = await trx
    .selectFrom('workouts')
    .select('import_index')
    .where('user_id', '=', user_id)
    .where('import_id', '=', id)
    .execute();
  return new Set(rows.map((row) => row.import_index));
}

/** The workouts that stand in the way: none to keep both, and to replace only those the member was shown. */
async function alikeNow(trx: Trx, row: ImportRow, workout: ReadWorkout, index: number): Promise<number[]> {
  if (row.choice === 'keep_both') return [];
  const alike = await findAlike(
    trx,
    { userId: row.user_id, importId: row.id, contentHash: row.content_hash, index },
    workout,
  );
  return row.choice === 'replace' ? alike.filter((id) => row.duplicate_ids.includes(id)) : alike;
}

const previewOf = (workout: ReadWorkout) => ({
  name: workout.name ?? nameOfActivity(workout.activityTypeId),
  activity_type_id: workout.activityTypeId,
  activity_group: groupOfActivity(workout.activityTypeId),
  start_datetime: workout.start.toISOString(),
  distance: workout.summary.distance,
  duration: workout.summary.active,
});
