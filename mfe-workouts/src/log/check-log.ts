import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { convert, parseNumber, unitsOf, type MeasurementSystem } from '@waymark/units';
import { zonedMoment } from '../shared/zoned-time.ts';
import { clockChange } from './clock-change.ts';
import type { LogValues } from './log-values.ts';

export type LogErrors = Partial<Record<keyof LogValues, MessageDescriptor>>;

const DAY = 86_400;
const MINUTE_MS = 60_000;
/** Metres. */
const LONGEST = 20_000_000;
/** Metres a second; the fastest on skis and wheels stay below. */
const FASTEST = 85;
const MOST_KCAL = 47_000;
/** Metres. */
const MOST_ASCENT = 100_000;

const startOf = ({ date, time, timeZone }: LogValues) => zonedMoment(date, time, timeZone).getTime();

/**
 * What keeps a log from being saved, by field. The server checks the same again.
 * @param saved what stood in the form when it was opened for a workout that is there: its start may stay, even where
 * the clock of a device was ahead
 * @param hasHealthConsent without it a heart rate that was typed cannot be saved
 */
export function checkLog(
  values: LogValues,
  now: Date,
  system: MeasurementSystem,
  saved?: LogValues,
  hasHealthConsent = true,
): LogErrors {
  const errors: LogErrors = {};
  if (values.activityId === null) errors.activityId = msg`Choose an activity.`;
  if (!values.date) errors.date = msg`Choose the day.`;
  else if (!values.time) errors.time = msg`Enter when it started.`;
  else if (clockChange(values, null)?.kind === 'skipped')
    errors.time = msg`The clocks went forward that night and skipped this time. Choose one an hour later.`;
  else if (startOf(values) > now.getTime() + MINUTE_MS && !(saved && startOf(values) === startOf(saved)))
    errors.date = msg`This start is in the future. Log the workout once it has begun.`;
  if (values.duration === null || values.duration <= 0) errors.duration = msg`Enter how long it took.`;
  else if (values.duration > 30 * DAY) errors.duration = msg`A workout lasts at most 30 days.`;

  const wrong = (text: string) => text.trim() !== '' && parseNumber(text) === null;
  const between = (field: 'heartrateAvg' | 'heartrateMax') => {
    const beats = parseNumber(values[field]);
    if (wrong(values[field]) || (beats !== null && (beats < 20 || beats > 260)))
      errors[field] = msg`Heart rate is between 20 and 260.`;
  };
  const metres = (parseNumber(values.distance) ?? 0) * convert(1, unitsOf(system).distance, 'm');
  if (wrong(values.distance)) errors.distance = msg`Enter the distance as a number, for example 10.5.`;
  else if (metres < 0) errors.distance = msg`Distance cannot be negative.`;
  else if (metres > LONGEST) errors.distance = msg`This distance is longer than any workout.`;
  else if (values.duration && metres / values.duration > FASTEST)
    errors.distance = msg`That’s faster than anyone has ever gone. Check the distance and the duration.`;
  if (wrong(values.energy) || (parseNumber(values.energy) ?? 0) < 0)
    errors.energy = msg`Enter the calories as a number, 0 or more.`;
  else if ((parseNumber(values.energy) ?? 0) > MOST_KCAL)
    errors.energy = msg`This is more energy than any workout takes.`;
  const ascent = convert(parseNumber(values.ascent) ?? 0, unitsOf(system).elevation, 'm');
  if (wrong(values.ascent) || ascent < 0) errors.ascent = msg`Enter the ascent as a number, 0 or more.`;
  else if (ascent > MOST_ASCENT) errors.ascent = msg`This is more ascent than any workout has.`;
  between('heartrateAvg');
  between('heartrateMax');
  const avg = parseNumber(values.heartrateAvg);
  const max = parseNumber(values.heartrateMax);
  if (!errors.heartrateMax && avg !== null && max !== null && max < avg)
    errors.heartrateMax = msg`The highest heart rate cannot be below the average.`;
  if (!hasHealthConsent)
    for (const field of HEART_RATE_FIELDS)
      if (isTyped(field, values, saved))
        errors[field] =
          msg`Waymark saves heart rate only with your consent for health data. Give it, or empty this field.`;
  return errors;
}

export const HEART_RATE_FIELDS = ['heartrateAvg', 'heartrateMax'] as const;

/** It stands in the form and is not what was there when that was opened. */
export const isTyped = (
  field: (typeof HEART_RATE_FIELDS)[number],
  values: LogValues,
  saved: LogValues | undefined,
): boolean => values[field].trim() !== '' && values[field] !== saved?.[field];
