import type { Insertable } from 'kysely';
import type { Context } from '../../kernel/server/context.ts';
import { ANNOUNCED_COLUMNS, announceChanges } from '../workout-store/announce-changes.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import type { WorkoutTable } from '../workout-store/tables.ts';

type NewWorkout = Insertable<WorkoutTable>;
const BATCH_SIZE = 1000;

/** A run logged by hand, one hour long; `start` is taken for local time. */
export function runAt(userId: number, id: number, start: Date, more: Partial<NewWorkout> = {}): NewWorkout {
  return {
    user_id: userId,
    id,
    name: 'Run',
    notes: '',
    are_notes_shared: false,
    activity_type_id: 16,
    start_at: start,
    time_zone: 'UTC',
    local_day: start.toISOString().slice(0, 10),
    privacy: 1,
    source: 'manual',
    leg_count: 0,
    has_time_series: false,
    energy_estimated: false,
    distance_total: 10_000,
    active_time_total: 3600,
    laps: '[]',
    warnings: '[]',
    created_at: start,
    updated_at: start,
    ...more,
  };
}

/** Stores thousands of workouts without as many calls, by the door that calls use. */
export async function storeMany(
  context: Pick<Context, 'db' | 'publish' | 'now' | 'queue'>,
  userId: number,
  workouts: readonly NewWorkout[],
): Promise<void> {
  for (let from = 0; from < workouts.length; from += BATCH_SIZE) {
    await withMemberLock(context.db, userId, async (trx) => {
      const rows = await trx
        .insertInto('workouts')
        .values(workouts.slice(from, from + BATCH_SIZE))
        .returning(ANNOUNCED_COLUMNS)
        .execute();
      await announceChanges(context, trx, { userId, before: [], after: rows });
    });
  }
}
