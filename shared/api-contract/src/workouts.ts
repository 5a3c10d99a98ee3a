import { z } from 'zod';
import {
  ActivityTypeIdText,
  Id,
  IdParams,
  IdText,
  LinkKeyQuery,
  Links,
  Month,
  Page,
  Privacy,
  ShareLink,
  WeekStart,
  type Call,
} from './common.ts';
import { ContributionExclusion, ContributionReview } from './contributions.ts';
import { UserGoalProgress } from './goals.ts';
import { workoutEndpoints } from './endpoints/workouts.ts';
import { MultiLine, SingleLine } from './text.ts';

const num = z.number().nullable();

/**
 * Figures of a workout: metres, seconds, joules, beats, m/s, steps (runs) or revolutions per minute, watts.
 * `active_time_total` is moving time, `paused_time_total` what the device paused, `stopped_time_total` standing while recording.
 */
export const Aggregates = z.object({
  distance_total: num,
  metabolic_energy_total: num,
  active_time_total: num,
  elapsed_time_total: num,
  paused_time_total: num,
  stopped_time_total: num,
  steps_total: num,
  ascent_total: num,
  descent_total: num,
  heartrate_min: num,
  heartrate_max: num,
  heartrate_avg: num,
  speed_min: num,
  speed_max: num,
  speed_avg: num,
  cadence_min: num,
  cadence_max: num,
  cadence_avg: num,
  power_min: num,
  power_max: num,
  power_avg: num,
});
export type Aggregates = z.infer<typeof Aggregates>;

/** `start` in seconds after the workout's start; the rest as in `Aggregates`. */
export const Lap = z.object({
  index: z.number().int(),
  start: z.number(),
  elapsed: z.number(),
  active: z.number(),
  distance: num,
  ascent: num,
  heartrate_avg: num,
  heartrate_max: num,
  cadence_avg: num,
  power_avg: num,
  speed_avg: num,
  speed_max: num,
});
export type Lap = z.infer<typeof Lap>;

export const SwimStroke = z.enum([
  'freestyle',
  'backstroke',
  'breaststroke',
  'butterfly',
  'drill',
  'mixed',
  'medley',
]);
export type SwimStroke = z.infer<typeof SwimStroke>;

/** One length of a pool; rests lie between two lengths. `start` counts from the workout's start. Seconds. */
export const SwimLength = z.object({
  start: z.number(),
  duration: z.number(),
  strokes: z.number().int().nullable(),
  stroke: SwimStroke.nullable(),
});
export type SwimLength = z.infer<typeof SwimLength>;

/** How the athlete felt, from 1 (exhausted) to 5 (great). */
export const Mood = z
  .number()
  .int()
  .min(1, 'Choose a mood from 1 to 5.')
  .max(5, 'Choose a mood from 1 to 5.');

/** How hard it felt (rating of perceived exertion), from 1 (very easy) to 10 (all out). */
export const Effort = z
  .number()
  .int()
  .min(1, 'Choose an effort from 1 to 10.')
  .max(10, 'Choose an effort from 1 to 10.');

/**
 * What only the member can say of a workout, and every way to create or change one carries along:
 * `api/src/recordings/model/written-fields.ts` holds their rules.
 */
export const WrittenFields = z.object({
  notes: MultiLine.max(10_000, 'Keep the notes below 10,000 characters.'),
  mood: Mood.nullable(),
  effort: Effort.nullable(),
  /** Those who see the workout see these fields and its gear too; else its owner alone does. */
  are_notes_shared: z.boolean(),
});
export type WrittenFields = z.infer<typeof WrittenFields>;

/** `polyline` has at most 200 points at precision 5, `_?_?` where nothing was recorded between two; `bounds` is west, south, east, north. */
export const TrackPreview = z.object({
  polyline: z.string().nullable(),
  bounds: z.array(z.number()).length(4).nullable(),
});

/** A workout as lists show it. */
export const WorkoutSummary = z.object({
  id: Id,
  name: z.string(),
  activity_type_id: Id,
  /** Name of the activity type and key of its group, so that a list needs no catalogue. */
  activity_name: z.string(),
  activity_group: z.string(),
  start_datetime: z.string(),
  start_locale_timezone: z.string(),
  privacy: Privacy,
  source: z.enum(['manual', 'file', 'copy', 'sample']),
  has_time_series: z.boolean(),
  parent_id: Id.nullable(),
  leg_count: z.number().int(),
  aggregates: Aggregates,
  preview: TrackPreview,
  _links: Links,
});
export type WorkoutSummary = z.infer<typeof WorkoutSummary>;

/** A photo of a workout. `urls` are signed, last a day and are empty until it is ready; sizes in pixels of the large one. */
export const Photo = z.object({
  id: Id,
  status: z.enum(['processing', 'ready', 'failed']),
  /** Why it failed, for its owner. */
  problem: z.string().nullable(),
  caption: z.string(),
  width: z.number().int().nullable(),
  height: z.number().int().nullable(),
  urls: z.object({ small: z.string(), medium: z.string(), large: z.string() }).nullable(),
});
export type Photo = z.infer<typeof Photo>;

/** A saved route that a workout followed. Metres; of the preview others miss what they miss of the workout's. */
export const FollowedRoute = z.object({
  id: Id,
  name: z.string(),
  distance: z.number(),
  preview: TrackPreview,
});
export type FollowedRoute = z.infer<typeof FollowedRoute>;

const WorkoutExclusion = z.object({
  /** The first that stands. */
  reason: ContributionExclusion,
  /** The others: it counts once each is accepted. */
  further_reasons: z.array(ContributionExclusion),
  /** Of the first. */
  review: ContributionReview.nullable(),
});
export type WorkoutExclusion = z.infer<typeof WorkoutExclusion>;

/** A workout as its own page shows it. `can` is the policy's answer for the caller. */
export const Workout = WorkoutSummary.extend({
  /** Minutes by which the clock was ahead of UTC where and when it started. */
  start_utc_offset: z.number().int(),
  ...WrittenFields.shape,
  /** The city in or near which it started; '' where none is known. */
  locality: z.string(),
  device: z.string().nullable(),
  file_name: z.string().nullable(),
  warnings: z.array(z.string()),
  created_datetime: z.string(),
  updated_datetime: z.string(),
  laps: z.array(Lap),
  /** Of a swim in a pool, in order. */
  lengths: z.array(SwimLength),
  /** Metres of the pool; null where it is unknown. */
  pool_length: num,
  /** The file it was read from is still kept, for its owner. */
  has_original: z.boolean(),
  legs: z.array(WorkoutSummary),
  /** The energy is an estimate of ours: it follows when activity, time or distance change. */
  energy_estimated: z.boolean(),
  hrZones: z.array(z.object({ name: z.string(), start: z.number(), end: z.number() })),
  /** Threshold power (W) that applied; null when the member has set none, and for everybody else. */
  threshold_power: z.number().nullable(),
  /** Banister's TRIMP; null without heart rate, and for everybody else. */
  load: z.number().nullable(),
  gear: z.object({ id: Id, name: z.string() }).nullable(),
  /** Null where none was chosen, and for whoever may not open it. */
  route: FollowedRoute.nullable(),
  photos: z.array(Photo),
  /** Badges of what recorded it: foot_pod, smartwatch_garmin, smartwatch_apple, smartwatch_other, gait_coaching (own only). */
  attributions: z.array(z.string()),
  /** Keys of the personal records of its activity group that it holds now, among what the caller sees. */
  records: z.array(z.string()),
  /** A part of the track lies in a privacy zone. Its owner sees all; others see and are told figures of the rest only. */
  has_hidden_part: z.boolean(),
  /** Why it counts nowhere: in no goal, challenge or points. Null where it counts, and for everybody else. */
  exclusion: WorkoutExclusion.nullable(),
  user: z.object({ id: Id, display_name: z.string(), username: z.string() }),
  can: z.object({ edit: z.boolean(), delete: z.boolean(), copy: z.boolean() }),
});
export type Workout = z.infer<typeof Workout>;

export const WorkoutListQuery = Page.extend({
  user: IdText.optional(),
  activity_type: ActivityTypeIdText.optional(),
  started_after: z.iso.datetime({ offset: true }).optional(),
  started_before: z.iso.datetime({ offset: true }).optional(),
  order_by: z.enum(['-start_datetime', 'start_datetime']).default('-start_datetime'),
});
export const WorkoutList = z.object({
  _links: Links,
  _embedded: z.object({ workouts: z.array(WorkoutSummary) }),
  total_count: z.number().int(),
});
export type WorkoutList = z.infer<typeof WorkoutList>;

const DAY = 86_400;
/** What a member writes when they log or edit a workout. Seconds, metres, joules. */
export const WorkoutInput = z.object({
  name: SingleLine.max(200, 'Keep the name below 200 characters.').optional(),
  ...WrittenFields.partial().shape,
  activity_type_id: Id,
  start_datetime: z.iso.datetime({ offset: true, message: 'Invalid date.' }),
  start_locale_timezone: z.string().min(1).max(64),
  duration: z
    .number()
    .int('Duration is a whole number of seconds.')
    .min(1, 'Enter how long it took.')
    .max(30 * DAY, 'A workout lasts at most 30 days.'),
  distance: z
    .number()
    .min(0, 'Distance cannot be negative.')
    .max(20_000_000, 'This distance is longer than any workout.')
    .nullable()
    .optional(),
  ascent: z
    .number()
    .min(0, 'Ascent cannot be negative.')
    .max(100_000, 'This is more ascent than any workout has.')
    .nullable()
    .optional(),
  energy: z
    .number()
    .min(0, 'Energy cannot be negative.')
    .max(2e8, 'This is more energy than any workout takes.')
    .nullable()
    .optional(),
  heartrate_avg: z
    .number()
    .int()
    .min(20, 'Heart rate is between 20 and 260.')
    .max(260, 'Heart rate is between 20 and 260.')
    .nullable()
    .optional(),
  heartrate_max: z
    .number()
    .int()
    .min(20, 'Heart rate is between 20 and 260.')
    .max(260, 'Heart rate is between 20 and 260.')
    .nullable()
    .optional(),
  privacy: Privacy.optional(),
  gear_id: Id.nullable().optional(),
  /** A saved route that the member may open. */
  route_id: Id.nullable().optional(),
});
export type WorkoutInput = z.infer<typeof WorkoutInput>;
/** A workout with a time series keeps the figures that come from it: only name, notes, activity, gear, route and privacy change. */
export const WorkoutUpdate = WorkoutInput.partial();
export type WorkoutUpdate = z.infer<typeof WorkoutUpdate>;
export const WorkoutCopyBody = z.object({ start_datetime: z.iso.datetime({ offset: true }).optional() });

export const CaloriesQuery = z.object({
  activity_type: ActivityTypeIdText,
  duration: z.coerce
    .number()
    .min(0)
    .max(30 * DAY),
  distance: z.coerce.number().min(0).optional(),
});
/** `energy` in joules; `formula` says how it was found. */
export const CaloriesResponse = z.object({
  energy: z.number(),
  kcal: z.number(),
  formula: z.string(),
  weight_assumed: z.boolean(),
});
export type CaloriesResponse = z.infer<typeof CaloriesResponse>;

/** Time series as JSON for callers of the API: rows of `[seconds, value]`, position as `{lat, lng, elevation}`. */
export const TimeSeries = z.record(z.string(), z.array(z.tuple([z.number(), z.unknown()])));

/** Everything the dashboard shows, in one answer. Day is the member's local date. */
export const DashboardQuery = z.object({
  user: IdText.optional(),
  month: Month.optional(),
  week_start: WeekStart,
});
export const Totals = z.object({
  count: z.number().int(),
  distance: z.number(),
  duration: z.number(),
  energy: z.number(),
  ascent: z.number(),
});
export type Totals = z.infer<typeof Totals>;
/** The workout that holds a record or a point of a curve. */
export const RecordWorkout = z.object({
  id: Id,
  name: z.string(),
  day: z.string(),
  activity_name: z.string(),
  activity_group: z.string(),
});

/**
 * `longest_distance` (metres), `most_energy` (joules), or a record distance of `@waymark/units`
 * (`5km`, `half_marathon`, ...; `value` in seconds). Records are those of one activity group. A whole workout matches a
 * record distance when it is 99% to 105% as long; its seconds are those of lists and totals: in motion where that is
 * known, else from start to end. The fastest stretch of exactly the distance inside a longer recording counts as well, in
 * elapsed time. The fastest mean speed holds the record. A leg of a multi-sport workout counts as a workout of its sport;
 * the whole holds no distance record, but may hold `most_energy`.
 */
export const PersonalRecord = z.object({
  key: z.string(),
  value: z.number(),
  /** Metres of the workout, or of the stretch of it. */
  distance: z.number().nullable(),
  duration: z.number(),
  /** A stretch of the workout holds the record, not the whole. */
  is_best_effort: z.boolean(),
  workout: RecordWorkout,
});
export type PersonalRecord = z.infer<typeof PersonalRecord>;

export const CalendarEntry = z.object({
  id: Id,
  name: z.string(),
  day: z.string(),
  activity_type_id: Id,
  activity_group: z.string(),
  duration: z.number(),
  distance: num,
});
export type CalendarEntry = z.infer<typeof CalendarEntry>;
export const Dashboard = z.object({
  today: z.string(),
  /** The first day of the weeks in this answer. */
  week_start: z.number().int(),
  month: z.string(),
  week: z.object({ from: z.string(), this: Totals, last: Totals }),
  month_totals: Totals,
  calendar: z.array(CalendarEntry),
  recent: z.array(WorkoutSummary),
  streak_weeks: z.number().int(),
  /** Active goals that the caller may see, as `user_goal_progress` answers. */
  goals: z.array(UserGoalProgress),
  lifetime: Totals,
  /** Personal records of the main activity group, in the order of the records table; what the caller may see. */
  records: z.array(PersonalRecord),
  /** The group that most time goes into among those with a distance; null without any. */
  records_group: z.string().nullable(),
  has_sample_data: z.boolean(),
});
export type Dashboard = z.infer<typeof Dashboard>;

export const workoutCalls = {
  list: {
    ...workoutEndpoints.list,
    summary: 'Workouts, newest first',
    querystring: WorkoutListQuery,
    response: WorkoutList,
  },
  create: {
    ...workoutEndpoints.create,
    summary: 'Log a workout by hand',
    body: WorkoutInput,
    response: Workout,
    status: 201,
  },
  one: {
    ...workoutEndpoints.one,
    summary: 'One workout',
    params: IdParams,
    querystring: LinkKeyQuery,
    response: Workout,
  },
  update: {
    ...workoutEndpoints.update,
    summary: 'Change a workout',
    params: IdParams,
    body: WorkoutUpdate,
    response: Workout,
  },
  remove: {
    ...workoutEndpoints.remove,
    summary: 'Delete a workout',
    params: IdParams,
    status: 204,
  },
  restore: {
    ...workoutEndpoints.restore,
    summary: 'Undo a deletion of the last 24 hours',
    params: IdParams,
    response: Workout,
  },
  copy: {
    ...workoutEndpoints.copy,
    summary: 'Copy a workout without its recording',
    params: IdParams,
    body: WorkoutCopyBody,
    response: Workout,
    status: 201,
  },
  timeSeries: {
    ...workoutEndpoints.timeSeries,
    summary: 'The recording as JSON',
    params: IdParams,
    querystring: LinkKeyQuery,
    response: TimeSeries,
  },
  streams: {
    ...workoutEndpoints.streams,
    summary: 'The recording as packed columns (application/vnd.waymark.streams); 204 where there is none',
    params: IdParams,
    querystring: LinkKeyQuery,
  },
  shareLink: {
    ...workoutEndpoints.shareLink,
    summary: 'The link to an own workout that is accessible by link',
    params: IdParams,
    response: ShareLink,
  },
  /** The link before it stops working at once. 409 `not_by_link` unless the privacy level is 6. */
  renewShareLink: {
    ...workoutEndpoints.renewShareLink,
    summary: 'Make a new link to an own workout; the old one stops working',
    params: IdParams,
    response: ShareLink,
  },
  calories: {
    ...workoutEndpoints.calories,
    summary: 'Estimate of the energy a workout takes',
    querystring: CaloriesQuery,
    response: CaloriesResponse,
  },
  dashboard: {
    ...workoutEndpoints.dashboard,
    summary: 'Week, month, calendar and recent workouts',
    querystring: DashboardQuery,
    response: Dashboard,
  },
  addSamples: {
    ...workoutEndpoints.addSamples,
    summary: 'Add sample workouts to look around',
    response: z.object({ added: z.number().int() }),
    status: 201,
  },
  removeSamples: {
    ...workoutEndpoints.removeSamples,
    summary: 'Remove the sample workouts',
    response: z.object({ removed: z.number().int() }),
  },
} satisfies Record<keyof typeof workoutEndpoints, Call>;
