import { NO_VALUE, TIME_THRESHOLDS } from './constants.ts';
import type { MaybeNumber } from './numbers.ts';

const two = (value: number) => String(value).padStart(2, '0');

export interface DurationParts {
  hours: number;
  minutes: number;
  seconds: number;
}

/** What somebody typed into the fields of a duration; an empty part counts as 0. */
export interface TypedDuration {
  hours?: number | string | null;
  minutes?: number | string | null;
  seconds?: number | string | null;
}

export type DurationError = 'not_whole' | 'negative' | 'max_59';

/** Whole hours, minutes and seconds of a time in seconds (rounded); without hours the minutes go beyond 59. */
export function splitDuration(seconds: number, { showHours = true } = {}): DurationParts {
  const whole = Math.round(seconds);
  const hours = showHours ? Math.floor(whole / 3600) : 0;
  return { hours, minutes: Math.floor((whole - hours * 3600) / 60), seconds: whole % 60 };
}

const part = (typed: number | string | null | undefined): number => {
  if (typed === null || typed === undefined) return 0;
  return typeof typed === 'number' ? typed : Number(typed.trim());
};

/** Seconds of typed parts. Check them first with {@link checkDuration}: a part that is no number gives NaN. */
export function joinDuration(parts: TypedDuration): number {
  return part(parts.hours) * 3600 + part(parts.minutes) * 60 + part(parts.seconds);
}

/**
 * What is wrong with each typed part; empty when all is well. Parts are non-negative whole numbers,
 * seconds go to 59, and minutes go to 59 when hours are shown.
 */
export function checkDuration(
  parts: TypedDuration,
  { showHours = true } = {},
): Partial<Record<keyof TypedDuration, DurationError>> {
  const errors: Partial<Record<keyof TypedDuration, DurationError>> = {};
  const check = (name: keyof TypedDuration, max: number) => {
    const value = part(parts[name]);
    if (value < 0) errors[name] = 'negative';
    else if (!Number.isSafeInteger(value)) errors[name] = 'not_whole';
    else if (value > max) errors[name] = 'max_59';
  };
  if (showHours) check('hours', Infinity);
  check('minutes', showHours ? 59 : Infinity);
  check('seconds', 59);
  return errors;
}

/** Seconds as h:mm:ss, or m:ss below an hour; rounded to whole seconds. '–' when there is no number. */
export function formatDuration(seconds: MaybeNumber): string {
  if (seconds === null || seconds === undefined || !Number.isFinite(seconds)) return NO_VALUE;
  const { hours, minutes, seconds: rest } = splitDuration(Math.abs(seconds));
  const sign = seconds <= -0.5 ? '-' : '';
  return hours > 0 ? `${sign}${hours}:${two(minutes)}:${two(rest)}` : `${sign}${minutes}:${two(rest)}`;
}

/** The unit in which a span of seconds is told: minutes below 1 h, hours below 96 h, then days, months, years. */
export function timeUnitFor(seconds: number): 'year' | 'month' | 'day' | 'hour' | 'minute' {
  const span = Math.abs(seconds);
  if (span >= TIME_THRESHOLDS.year) return 'year';
  if (span >= TIME_THRESHOLDS.month) return 'month';
  if (span >= TIME_THRESHOLDS.day) return 'day';
  return span >= TIME_THRESHOLDS.hour ? 'hour' : 'minute';
}
