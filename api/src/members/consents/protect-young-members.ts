import { sql } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { withMemberLock } from '../member-lock.ts';
import type { Context } from '../../kernel/server/context.ts';
import { PRIVATE } from '../visibility/policy.ts';
import { applyHealthConsent } from './health-data.ts';
import { matrixOf } from './matrix.ts';

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** What a young member shared is private from now on, as it starts with a sign-up. Under the member lock. */
    youngMemberProtected: { userId: number };
  }
}

/** No law has a higher age. */
const OLDEST_YEARS = 21;

/** Members who are below the age of their country and not protected yet. @param userId everybody where it is left out */
async function findUnprotected(
  { db, env, now }: Pick<Context, 'env' | 'now'> & { db: Db },
  userId?: number,
): Promise<number[]> {
  const selectYoungerThan = (years: number) =>
    db
      .selectFrom('users')
      .where('is_protected', '=', false)
      .where(sql<boolean>`birthdate > (${now()}::timestamptz - make_interval(years => ${years}::int))::date`)
      .$if(userId !== undefined, (one) => one.where('id', '=', userId!));
  const countries = await selectYoungerThan(OLDEST_YEARS).select('gdpr_iso_code').distinct().execute();
  const ids: number[] = [];
  for (const { gdpr_iso_code: country } of countries) {
    const members = await selectYoungerThan(matrixOf(env).protectedAgeIn(country))
      .select('id')
      .where('gdpr_iso_code', country === null ? 'is' : '=', country)
      .execute();
    ids.push(...members.map(({ id }) => id));
  }
  return ids;
}

/**
 * Protects a member who is below the age of their country: profile, workouts and routes are private, and strangers
 * neither write to them nor read their names on boards and in groups. No birthday ends it: the member does, once they are
 * older. Call it in the transaction of whatever changes birthdate or country, with the member lock.
 */
export async function protectYoungMember(
  context: Pick<Context, 'env' | 'now' | 'publish'> & { db: Trx },
  userId: number,
): Promise<void> {
  const { db: trx } = context;
  if ((await findUnprotected(context, userId)).length === 0) return;
  await trx
    .updateTable('users')
    .set({
      is_protected: true,
      was_protected: true,
      profile_privacy: PRIVATE,
      workout_privacy: PRIVATE,
      route_privacy: PRIVATE,
      sharing: sql<string>`sharing || '{"new_friends": false}'`,
    })
    .where('id', '=', userId)
    .execute();
  await context.publish(trx, 'youngMemberProtected', { userId });
  await context.publish(trx, 'newFriendsUnshared', { userId });
}

/** Protects those whom another matrix, an earlier version of the product or a fault left unprotected. */
export async function protectYoungMembers(context: Context): Promise<void> {
  for (const userId of await findUnprotected(context))
    await withMemberLock(context.db, userId, async (trx) => {
      await protectYoungMember({ ...context, db: trx }, userId);
      await applyHealthConsent({ ...context, db: trx }, userId);
    });
}
