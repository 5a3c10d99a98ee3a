import type { GoalMetric } from '@waymark/api-contract';
import { GOAL_TARGET_LIMITS } from '@waymark/api-contract/limits';
import { convert, parseNumber, unitsOf, type MeasurementSystem } from '@waymark/units';

/** A target as it is typed. */
export interface TargetDraft {
  /** Distance, workouts or energy, in the member's unit. */
  amount: string;
  hours: string;
  minutes: string;
}

export const EMPTY_TARGET: TargetDraft = { amount: '', hours: '', minutes: '' };

interface Units {
  system: MeasurementSystem;
  locale: string;
}

/** What a target looks like in its field. */
export function draftOf(metric: GoalMetric, value: number, { system, locale }: Units): TargetDraft {
  if (metric === 'duration')
    return {
      ...EMPTY_TARGET,
      hours: String(Math.floor(value / 3600)),
      minutes: String(Math.round((value % 3600) / 60)),
    };
  const size =
    metric === 'distance'
      ? convert(value, 'm', unitsOf(system).distance)
      : metric === 'energy'
        ? convert(value, 'J', 'kcal')
        : value;
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 1, useGrouping: false });
  return { ...EMPTY_TARGET, amount: format.format(size) };
}

const wholeOf = (text: string): number => (text.trim() === '' ? 0 : Number(text));

/** Metres, seconds, workouts or joules; null for what is no target of a week. */
export function targetOf(metric: GoalMetric, draft: TargetDraft, { system, locale }: Units): number | null {
  const typed = metric === 'duration' ? 0 : parseNumber(draft.amount, locale);
  if (typed === null) return null;
  const value = {
    // To the millimetre: a whole number of miles is no whole number of metres.
    distance: () => Math.round(convert(typed, unitsOf(system).distance, 'm') * 1000) / 1000,
    duration: () => wholeOf(draft.hours) * 3600 + wholeOf(draft.minutes) * 60,
    count: () => typed,
    energy: () => Math.round(convert(typed, 'kcal', 'J')),
  }[metric]();
  const { min, max } = GOAL_TARGET_LIMITS[metric];
  const isPossible = value >= min && value <= max && (metric !== 'count' || Number.isInteger(value));
  return isPossible ? value : null;
}
