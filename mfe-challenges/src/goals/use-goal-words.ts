import type { GoalMetric, UserGoal } from '@waymark/api-contract';
import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useFormatLocale, useMeasurementSystem } from '@waymark/remote';
import { formatGoalAmount, type GoalAmountOptions, type Shown } from '@waymark/units';

/** Goals in the member's units and words. */
export function useGoalWords() {
  const { t } = useLingui();
  const system = useMeasurementSystem();
  const locale = useFormatLocale();
  const amount = (metric: GoalMetric, value: number, round: GoalAmountOptions['round']): Shown => {
    const shown = formatGoalAmount(metric, value, { system, locale, round });
    return metric === 'count'
      ? { ...shown, unit: t`${plural(value, { one: 'workout', other: 'workouts' })}` }
      : shown;
  };
  const text = (metric: GoalMetric, value: number, round: GoalAmountOptions['round']): string => {
    const shown = amount(metric, value, round);
    return `${shown.value} ${shown.unit}`;
  };
  const activity = ({ activity_name: name }: Pick<UserGoal, 'activity_name'>) => name ?? t`All activities`;
  /** A goal in one line: 'Run, 30 km a week'. */
  const title = (goal: UserGoal): string => {
    const { metric, value } = goal.criteria.threshold;
    const what = activity(goal);
    const target = text(metric, value, 'nearest');
    return t`${what}, ${target} a week`;
  };
  return { amount, text, activity, title };
}
