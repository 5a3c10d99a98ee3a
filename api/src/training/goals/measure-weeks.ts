import type { GoalMetric, GoalWeek } from '@waymark/api-contract';
import { dayNumber, dayText, firstDayOfWeek, weekNumber } from '../stats/active-days.ts';
import type { Cell } from '../stats/read-totals.ts';
import type { GoalTargets } from './tables.ts';

/** What of the totals of a day goals measure. */
export type GoalCell = Pick<
  Cell,
  'first_day' | 'activity_type_id' | 'n' | 'distance' | 'duration' | 'energy'
>;

const AMOUNT = {
  distance: (cell: GoalCell) => cell.distance,
  duration: (cell: GoalCell) => cell.duration,
  count: (cell: GoalCell) => cell.n * 1000,
  energy: (cell: GoalCell) => cell.energy,
} satisfies Record<GoalMetric, (cell: GoalCell) => number>;

/** What of a goal decides how its weeks are measured. */
export interface MeasuredGoal {
  metric: GoalMetric;
  /** Activity types that count; null for all. */
  types: ReadonlySet<number> | null;
  targets: GoalTargets;
  first_day: string;
  last_day: string | null;
}

/** The target of the week that ends on a day: the latest that was set by then, else the first. */
export function targetAt(targets: GoalTargets, lastDayOfWeek: string): number {
  return (targets.findLast(({ first_day }) => first_day <= lastDayOfWeek) ?? targets[0]!).target;
}

/**
 * Every week of a goal, oldest first, up to the current one or the one in which it was stopped. Amounts are whole
 * thousandths until they are compared, so no sum depends on the order of workouts.
 * @param cells totals of days; days outside the goal's weeks and after it was stopped are left out
 */
export function measureWeeks(
  goal: MeasuredGoal,
  cells: readonly GoalCell[],
  today: string,
  weekStart: number,
): GoalWeek[] {
  const weekOfDay = (day: string) => weekNumber(dayNumber(day), weekStart);
  const first = weekOfDay(goal.first_day);
  // A member who moved west may be a day before the day on which they set the goal.
  const last = Math.max(first, weekOfDay(goal.last_day ?? today));
  const sums = Array.from({ length: last - first + 1 }, () => 0);
  const amountOf = AMOUNT[goal.metric];
  for (const cell of cells) {
    if (goal.last_day !== null && cell.first_day > goal.last_day) continue;
    const week = weekOfDay(cell.first_day);
    if (week < first || week > last || (goal.types && !goal.types.has(cell.activity_type_id))) continue;
    sums[week - first]! += amountOf(cell);
  }
  return sums.map((sum, at) => {
    const from = firstDayOfWeek(first + at, weekStart);
    const to = dayText(from + 6);
    const target = targetAt(goal.targets, to);
    return {
      from: dayText(from),
      to,
      value: sum / 1000,
      target: target / 1000,
      is_reached: sum >= target,
    };
  });
}

interface Streaks {
  week_count: number;
  reached_count: number;
  current_streak: number;
  longest_streak: number;
}

/** @param isRunning the last week is not over yet: it counts once it is reached, and does not end a streak */
export function measureStreaks(weeks: readonly GoalWeek[], isRunning: boolean): Streaks {
  const judged = isRunning && !weeks.at(-1)!.is_reached ? weeks.slice(0, -1) : weeks;
  let run = 0;
  let longest = 0;
  for (const { is_reached: isReached } of judged) {
    run = isReached ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return {
    week_count: judged.length,
    reached_count: judged.filter(({ is_reached: isReached }) => isReached).length,
    current_streak: isRunning ? run : 0,
    longest_streak: longest,
  };
}
