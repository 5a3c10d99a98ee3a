import { convert } from './convert.ts';
import { formatNumber, type Shown } from './numbers.ts';
import { unitsOf, type MeasurementSystem } from './system.ts';

const SECONDS_PER_MINUTE = 60;
const MINUTES_PER_HOUR = 60;

export interface GoalAmountOptions {
  system: MeasurementSystem;
  locale: string;
  /** What is done is rounded down, so that a goal never looks reached before it is; a target is shown as it was set. */
  round: 'down' | 'nearest';
}

type GoalMetric = 'distance' | 'duration' | 'count' | 'energy';

/** An amount in the smallest steps that are shown: tenths of a kilometre or mile, minutes, workouts, kilocalories. */
function stepsOf(metric: GoalMetric, value: number, { system, round }: Omit<GoalAmountOptions, 'locale'>) {
  const size = {
    distance: () => convert(value, 'm', unitsOf(system).distance) * 10,
    duration: () => value / SECONDS_PER_MINUTE,
    count: () => value,
    energy: () => convert(value, 'J', 'kcal'),
  }[metric]();
  if (round === 'nearest') return Math.round(size);
  // What is a whole tenth in one unit is a hair off after the conversion from another.
  return Math.floor(size + 1e-6);
}

function formatSteps(
  metric: GoalMetric,
  steps: number,
  { system, locale }: Omit<GoalAmountOptions, 'round'>,
): Shown {
  if (metric === 'duration') {
    const rest = String(steps % MINUTES_PER_HOUR).padStart(2, '0');
    return {
      value: `${formatNumber(Math.floor(steps / MINUTES_PER_HOUR), { locale })}:${rest}`,
      unit: 'h',
    };
  }
  if (metric === 'distance')
    return {
      value: formatNumber(steps / 10, { locale, digits: steps % 10 === 0 ? 0 : 1 }),
      unit: unitsOf(system).distance,
    };
  return { value: formatNumber(steps, { locale }), unit: metric === 'energy' ? 'kcal' : '' };
}

/**
 * An amount of a weekly goal (metres, seconds, workouts or joules): kilometres or miles with at most one decimal, hours and
 * minutes, a count, or kilocalories. A count has no unit: its word depends on the number.
 */
export const formatGoalAmount = (metric: GoalMetric, value: number, options: GoalAmountOptions): Shown =>
  formatSteps(metric, stepsOf(metric, value, options), options);

/**
 * What is left of a goal that is not reached: what the texts of the target and of what is done leave between them, so that
 * the three add up, and never nothing.
 */
export function formatGoalRemaining(
  metric: GoalMetric,
  { value, target }: { value: number; target: number },
  options: Omit<GoalAmountOptions, 'round'>,
): Shown {
  const shown = stepsOf(metric, target, { ...options, round: 'nearest' });
  const done = stepsOf(metric, value, { ...options, round: 'down' });
  return formatSteps(metric, Math.max(1, shown - done), options);
}
