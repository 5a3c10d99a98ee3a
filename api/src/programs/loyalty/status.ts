import { LOYALTY_LEVELS, LOYALTY_PILOT, type LoyaltyStatusName, STATUS_DAYS } from '@waymark/api-contract';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Env } from '../../kernel/server/env.ts';
import { rolloutsOf } from '../../kernel/server/rollouts.ts';
import { addDays, localDay } from '../../kernel/local-day.ts';

export const isPilotOn = (env: Pick<Env, 'ROLLOUTS'>): boolean =>
  rolloutsOf(env).some(
    ({ rollout_name, variant_name }) =>
      rollout_name === LOYALTY_PILOT.name && variant_name === LOYALTY_PILOT.variant,
  );

/** The points of the days that decide the status, the last of which is `today`. */
export async function sumStatusPoints(
  db: Db,
  userId: number,
  today: string,
): Promise<{ points: number; since: string }> {
  const since = addDays(today, 1 - STATUS_DAYS);
  const { points } = await db
    .selectFrom('points_entries')
    .select(({ fn }) => fn.sum<number | null>('amount').as('points'))
    .where('user_id', '=', userId)
    .where('day', '>=', since)
    .executeTakeFirstOrThrow();
  return { points: points ?? 0, since };
}

export const levelOf = (points: number): (typeof LOYALTY_LEVELS)[number] =>
  LOYALTY_LEVELS.findLast(({ from }) => points >= from) ?? LOYALTY_LEVELS[0];

/** The status of a member whose points are counted; null for others and while the rollout is off. */
export async function findLoyaltyStatus(
  { db, env, now }: Pick<Context, 'db' | 'env' | 'now'>,
  { id, time_zone }: { id: number; time_zone: string },
): Promise<LoyaltyStatusName | null> {
  if (!isPilotOn(env)) return null;
  const account = await db
    .selectFrom('points_accounts')
    .select('user_id')
    .where('user_id', '=', id)
    .executeTakeFirst();
  if (!account) return null;
  return levelOf((await sumStatusPoints(db, id, localDay(now(), time_zone))).points).status;
}
