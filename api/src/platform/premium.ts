import type { Env } from '../kernel/server/env.ts';

const UNLOCKED_DAYS = 365;
const DAY_MS = 86_400_000;
/** Later than this is without an end. */
const FOR_EVER_YEAR = 9999;

/** Days that begin before an end; -1 where there is none. */
export const daysRemaining = (until: Date, now: Date): number =>
  until.getUTCFullYear() >= FOR_EVER_YEAR
    ? -1
    : Math.max(0, Math.ceil((until.getTime() - now.getTime()) / DAY_MS));

/** A member's premium status. UNLOCK_PREMIUM opens it for everybody, whatever they paid. */
export function premiumOf(
  { UNLOCK_PREMIUM }: Pick<Env, 'UNLOCK_PREMIUM'>,
  until: Date | null,
  now: Date,
): { is_ad_free: boolean; days_remaining: number } {
  const days = until ? daysRemaining(until, now) : 0;
  if (days !== 0) return { is_ad_free: true, days_remaining: days };
  return UNLOCK_PREMIUM
    ? { is_ad_free: true, days_remaining: UNLOCKED_DAYS }
    : { is_ad_free: false, days_remaining: 0 };
}
