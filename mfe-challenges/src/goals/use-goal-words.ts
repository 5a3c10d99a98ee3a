import type { GoalMetric, UserGoal } from '@waymark/api-contract';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { formatGoalAmount, formatGoalRemaining, type GoalAmountOptions, type Shown } from '@waymark/units';

/** Goals in the member's units and words. */
export function useGoalWords() {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const workouts = (value: number): string => t`${plural(value, { one: 'workout', other: 'workouts' })}`;
  const amount = (metric: GoalMetric, value: number, round: GoalAmountOptions['round']): Shown => {
    const shown = formatGoalAmount(metric, value, { system, locale, round });
    return metric === 'count' ? { ...shown, unit: workouts(value) } : shown;
  };
  /** What is left of a goal that is not reached. */
  const remaining = (metric: GoalMetric, { value, target }: { value: number; target: number }): string => {
    const shown = formatGoalRemaining(metric, { value, target }, { system, locale });
    return `${shown.value} ${metric === 'count' ? workouts(target - value) : shown.unit}`;
  };
  const activity = ({ activity_name: name }: Pick<UserGoal, 'activity_name'>) => name ?? t`All activities`;
  /** A goal in one line: 'Run, 30 km a week'. */
  const title = (goal: UserGoal): string => {
    const { metric, value } = goal.criteria.threshold;
    const what = activity(goal);
    const { value: shown, unit } = amount(metric, value, 'nearest');
    const target = `${shown} ${unit}`;
    return t`${what}, ${target} a week`;
  };
  return { amount, remaining, activity, title };
}
