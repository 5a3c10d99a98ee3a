import type { Db, Trx } from '../../../kernel/database/tables.ts';
import { invalid } from '../../../kernel/server/errors.ts';
import { groupOfActivity } from '../../../recordings/activity-names.ts';

/** Gear by group of activities, for new workouts that name none. */
export type DefaultGear = ReadonlyMap<string, number>;

export async function defaultGear(db: Db | Trx, userId: number): Promise<DefaultGear> {
  const rows = await db
    .selectFrom('gear')
    .select(['id', 'default_for'])
    .where('user_id', '=', userId)
    .where('retired_at', 'is', null)
    .execute();
  return new Map(rows.flatMap(({ id, default_for }) => default_for.map((group) => [group, id] as const)));
}

/** The gear that a new workout of an activity takes by itself. */
export const gearFor = (defaults: DefaultGear, activityTypeId: number): number | null =>
  defaults.get(groupOfActivity(activityTypeId)) ?? null;

/**
 * The gear a member wants for a new workout: theirs by id, none for null, else what its activity takes by itself.
 * Call it under the member lock, so that the gear is not deleted meanwhile.
 * @throws ApiProblem when there is no such gear of theirs
 */
export async function gearOfNew(
  trx: Trx,
  userId: number,
  wanted: number | null | undefined,
  activityTypeId: number,
): Promise<number | null> {
  if (wanted === undefined) return gearFor(await defaultGear(trx, userId), activityTypeId);
  return checkGear(trx, userId, wanted);
}

/** @throws ApiProblem when the member has no such gear */
export async function checkGear(trx: Trx, userId: number, id: number | null): Promise<number | null> {
  if (id === null) return null;
  const found = await trx
    .selectFrom('gear')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!found) throw invalid({ gear_id: ['You have no such gear. Choose one from your list, or none.'] });
  return found.id;
}

/** What a workout was done with, as everybody who may read the workout sees it. */
export async function gearOfWorkout(
  db: Db,
  { user_id, gear_id }: { user_id: number; gear_id: number | null },
): Promise<{ id: number; name: string } | null> {
  if (gear_id === null) return null;
  const found = await db
    .selectFrom('gear')
    .select(['id', 'name'])
    .where('user_id', '=', user_id)
    .where('id', '=', gear_id)
    .executeTakeFirst();
  return found ?? null;
}
