import { sql } from 'kysely';
import type { Trx } from '../../kernel/database/tables.ts';
import type { Publisher } from '../../kernel/server/domain-events.ts';
import { PRIVATE } from '../../members/visibility/policy.ts';
import { announceChanges, selectWholeWorkouts } from '../workout-store/announce-changes.ts';

const WORKOUTS_AT_ONCE = 500;

/** All workouts of a member, also those that can be restored. */
export async function makeWorkoutsPrivate(publisher: Publisher, trx: Trx, userId: number): Promise<void> {
  const updateRows = trx
    .updateTable('workouts')
    .set({
      privacy: PRIVATE,
      updated_at: sql<Date>`greatest(${publisher.now()}, updated_at + interval '1 millisecond')`,
    })
    .where('user_id', '=', userId)
    .where('privacy', '<>', PRIVATE);
  for (;;) {
    const before = await selectWholeWorkouts(trx, [userId])
      .where('privacy', '<>', PRIVATE)
      .limit(WORKOUTS_AT_ONCE)
      .execute();
    if (before.length === 0) break;
    const ids = before.map(({ id }) => id);
    await updateRows
      .where(sql<boolean>`(id = any(${ids}::bigint[]) or parent_id = any(${ids}::bigint[]))`)
      .execute();
    const after = before.map((row) => ({ ...row, privacy: PRIVATE }));
    await announceChanges(publisher, trx, { userId, before, after });
  }
  await updateRows.where('deleted_at', 'is not', null).execute();
}
