import { sql } from 'kysely';
import type { Trx } from '../../../kernel/database/tables.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { hourly } from '../../../kernel/jobs/recurring.ts';
import { withMemberLock } from '../../../members/member-lock.ts';
import { RESTORE_MS } from '../../workout-store/hide-workout.ts';
import { undoneBefore } from './find-edits.ts';
import { dropRecording } from './recording-files.ts';

const BATCH_SIZE = 200;

/** Edits that are over by time, or whose workouts have been deleted for good: nothing of them can come back. */
async function overdue({ db }: Context, now: Date) {
  const restorable = new Date(now.getTime() - RESTORE_MS);
  return db
    .selectFrom('workout_edits as e')
    .select(['e.user_id', 'e.id'])
    .where((eb) =>
      eb.or([
        eb('e.created_at', '<=', undoneBefore(now)),
        eb.exists(
          eb
            .selectFrom('workout_edit_parts as p')
            .leftJoin('workouts as w', (on) =>
              on.onRef('w.user_id', '=', 'p.user_id').onRef('w.id', '=', 'p.workout_id'),
            )
            .select(sql.lit(1).as('one'))
            .whereRef('p.user_id', '=', 'e.user_id')
            .whereRef('p.edit_id', '=', 'e.id')
            .where('p.role', '=', 'changed')
            .where((or) =>
              or.or([
                or('w.id', 'is', null),
                or.and([or('w.edit_id', 'is', null), or('w.deleted_at', '<', restorable)]),
              ]),
            ),
        ),
      ]),
    )
    .limit(BATCH_SIZE)
    .execute();
}

/** Ends edits that can no longer be undone, and with them what they put aside. */
export async function endEdits(context: Context): Promise<void> {
  for (;;) {
    const now = context.now();
    const edits = await overdue(context, now);
    for (const { user_id: userId, id } of edits) {
      await withMemberLock(context.db, userId, (trx) => endEdit(trx, userId, id, now));
    }
    if (edits.length < BATCH_SIZE) return;
  }
}

async function endEdit(trx: Trx, userId: number, id: number, now: Date): Promise<void> {
  const parts = await trx
    .deleteFrom('workout_edit_parts')
    .where('user_id', '=', userId)
    .where('edit_id', '=', id)
    .returning('kept_id')
    .execute();
  for (const { kept_id } of parts) {
    if (kept_id === null) continue;
    await dropRecording(trx, userId, kept_id);
    await trx.deleteFrom('workouts').where('user_id', '=', userId).where('id', '=', kept_id).execute();
  }
  // What was merged into another workout goes the way of everything deleted, files and all.
  await trx
    .updateTable('workouts')
    .set({ edit_id: null, deleted_at: new Date(now.getTime() - RESTORE_MS - 1) })
    .where('user_id', '=', userId)
    .where('edit_id', '=', id)
    .execute();
  await trx.deleteFrom('workout_edits').where('user_id', '=', userId).where('id', '=', id).execute();
}

export const ending = hourly('edits.end', endEdits);
