import { z } from 'zod';
import { Day, Id, IdText, Links, Privacy, type Call } from './common.ts';
import { manyWorkoutsEndpoints } from './endpoints/workouts.ts';
import { ActivityFilter } from './stats.ts';
import { Totals, WorkoutSummary } from './workouts.ts';

const Meters = z.coerce.number().min(0).max(20_000_000);
const DEGREES = String.raw`-?\d{1,3}(?:\.\d{1,7})?`;

/** What a list of the caller's own workouts is narrowed to; each condition may be left out. */
export const WorkoutFilter = z.object({
  /** A part of the name. */
  search: z.string().trim().max(100).optional(),
  activity_types: ActivityFilter,
  /** First and last day by the wall of each workout's place, both included. */
  from: Day.optional(),
  to: Day.optional(),
  distance_min: Meters.optional(),
  distance_max: Meters.optional(),
  gear_id: IdText.optional(),
  privacy: z.enum(['0', '1', '3', '6']).optional(),
  has_photo: z.literal('true').optional(),
  /** West, south, east and north of a place that the track came through. */
  bounds: z
    .string()
    .regex(new RegExp(`^${DEGREES},${DEGREES},${DEGREES},${DEGREES}$`), 'Give west, south, east and north.')
    .optional(),
});
export type WorkoutFilter = z.infer<typeof WorkoutFilter>;

export const WORKOUT_ORDERS = [
  'start',
  'name',
  'distance',
  'duration',
  'ascent',
  'speed',
  'energy',
  'heartrate',
  'load',
] as const;
export type WorkoutOrder = (typeof WORKOUT_ORDERS)[number];
const ORDERS: ReadonlySet<string> = new Set(WORKOUT_ORDERS.flatMap((order) => [order, `-${order}`]));

export const WorkoutSearchQuery = WorkoutFilter.extend({
  limit: z.coerce.number().int().min(1).max(200).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  /**
   * A minus puts the largest first. Workouts without the figure come last either way; equal ones stand newest first from
   * the largest on and from A to Z, and oldest first the other way round.
   */
  order_by: z
    .string()
    .refine((order) => ORDERS.has(order), 'Choose a column to sort by.')
    .default('-start'),
});

/** A workout in the list of all: what the summary has, and what else the list can show. */
export const ListedWorkout = WorkoutSummary.extend({
  gear: z.object({ id: Id, name: z.string() }).nullable(),
  load: z.number().nullable(),
  has_photo: z.boolean(),
});
export type ListedWorkout = z.infer<typeof ListedWorkout>;

export const WorkoutSearch = z.object({
  _links: Links,
  _embedded: z.object({ workouts: z.array(ListedWorkout) }),
  total_count: z.number().int(),
  /** Of everything that the filter leaves, not of this page alone. */
  totals: Totals,
});
export type WorkoutSearch = z.infer<typeof WorkoutSearch>;

/** Most workouts that one call changes. */
export const BULK_MAX = 200;
const Ids = z.array(Id).min(1, 'Choose a workout.').max(BULK_MAX, `Choose at most ${BULK_MAX} workouts.`);

/** One change for several workouts; what is left out stays. */
export const WorkoutBulkChange = z.object({
  ids: Ids,
  activity_type_id: Id.optional(),
  privacy: Privacy.optional(),
  gear_id: Id.nullable().optional(),
});
export type WorkoutBulkChange = z.infer<typeof WorkoutBulkChange>;

/** Each workout once: the changes of one call are held in memory and written in the member's turn. */
export const WorkoutBulkUpdate = z.object({
  changes: z
    .array(WorkoutBulkChange)
    .min(1)
    .max(BULK_MAX)
    .refine(
      (changes) => changes.reduce((sum, { ids }) => sum + ids.length, 0) <= BULK_MAX,
      `Choose at most ${BULK_MAX} workouts.`,
    )
    .refine((changes) => {
      const ids = changes.flatMap((change) => change.ids);
      return new Set(ids).size === ids.length;
    }, 'Name each workout once.'),
});
export const WorkoutBulkResult = z.object({
  changed: z.number().int(),
  /** The changes that take these back. */
  undo: z.array(WorkoutBulkChange),
});
export type WorkoutBulkResult = z.infer<typeof WorkoutBulkResult>;
const Changed = z.object({ changed: z.number().int() });

export const manyWorkoutsCalls = {
  search: {
    ...manyWorkoutsEndpoints.search,
    summary: 'The own workouts by any filter and order, with their totals',
    querystring: WorkoutSearchQuery,
    response: WorkoutSearch,
  },
  ids: {
    ...manyWorkoutsEndpoints.ids,
    summary: 'The ids of the own workouts that a filter leaves, newest first',
    querystring: WorkoutFilter,
    response: z.object({ ids: z.array(Id) }),
  },
  update: {
    ...manyWorkoutsEndpoints.update,
    summary: 'Change activity, privacy or gear of several own workouts; the answer takes it back',
    body: WorkoutBulkUpdate,
    response: WorkoutBulkResult,
  },
  remove: {
    ...manyWorkoutsEndpoints.remove,
    summary: 'Delete several own workouts; they can come back for a day',
    body: z.object({ ids: Ids }),
    response: Changed,
  },
  restore: {
    ...manyWorkoutsEndpoints.restore,
    summary: 'Bring several deleted workouts back',
    body: z.object({ ids: Ids }),
    response: Changed,
  },
} satisfies Record<keyof typeof manyWorkoutsEndpoints, Call>;
