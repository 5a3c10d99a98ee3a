import type { Env } from '../kernel/server/env.ts';

const UNLOCKED_DAYS = 365;

/** A member's premium status. */
export const premiumOf = ({ UNLOCK_PREMIUM }: Pick<Env, 'UNLOCK_PREMIUM'>) =>
  UNLOCK_PREMIUM
    ? { is_ad_free: true, days_remaining: UNLOCKED_DAYS }
    : { is_ad_free: false, days_remaining: 0 };
