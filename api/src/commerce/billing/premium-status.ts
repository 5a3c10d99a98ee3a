import type { Context } from '../../kernel/server/context.ts';

const UNLOCKED_DAYS = 365;
const DAY_MS = 86_400_000;
/** Later than this is without an end. */
const FOR_EVER_YEAR = 9999;

interface PremiumTimes {
  /** When premium closes: the days in which a renewal is tried are included. */
  until: Date;
  /** When what was paid or given ends. */
  paidUntil: Date | null;
}

/** Days that are paid or given; from then on those until premium closes. -1 where there is no end. */
export function daysRemaining({ until, paidUntil }: PremiumTimes, now: Date): number {
  if (until.getUTCFullYear() >= FOR_EVER_YEAR) return -1;
  const end = paidUntil && paidUntil > now ? paidUntil : until;
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / DAY_MS));
}

/** A member's premium status. UNLOCK_PREMIUM opens it for everybody, whatever they paid. */
export async function readPremium(
  { db, env, now }: Context,
  { userId }: { userId: number },
): Promise<{ is_ad_free: boolean; days_remaining: number }> {
  const account = await db
    .selectFrom('billing_accounts')
    .select(['premium_until', 'paid_until'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const until = account?.premium_until;
  const days = until ? daysRemaining({ until, paidUntil: account.paid_until }, now()) : 0;
  if (days !== 0) return { is_ad_free: true, days_remaining: days };
  return env.UNLOCK_PREMIUM
    ? { is_ad_free: true, days_remaining: UNLOCKED_DAYS }
    : { is_ad_free: false, days_remaining: 0 };
}
