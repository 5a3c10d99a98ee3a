import { z } from 'zod';
import { Id, IdParams, IdText, LinkKeyQuery, Privacy, type Call } from './common.ts';
import { Aggregates, TrackPreview, Workout } from './workouts.ts';
import { allWorkoutsEndpoints, editEndpoints, exportEndpoints } from './endpoints/workouts.ts';

/** Seconds of elapsed time after the workout's start. */
const Moment = z.number().min(0, {
  error: ({ input }) =>
    `A place at ${String(input)} s lies before the workout: give seconds after its start, from 0 to its end.`,
});
export const TimeRange = z.object({ from: Moment, to: Moment });
export type TimeRange = z.infer<typeof TimeRange>;

/** What stays of a workout: one range cuts off its ends, several take parts out of its middle. In order, not touching. */
export const CutBody = z.object({
  keep: z.array(TimeRange).min(1, 'Choose what stays of the workout.').max(20, 'Keep at most 20 parts.'),
});
export type CutBody = z.infer<typeof CutBody>;
/** Where a workout falls apart, in order. */
export const SplitBody = z.object({
  at: z.array(Moment).min(1, 'Choose where to split.').max(20, 'Split into at most 21 workouts.'),
});
export type SplitBody = z.infer<typeof SplitBody>;
/** Workouts that become one; the gaps between them become pauses. The first in time gives name and activity; nobody sees the whole who could not see each of them. */
export const MergeBody = z.object({
  ids: z.array(Id).min(2, 'Choose at least two workouts.').max(20, 'Merge at most 20 workouts.'),
});
export type MergeBody = z.infer<typeof MergeBody>;

/** One workout as an edit would leave it. */
export const EditPreview = z.object({
  start_datetime: z.string(),
  privacy: Privacy,
  aggregates: Aggregates,
  laps: z.number().int(),
  preview: TrackPreview,
});
export type EditPreview = z.infer<typeof EditPreview>;
export const EditPreviews = z.object({ kind: z.literal('preview'), workouts: z.array(EditPreview) });
export type EditPreviews = z.infer<typeof EditPreviews>;

/** An edit of the last 30 days; `undo` is open until one of its workouts was edited again or deleted. */
export const WorkoutEdit = z.object({
  id: Id,
  kind: z.enum(['cut', 'split', 'merge']),
  created_datetime: z.string(),
  /** What the edit made, and what undoing it brings back. */
  workout_ids: z.array(Id),
  can_undo: z.boolean(),
});
export type WorkoutEdit = z.infer<typeof WorkoutEdit>;
export const EditResult = z.object({
  kind: z.literal('made'),
  edit: WorkoutEdit,
  workouts: z.array(Workout),
});
export type EditResult = z.infer<typeof EditResult>;
const EditAnswer = z.discriminatedUnion('kind', [EditResult, EditPreviews]);

const preview = z.object({ preview: z.enum(['true', 'false']).default('false') });

/**
 * Same-site calls. With `?preview=true` nothing changes and the answer is `EditPreviews`, else `EditResult`.
 * A refusal carries `errorCode` beside `error`: out_of_range, nothing_left, nothing_cut, no_recording, has_legs,
 * overlapping, too_far_apart, too_long, different_sports, not_found, changed_meanwhile, edit_undone, edited_since.
 */
export const editCalls = {
  cut: {
    ...editEndpoints.cut,
    summary: 'Keep parts of a workout',
    params: IdParams,
    querystring: preview,
    body: CutBody,
    response: EditAnswer,
  },
  split: {
    ...editEndpoints.split,
    summary: 'Split a workout into several',
    params: IdParams,
    querystring: preview,
    body: SplitBody,
    response: EditAnswer,
  },
  merge: {
    ...editEndpoints.merge,
    summary: 'Make one workout of several',
    querystring: preview,
    body: MergeBody,
    response: EditAnswer,
  },
  edits: {
    ...editEndpoints.edits,
    summary: 'Edits that a workout came out of',
    querystring: z.object({ workout: IdText }),
    response: z.object({ edits: z.array(WorkoutEdit) }),
  },
  undo: {
    ...editEndpoints.undo,
    summary: 'Bring back what was there before an edit',
    params: IdParams,
    response: EditResult,
  },
} satisfies Record<keyof typeof editEndpoints, Call>;

/** A workout as a file, and all of them as a table. */
export const ExportQuery = LinkKeyQuery.extend({ format: z.enum(['fit', 'gpx', 'tcx']) });
export const exportCalls = {
  file: {
    ...exportEndpoints.file,
    summary: 'A workout as FIT, GPX or TCX file',
    params: IdParams,
    querystring: ExportQuery,
  },
  original: {
    ...exportEndpoints.original,
    summary: 'The file that a workout was read from, for its owner',
    params: IdParams,
  },
} satisfies Record<keyof typeof exportEndpoints, Call>;
/** Ids of workouts, separated by commas. */
const IdList = z.string().regex(/^\d{1,16}(,\d{1,16}){0,499}$/, 'Give ids of workouts, separated by commas.');
/** Same-site: every workout of the caller, or some by their ids, as one table (text/csv), newest first. */
export const allWorkoutsCalls = {
  all: {
    ...allWorkoutsEndpoints.all,
    summary: 'All own workouts as CSV, or some of them',
    querystring: z.object({ ids: IdList.optional() }),
  },
} satisfies Record<keyof typeof allWorkoutsEndpoints, Call>;
