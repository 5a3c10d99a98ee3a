import { useLingui } from '@lingui/react/macro';
import type { ActivityOptionGroup } from '@waymark/activities';
import { statsCalls } from '@waymark/api-contract/client';
import { call } from '@waymark/contract';
import { loadActivityOptions, useSession } from '@waymark/remote';
import { useCallback } from 'react';
import { addMonths } from './days.ts';

/** More would not be a choice of few. */
const MOST = 8;

/** Ids of what a member did this year and the last, most time first. */
async function ownActivityIds(id: number): Promise<number[]> {
  const ask = (date?: string) => call(statsCalls.stats, { params: { id }, query: { period: 'year', date } });
  const now = await ask();
  const before = await ask(addMonths(`${now.today.slice(0, 7)}-01`, -12));
  const all = [...now.by_activity, ...before.by_activity].map((one) => one.activity_type_id);
  return [...new Set(all)].slice(0, MOST);
}

/** Loads the choices of a filter over own workouts: what the member does first, instead of what is popular. */
export function useOwnActivityOptions(): () => Promise<ActivityOptionGroup[]> {
  const { t } = useLingui();
  const { userId } = useSession();
  const label = t`Yours`;
  return useCallback(async () => {
    // Whoever has no workouts, and a call that fails, gets the popular ones.
    const own = userId === null ? [] : await ownActivityIds(userId).catch(() => []);
    if (own.length === 0) return loadActivityOptions();
    const [first, ...groups] = await loadActivityOptions(own);
    return first ? [{ ...first, label }, ...groups] : groups;
  }, [userId, label]);
}
