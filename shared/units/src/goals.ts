import { convert } from './convert.ts';
import { formatNumber, type Shown } from './numbers.ts';
import { unitsOf, type MeasurementSystem } from './system.ts';

const SECONDS_PER_MINUTE = 60;
const MINUTES_PER_HOUR = 60;

export interface GoalAmountOptions {
  system: MeasurementSystem;
  locale: string;
  /**
   * What is done is rounded down and what is left up, so that a goal never looks reached before it is; a target is
   * shown as it was set.
   */
  round: 'down' | 'up' | 'nearest';
}

/**
 * An amount of a weekly goal (metres, seconds, workouts or joules): kilometres or miles with at most one decimal, hours and
 * minutes, a count, or kilocalories. A count has no unit: its word depends on the number.
 */
export function formatGoalAmount(
  metric: 'distance' | 'duration' | 'count' | 'energy',
  value: number,
  { system, locale, round }: GoalAmountOptions,
): Shown {
  // What is a whole tenth in one unit is a hair off after the conversion from another.
  const whole = (size: number) => {
    if (round === 'nearest') return Math.round(size);
    return round === 'down' ? Math.floor(size + 1e-6) : Math.ceil(Math.max(0, size - 1e-6));
  };
  if (metric === 'duration') {
    const minutes = whole(value / SECONDS_PER_MINUTE);
    const rest = String(minutes % MINUTES_PER_HOUR).padStart(2, '0');
    return {
      value: `${formatNumber(Math.floor(minutes / MINUTES_PER_HOUR), { locale })}:${rest}`,
      unit: 'h',
    };
  }
  if (metric === 'distance') {
    const unit = unitsOf(system).distance;
    const tenths = whole(convert(value, 'm', unit) * 10);
    return { value: formatNumber(tenths / 10, { locale, digits: tenths % 10 === 0 ? 0 : 1 }), unit };
  }
  if (metric === 'energy')
    return { value: formatNumber(whole(convert(value, 'J', 'kcal')), { locale }), unit: 'kcal' };
  return { value: formatNumber(whole(value), { locale }), unit: '' };
}
