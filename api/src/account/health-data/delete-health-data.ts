import type { Selectable } from 'kysely';
import { removeEarlierArchives } from '../data-export/service.ts';
import { removeOriginals } from '../../training/imports/remove-originals.ts';
import type { Trx } from '../../kernel/database/tables.ts';
import { withMemberLock } from '../../members/member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import { removeHeartRateZones } from '../../members/users/heart-rate-zones.ts';
import { setUser } from '../../members/users/set-user.ts';
import { clearWorkouts } from '../../training/workout-store/clear-health-data.ts';
import type { HealthDataTables } from './tables.ts';

type Deletion = Selectable<HealthDataTables['health_data_deletions']>;

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** Nothing of a member's workouts rests on health data any more. Published under the member lock; it may be repeated. */
    healthDataDeleted: { userId: number };
  }
}

export const WORK = 'health-data.delete';
const WORKOUTS_AT_ONCE = 50;

/** Asks for the deletion and deletes what is a few rows. A member who asks again while it runs starts it over. */
export async function beginDeletion(context: Context, trx: Trx, userId: number): Promise<void> {
  const values = {
    user_id: userId,
    requested_at: context.now(),
    before_id: context.newId(),
    cleared_id: 0,
    done_at: null,
  };
  await trx
    .insertInto('health_data_deletions')
    .values(values)
    .onConflict((on) => on.column('user_id').doUpdateSet(values))
    .execute();
  await setUser(trx, userId, { weight: null });
  await removeHeartRateZones(trx, userId);
  await trx.deleteFrom('threshold_powers').where('user_id', '=', userId).execute();
}

export const queueDeletion = ({ jobs }: Pick<Context, 'jobs'>, userId: number): Promise<void> =>
  jobs.send(WORK, { userId }, { key: String(userId) });

/** Deletions whose request was stored by a process that ended before it queued the work. */
export async function queueOpenDeletions(context: Context): Promise<void> {
  const open = await context.db
    .selectFrom('health_data_deletions')
    .select('user_id')
    .where('done_at', 'is', null)
    .execute();
  for (const { user_id } of open) await queueDeletion(context, user_id);
}

const findOpenDeletion = (db: Context['db'], userId: number): Promise<Deletion | undefined> =>
  db
    .selectFrom('health_data_deletions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .executeTakeFirst();

/** Deletes what is left of it, workouts by the hundred first. Killed, it goes on where it was. */
export async function deleteHealthData(context: Context, userId: number): Promise<void> {
  const { db, now } = context;
  const deletion = await findOpenDeletion(db, userId);
  if (!deletion) return;
  while (await withMemberLock(db, userId, (trx) => clearNext(context, trx, userId)));
  await removeOriginals(context, userId, deletion.before_id);
  await removeEarlierArchives(context, userId, deletion.before_id);
  await withMemberLock(db, userId, async (trx) => {
    await context.publish(trx, 'healthDataDeleted', { userId });
    await trx
      .updateTable('health_data_deletions')
      .set({ done_at: now() })
      .where('user_id', '=', userId)
      // One that was asked for meanwhile has a turn of its own.
      .where('before_id', '=', deletion.before_id)
      .execute();
  });
}

/** @returns whether more workouts may be there */
async function clearNext(context: Context, trx: Trx, userId: number): Promise<boolean> {
  const deletion = await findOpenDeletion(trx, userId);
  if (!deletion) return false;
  const roots = await trx
    .selectFrom('workouts')
    .select('id')
    .where('user_id', '=', userId)
    .where('parent_id', 'is', null)
    .where('id', '>', deletion.cleared_id)
    .where('id', '<', deletion.before_id)
    .orderBy('id')
    .limit(WORKOUTS_AT_ONCE)
    .execute();
  const ids = roots.map(({ id }) => id);
  if (ids.length === 0) return false;
  await clearWorkouts(context, trx, userId, ids);
  await trx
    .updateTable('health_data_deletions')
    .set({ cleared_id: ids.at(-1)! })
    .where('user_id', '=', userId)
    .execute();
  return ids.length === WORKOUTS_AT_ONCE;
}
