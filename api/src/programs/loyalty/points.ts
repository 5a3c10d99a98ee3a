import { POINT_RULES, type PointRuleName } from '@waymark/api-contract';
import type { AnnouncedRow } from '../../training/workout-store/announce-changes.ts';
import { activeSeconds } from '../../training/workout-store/plausibility.ts';
import type { PointsEntryTable } from './tables.ts';

/** What a workout or award is worth. */
export type Points = Pick<PointsEntryTable, 'day' | 'rule' | 'cause_id' | 'amount'>;

export interface PointsCause {
  day: string;
  causeId: number;
  /** Before the daily maximum. */
  worth: Partial<Record<PointRuleName, number>>;
}

/**
 * What a workout is worth before the maximum of its day. Samples are nobody's workouts; one that nobody can do, or that
 * overlaps another, is excluded until a moderator has accepted it.
 */
export function worthOfWorkout(row: AnnouncedRow, isExcluded: boolean): PointsCause['worth'] {
  if (row.source === 'sample' || isExcluded) return {};
  const { workout, active_time } = POINT_RULES;
  const seconds = activeSeconds(row);
  return {
    workout: seconds >= workout.seconds! ? workout.points : 0,
    active_time: Math.floor(seconds / active_time.seconds!) * active_time.points,
  };
}

/** What causes are worth once the daily maximum of each rule is taken off. Earlier causes come first in `causes`. */
export function capDays(causes: readonly PointsCause[]): Points[] {
  const earned = new Map<string, number>();
  return causes.flatMap(({ day, causeId, worth }) =>
    (Object.entries(worth) as [PointRuleName, number][]).flatMap(([rule, points]) => {
      const key = `${day} ${rule}`;
      const before = earned.get(key) ?? 0;
      const amount = Math.min(points, POINT_RULES[rule].daily_max - before);
      if (amount <= 0) return [];
      earned.set(key, before + amount);
      return [{ day, rule, cause_id: causeId, amount }];
    }),
  );
}
