import { sql } from 'kysely';
import type { Db } from '../kernel/database/tables.ts';
import type { Context } from '../kernel/server/context.ts';
import { matrixOf } from './matrix.ts';

/** No law has a higher age. */
const OLDEST_YEARS = 21;

/**
 * Protects members who are below the age of their country: profile, workouts and routes start private, and strangers
 * neither write to them nor read their names on boards and in groups. It is for their birthday to end nothing of it: they do, once
 * they are older. Call it in the transaction of whatever changes birthdate or country.
 * @param userId all members where it is left out
 */
export async function protectYoungMembers(
  { db, env, now }: Pick<Context, 'env' | 'now'> & { db: Db },
  userId?: number,
): Promise<void> {
  const isYoungerThan = (years: number) =>
    sql<boolean>`birthdate > (${now()}::timestamptz - make_interval(years => ${years}::int))::date`;
  const young = await db
    .selectFrom('users')
    .select('gdpr_iso_code')
    .distinct()
    .where('is_protected', '=', false)
    .where(isYoungerThan(OLDEST_YEARS))
    .$if(userId !== undefined, (one) => one.where('id', '=', userId!))
    .execute();
  for (const { gdpr_iso_code: country } of young)
    await db
      .updateTable('users')
      .set({ is_protected: true, profile_privacy: 0, workout_privacy: 0, route_privacy: 0 })
      .where('is_protected', '=', false)
      .where('gdpr_iso_code', country === null ? 'is' : '=', country)
      .where(isYoungerThan(matrixOf(env).protectedAgeIn(country)))
      .$if(userId !== undefined, (one) => one.where('id', '=', userId!))
      .execute();
}
