import type { Privacy, RouteSummary, Workout, WorkoutInput, WorkoutUpdate } from '@waymark/api-contract';
import {
  convert,
  distanceFrom,
  durationFrom,
  paceFrom,
  parseNumber,
  unitsOf,
  type MeasurementSystem,
} from '@waymark/units';
import { wallClock, zonedIso } from '../shared/zoned-time.ts';

/** What stands in the form. Numbers are text as typed; durations seconds. */
export interface LogValues {
  name: string;
  activityId: number | null;
  activityGroup: string;
  date: string;
  time: string;
  timeZone: string;
  /** The start follows the duration, so that the workout ends now. Until a start is entered. */
  endsNow?: boolean;
  duration: number | null;
  /** In the member's unit. */
  distance: string;
  /** Seconds for one unit of distance. */
  pace: number | null;
  /** In the member's unit. */
  ascent: string;
  /** Kilocalories; empty means the estimate. */
  energy: string;
  heartrateAvg: string;
  heartrateMax: string;
  notes: string;
  /** From 1 to 5. */
  mood: number | null;
  /** From 1 to 10. */
  effort: number | null;
  /** Those who see the workout see notes, mood, effort and gear too. */
  areNotesShared: boolean;
  privacy: Privacy;
  /** Undefined until chosen: the gear that is the usual one for the activity. */
  gearId?: number | null;
  /** What gear that was there before is called. */
  gearName?: string;
  /** The saved route that was followed. Undefined: as it was. */
  routeId?: number | null;
  routeName?: string;
}

export type Measure = 'distance' | 'duration' | 'pace';

const unitMetres = (system: MeasurementSystem) => convert(1, unitsOf(system).distance, 'm');

export function emptyLog(now: Date, timeZone: string, privacy: Privacy): LogValues {
  return {
    name: '',
    activityId: null,
    activityGroup: 'generic',
    ...wallClock(now, timeZone),
    timeZone,
    endsNow: true,
    duration: null,
    distance: '',
    pace: null,
    ascent: '',
    energy: '',
    heartrateAvg: '',
    heartrateMax: '',
    notes: '',
    mood: null,
    effort: null,
    areNotesShared: false,
    privacy,
  };
}

const round = (value: number, digits: number) => String(Number(value.toFixed(digits)));

/** The form for a workout that is there; `at` gives a copy another start. */
export function logOf(workout: Workout, system: MeasurementSystem, at?: Date): LogValues {
  const a = workout.aggregates;
  const duration = a.active_time_total ?? a.elapsed_time_total;
  const metres = a.distance_total;
  const pace = metres && duration ? paceFrom(metres, duration) : null;
  return {
    name: workout.name,
    activityId: workout.activity_type_id,
    activityGroup: workout.activity_group,
    ...wallClock(at ?? new Date(workout.start_datetime), workout.start_locale_timezone),
    timeZone: workout.start_locale_timezone,
    duration: duration === null ? null : Math.round(duration),
    distance: metres ? round(metres / unitMetres(system), 3) : '',
    pace: pace && Math.round(pace * unitMetres(system)),
    ascent: a.ascent_total ? round(convert(a.ascent_total, 'm', unitsOf(system).elevation), 0) : '',
    energy:
      a.metabolic_energy_total && !workout.energy_estimated
        ? round(convert(a.metabolic_energy_total, 'J', 'kcal'), 0)
        : '',
    heartrateAvg: a.heartrate_avg ? round(a.heartrate_avg, 0) : '',
    heartrateMax: a.heartrate_max ? round(a.heartrate_max, 0) : '',
    notes: workout.notes,
    mood: workout.mood,
    effort: workout.effort,
    areNotesShared: workout.are_notes_shared,
    privacy: workout.privacy,
    gearId: workout.gear?.id ?? null,
    gearName: workout.gear?.name,
    routeId: workout.route?.id,
    routeName: workout.route?.name,
  };
}

/**
 * Takes a typed measure in and finds the third: distance and duration give the pace; a typed pace changes the duration
 * when the distance is known, otherwise the distance.
 */
export function withMeasure(
  values: LogValues,
  measure: Measure,
  typed: string | number | null,
  system: MeasurementSystem,
): LogValues {
  const next: LogValues = { ...values, [measure]: typed };
  const unit = unitMetres(system);
  const metres = (parseNumber(next.distance) ?? 0) * unit;
  const seconds = next.duration ?? 0;
  const pace = (next.pace ?? 0) / unit;
  if (measure !== 'pace') {
    const found = paceFrom(metres, seconds);
    return {
      ...next,
      pace: found === null ? (metres && seconds ? null : next.pace) : Math.round(found * unit),
    };
  }
  const duration = durationFrom(metres, pace);
  if (duration !== null) return { ...next, duration: Math.round(duration) };
  const distance = distanceFrom(seconds, pace);
  return distance === null ? next : { ...next, distance: round(distance / unit, 2) };
}

/** The start of a workout that ends at a moment, on the wall of its place. */
export function withEnd(values: LogValues, end: Date): LogValues {
  const start = new Date(end.getTime() - (values.duration ?? 0) * 1000);
  return { ...values, ...wallClock(start, values.timeZone) };
}

/** Takes a saved route in, and from it what was not told yet: how far it was, and doing what. */
export function withRoute(
  values: LogValues,
  route: RouteSummary | null,
  system: MeasurementSystem,
): LogValues {
  if (!route) return { ...values, routeId: null, routeName: undefined };
  const distance = round(route.distance / unitMetres(system), 2);
  const measured = values.distance === '' ? withMeasure(values, 'distance', distance, system) : values;
  return {
    ...measured,
    ...(values.activityId === null && {
      activityId: route.activity_type_id,
      activityGroup: route.activity_group,
    }),
    routeId: route.id,
    routeName: route.name,
  };
}

/** The call's body. Only what the form can hold; empty fields are null. */
export function inputOf(values: LogValues, system: MeasurementSystem): WorkoutInput {
  const number = (text: string) => parseNumber(text);
  const distance = number(values.distance);
  const kcal = number(values.energy);
  const ascent = number(values.ascent);
  return {
    name: values.name.trim() || undefined,
    notes: values.notes,
    mood: values.mood,
    effort: values.effort,
    are_notes_shared: values.areNotesShared,
    activity_type_id: values.activityId ?? 0,
    start_datetime: zonedIso(values.date, values.time, values.timeZone),
    start_locale_timezone: values.timeZone,
    duration: values.duration ?? 0,
    distance: distance === null ? null : distance * unitMetres(system),
    ascent: ascent === null ? null : convert(ascent, unitsOf(system).elevation, 'm'),
    energy: kcal === null ? null : convert(kcal, 'kcal', 'J'),
    heartrate_avg: number(values.heartrateAvg),
    heartrate_max: number(values.heartrateMax),
    privacy: values.privacy,
    gear_id: values.gearId,
    route_id: values.routeId,
  };
}

/**
 * What a member changed, as the call takes it. The form rounds figures, shows minutes and cannot tell the two hours
 * apart that a clock shows twice: what was left alone is not sent, and stays as it is.
 */
export function changeOf(start: LogValues, values: LogValues, system: MeasurementSystem): WorkoutUpdate {
  const bodyOf = (of: LogValues): WorkoutUpdate => ({ ...inputOf(of, system), name: of.name.trim() });
  const before = bodyOf(start);
  const changed = Object.entries(bodyOf(values)).filter(
    ([field, value]) => value !== before[field as keyof WorkoutUpdate],
  );
  return Object.fromEntries(changed);
}

/** Which of the form's fields a diagnostic of the API belongs to. */
export const FIELD_OF: Record<string, keyof LogValues> = {
  name: 'name',
  notes: 'notes',
  mood: 'mood',
  effort: 'effort',
  are_notes_shared: 'areNotesShared',
  ascent: 'ascent',
  activity_type_id: 'activityId',
  start_datetime: 'date',
  start_locale_timezone: 'date',
  duration: 'duration',
  distance: 'distance',
  energy: 'energy',
  heartrate_avg: 'heartrateAvg',
  heartrate_max: 'heartrateMax',
  privacy: 'privacy',
  gear_id: 'gearId',
  route_id: 'routeId',
};
