import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { parseNumber } from '@waymark/units';
import { zonedMoment } from '../shared/zoned-time.ts';
import type { LogValues } from './log-values.ts';

export type LogErrors = Partial<Record<keyof LogValues, MessageDescriptor>>;

const DAY = 86_400;

/** What keeps a log from being saved, by field. The server checks the same again. */
export function checkLog(values: LogValues, now: Date): LogErrors {
  const errors: LogErrors = {};
  if (values.activityId === null) errors.activityId = msg`Choose an activity.`;
  if (!values.date) errors.date = msg`Choose the day.`;
  else if (!values.time) errors.time = msg`Enter when it started.`;
  else if (zonedMoment(values.date, values.time, values.timeZone).getTime() > now.getTime() + 60_000)
    errors.date = msg`This start lies in the future.`;
  if (values.duration === null || values.duration <= 0) errors.duration = msg`Enter how long it took.`;
  else if (values.duration > 30 * DAY) errors.duration = msg`A workout lasts at most 30 days.`;

  const wrong = (text: string) => text.trim() !== '' && parseNumber(text) === null;
  const between = (field: 'heartrateAvg' | 'heartrateMax') => {
    const beats = parseNumber(values[field]);
    if (wrong(values[field]) || (beats !== null && (beats < 20 || beats > 260)))
      errors[field] = msg`Heart rate is between 20 and 260.`;
  };
  if (wrong(values.distance)) errors.distance = msg`Write the distance as a number, for instance 10.5.`;
  else if ((parseNumber(values.distance) ?? 0) < 0) errors.distance = msg`Distance cannot be negative.`;
  if (wrong(values.energy) || (parseNumber(values.energy) ?? 0) < 0)
    errors.energy = msg`Write the calories as a number from 0 on.`;
  between('heartrateAvg');
  between('heartrateMax');
  const avg = parseNumber(values.heartrateAvg);
  const max = parseNumber(values.heartrateMax);
  if (!errors.heartrateMax && avg !== null && max !== null && max < avg)
    errors.heartrateMax = msg`The highest heart rate cannot be below the average.`;
  return errors;
}
