import { z } from 'zod';
import { Day, Id, IdParams, WeekStart, type Call } from './common.ts';
import { PersonalRecord, RecordWorkout, Totals } from './workouts.ts';
import { statsEndpoints } from './endpoints/workouts.ts';

/** Ids of activity types, comma separated. A type stands for all types below it; none or 'all' means every activity. */
export const ActivityFilter = z
  .string()
  .regex(/^(all|\d{1,9}(,\d{1,9}){0,99})$/, 'Give activity type ids, separated by commas.')
  .optional();

export const StatsPeriod = z.enum(['week', 'month', 'year']);
export type StatsPeriod = z.infer<typeof StatsPeriod>;

/** One bar: the days `from` to `to`, both included, of the member's local calendar. */
export const StatsBucket = z.object({ from: z.string(), to: z.string(), totals: Totals });
export type StatsBucket = z.infer<typeof StatsBucket>;

export const StatsByActivity = z.object({
  activity_type_id: Id,
  activity_name: z.string(),
  activity_group: z.string(),
  totals: Totals,
});
export type StatsByActivity = z.infer<typeof StatsByActivity>;

/** `date` is any day of the period that is asked for; today in the member's zone unless given. */
export const StatsQuery = z.object({
  period: StatsPeriod.default('week'),
  date: Day.optional(),
  activity_types: ActivityFilter,
  week_start: WeekStart,
});

/** A week by days, a month by days, a year by months; beside it the period before, bucket for bucket. */
export const UserStats = z.object({
  period: StatsPeriod,
  today: z.string(),
  /** The first day of the weeks in this answer. */
  week_start: z.number().int(),
  from: z.string(),
  to: z.string(),
  previous_from: z.string(),
  previous_to: z.string(),
  stats: z.array(StatsBucket),
  previous_stats: z.array(StatsBucket),
  summary_stats: Totals,
  previous_summary_stats: Totals,
  /** While the period lasts: its part up to today in the period before. Null once it is over. */
  previous_part_stats: Totals.nullable(),
  /** Largest duration first. */
  by_activity: z.array(StatsByActivity),
  /** First and last day with a workout that the caller may see, null without any. */
  first_day: z.string().nullable(),
  last_day: z.string().nullable(),
});
export type UserStats = z.infer<typeof UserStats>;

export const FilterQuery = z.object({ activity_types: ActivityFilter });

export const GroupTotals = z.object({ activity_group: z.string(), totals: Totals });

/** Days and weeks in a row with at least one workout; `from` is the first day of the row. Weeks begin at `week_start`. */
export const Streak = z.object({
  length: z.number().int(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type Streak = z.infer<typeof Streak>;

export const LifetimeQuery = FilterQuery.extend({
  week_start: WeekStart,
});
export const LifetimeStats = z.object({
  today: z.string(),
  /** The first day of the weeks in this answer. */
  week_start: z.number().int(),
  first_day: z.string().nullable(),
  totals: Totals,
  groups: z.array(GroupTotals),
  /** Newest year first, years without a workout included between the first and this one. */
  years: z.array(z.object({ year: z.number().int(), totals: Totals, groups: z.array(GroupTotals) })),
  active_days: z.number().int(),
  current_weeks: Streak,
  longest_weeks: Streak,
  current_days: Streak,
  longest_days: Streak,
});
export type LifetimeStats = z.infer<typeof LifetimeStats>;

export const HeatCalendarQuery = FilterQuery.extend({
  year: z.coerce.number().int().min(1900).max(2200).optional(),
});
/** The days of one year that have workouts. `load` is null where none of the day's workouts has one. */
export const HeatCalendar = z.object({
  year: z.number().int(),
  years: z.array(z.number().int()),
  days: z.array(
    z.object({
      day: z.string(),
      count: z.number().int(),
      distance: z.number(),
      duration: z.number(),
      load: z.number().nullable(),
    }),
  ),
});
export type HeatCalendar = z.infer<typeof HeatCalendar>;

export const RecordsQuery = z.object({
  /** Key of an activity group; without one, the group that most time goes into among those with a distance. */
  activity_group: z.string().max(20).optional(),
});
export const RecordList = z.object({
  records: z.array(PersonalRecord),
  /** The group that the records are of; null where the member has none. */
  activity_group: z.string().nullable(),
  /** Groups in which the member has any record. */
  activity_groups: z.array(z.string()),
});
export type RecordList = z.infer<typeof RecordList>;

export const CurvesQuery = z.object({
  activity_group: z.string().max(20),
  from: Day.optional(),
  to: Day.optional(),
});
/**
 * Best efforts over all workouts of a group with a recording: the fastest elapsed time (seconds) in which a
 * distance (metres) was covered, and the highest mean power (watts) over a time (seconds). Both monotonic:
 * longer distances never take less time, longer times never have more power.
 */
export const Curves = z.object({
  distance: z.array(z.object({ meters: z.number(), seconds: z.number(), workout: RecordWorkout })),
  power: z.array(z.object({ seconds: z.number(), watts: z.number(), workout: RecordWorkout })),
  activity_groups: z.array(z.string()),
});
export type Curves = z.infer<typeof Curves>;

export const LoadQuery = z.object({ from: Day.optional(), to: Day.optional() });
/**
 * Training load by Banister's TRIMP; fitness and fatigue are its exponentially weighted means of 42 and 7 days,
 * form is the fitness minus the fatigue of the day before.
 */
export const TrainingLoad = z.object({
  from: z.string(),
  to: z.string(),
  days: z.array(
    z.object({
      day: z.string(),
      load: z.number(),
      fitness: z.number(),
      fatigue: z.number(),
      form: z.number(),
    }),
  ),
  /** Workouts of the span with and without a heart rate; those without cannot be counted. */
  counted: z.number().int(),
  not_counted: z.number().int(),
  /** The limits the formula was used with, beats per minute, and where they come from. */
  resting_heartrate: z.number(),
  maximum_heartrate: z.number(),
  maximum_from: z.enum(['zones', 'age', 'default']),
});
export type TrainingLoad = z.infer<typeof TrainingLoad>;

export const HeatMapQuery = z.object({
  activity_types: ActivityFilter,
  from: Day.optional(),
  to: Day.optional(),
});

/** Statistics of a member (`:id`), of the workouts that the caller may see in lists. 404 when that is none at all. */
export const statsCalls = {
  stats: {
    ...statsEndpoints.stats,
    summary: 'A week, month or year of a member against the one before',
    params: IdParams,
    querystring: StatsQuery,
    response: UserStats,
  },
  lifetime: {
    ...statsEndpoints.lifetime,
    summary: 'Totals by year and group, and streaks',
    params: IdParams,
    querystring: LifetimeQuery,
    response: LifetimeStats,
  },
  heatCalendar: {
    ...statsEndpoints.heatCalendar,
    summary: 'The active days of a year',
    params: IdParams,
    querystring: HeatCalendarQuery,
    response: HeatCalendar,
  },
  records: {
    ...statsEndpoints.records,
    summary: 'Personal records',
    params: IdParams,
    querystring: RecordsQuery,
    response: RecordList,
  },
  curves: {
    ...statsEndpoints.curves,
    summary: 'Best-effort curves by distance and by time',
    params: IdParams,
    querystring: CurvesQuery,
    response: Curves,
  },
  load: {
    ...statsEndpoints.load,
    summary: 'Training load, fitness, fatigue and form (own only)',
    params: IdParams,
    querystring: LoadQuery,
    response: TrainingLoad,
  },
  heatMap: {
    ...statsEndpoints.heatMap,
    summary: 'Thinned tracks of all workouts, packed (application/vnd.waymark.tracks; own only)',
    params: IdParams,
    querystring: HeatMapQuery,
  },
} satisfies Record<keyof typeof statsEndpoints, Call>;
