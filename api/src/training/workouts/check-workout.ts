import type { WorkoutInput, WorkoutUpdate } from '@waymark/api-contract';
import { activityType } from '@waymark/activities/catalogue';
import { invalid } from '../../kernel/server/errors.ts';
import { isTimeZone } from '../../kernel/local-day.ts';
import type { WorkoutRow } from '../workout-store/workout-rows.ts';

const MINUTE_MS = 60_000;
/** Clocks of browsers and phones are not ours. */
export const START_SLACK_MS = 5 * MINUTE_MS;
const EARLIEST = Date.UTC(1900, 0, 1);

/** m/s on average that hardly anybody reaches, by the root of the activity; `ELSE` for all others. */
const FAST: Readonly<Record<number, number>> = { 9: 4, 11: 20, 15: 2.5, 16: 8, 24: 4 };
const ELSE = 60;

type Diagnostics = Record<string, string[]>;
type Facts = Pick<WorkoutInput, 'activity_type_id' | 'start_datetime' | 'start_locale_timezone'> & {
  heartrate_avg?: number | null;
  heartrate_max?: number | null;
};

function refuse(diagnostics: Diagnostics): void {
  if (Object.keys(diagnostics).length > 0) throw invalid(diagnostics);
}

/**
 * What no schema can say of a workout.
 * @param kept its start so far: the clock of a device may have been wrong, and its workout can be edited all the same
 * @throws ApiProblem with a sentence for each wrong field
 */
export function checkWorkout(facts: Facts, now: Date, kept?: Date): void {
  const wrong: Diagnostics = {};
  if (!activityType(facts.activity_type_id)) {
    wrong['activity_type_id'] = ['Choose an activity type from the list.'];
  }
  const start = Date.parse(facts.start_datetime);
  if (Number.isNaN(start) || start < EARLIEST) wrong['start_datetime'] = ['Invalid date.'];
  else if (
    start > now.getTime() + START_SLACK_MS &&
    !(kept && Math.abs(start - kept.getTime()) < MINUTE_MS)
  ) {
    wrong['start_datetime'] = ['This start is in the future. Log the workout once it has begun.'];
  }
  if (!isTimeZone(facts.start_locale_timezone)) {
    wrong['start_locale_timezone'] = ['Choose a time zone by its place, such as Europe/Berlin.'];
  }
  const { heartrate_avg: avg, heartrate_max: max } = facts;
  if (avg !== null && avg !== undefined && max !== null && max !== undefined && max < avg) {
    wrong['heartrate_max'] = ['The highest heart rate cannot be below the average.'];
  }
  refuse(wrong);
}

const UNLIKELY = 'The average speed is unusually high for ';

/** Sentences on figures that are possible but unlikely: they are kept, and the member is told. */
export function plausibilityWarnings(
  activityTypeId: number,
  meters: number | null,
  seconds: number,
): string[] {
  const type = activityType(activityTypeId);
  if (!type || meters === null || meters / seconds <= (FAST[type.rootId] ?? ELSE)) return [];
  return [`${UNLIKELY}${type.name}. Check the distance and the duration.`];
}

/** One of the sentences of `doubts`, whatever the activity was. */
export const isPlausibilityWarning = (warning: string): boolean => warning.startsWith(UNLIKELY);

const FROM_RECORDING = 'This comes from the recording and cannot be changed by hand.';

/**
 * A workout with a recording keeps what was recorded. A form may send the figures back as they are.
 * @throws ApiProblem with a sentence for each figure that differs
 */
export function checkRecorded(row: WorkoutRow, change: WorkoutUpdate): void {
  const wrong: Diagnostics = {};
  const keep = (field: keyof WorkoutUpdate, same: boolean) => {
    if (change[field] !== undefined && !same) wrong[field] = [FROM_RECORDING];
  };
  const near = (given: number | null | undefined, ...stored: (number | null)[]) =>
    stored.some((value) => (value === null ? given === null : Math.abs((given ?? 0) - value) < 1));
  const started = Math.abs(Date.parse(change.start_datetime ?? '') - row.start_at.getTime());
  keep('start_datetime', started < MINUTE_MS);
  keep('start_locale_timezone', change.start_locale_timezone === row.time_zone);
  keep('duration', near(change.duration, row.active_time_total, row.elapsed_time_total));
  keep('distance', near(change.distance, row.distance_total));
  keep('ascent', near(change.ascent, row.ascent_total));
  keep('energy', near(change.energy, row.metabolic_energy_total));
  keep('heartrate_avg', near(change.heartrate_avg, row.heartrate_avg));
  keep('heartrate_max', near(change.heartrate_max, row.heartrate_max));
  refuse(wrong);
}

/** A leg is part of its workout: who may see it is decided there. */
export function checkLeg(row: WorkoutRow, change: WorkoutUpdate): void {
  if (row.parent_id !== null && change.privacy !== undefined && change.privacy !== row.privacy) {
    throw invalid({ privacy: ['A leg follows the privacy of the whole workout. Change it there.'] });
  }
}
