import { activityType } from '@waymark/activities/catalogue';
import type { Privacy } from '@waymark/api-contract';
import { mergeWrittenFields } from '../../recordings/model/written-fields.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import type { ComputedEdit } from './apply-edit.ts';
import { refused } from './refusal.ts';
import { sourceOf } from './edit-source.ts';
import { runEdit } from './edit-queue.ts';
import { canRead, listedPrivacy, type Relation } from '../../visibility/policy.ts';

const RELATIONS: readonly Relation[] = ['friend', 'other', 'link', 'visitor'];
/** The most open first. */
const LEVELS: readonly Privacy[] = [3, 6, 1, 0];

/** Nobody reads it, or finds it in a list, who could not do the same with the other. */
const within = (level: Privacy, other: Privacy): boolean =>
  RELATIONS.every(
    (relation) =>
      (!canRead(relation, level) || canRead(relation, other)) &&
      (!listedPrivacy(relation).includes(level) || listedPrivacy(relation).includes(other)),
  );

/**
 * The most open privacy that shows several workouts to nobody who could not see each of them. Of one for friends
 * and one for whoever has the link that is neither, but private.
 */
export const strictestOf = (levels: readonly Privacy[]): Privacy =>
  LEVELS.find((level) => levels.every((other) => within(level, other))) ?? 0;

/** Works out what comes of several workouts as one; the first in time gives name and activity. @throws ApiProblem */
export async function computeMerge(context: Context, rows: readonly WorkoutRow[]): Promise<ComputedEdit> {
  const before = rows.toSorted((a, b) => a.start_at.getTime() - b.start_at.getTime() || a.id - b.id);
  const sports = new Set(before.map((row) => activityType(row.activity_type_id)?.rootId));
  if (sports.size > 1) throw refused('different_sports');
  const sources = [];
  for (const row of before) sources.push(await sourceOf(context, row));
  return {
    kind: 'merge',
    before,
    made: await runEdit({ kind: 'merge', sources }),
    also: {
      // What was private is part of the whole now, with its notes and photos.
      privacy: strictestOf(before.map((row) => row.privacy)),
      ...mergeWrittenFields(before),
      // Whoever removes the samples does not mean what they recorded themselves.
      source: before.find(({ source }) => source !== 'sample')?.source ?? 'sample',
      // One device's figure among estimates is still worth more than none.
      energy_estimated: before.every((row) => row.energy_estimated),
    },
  };
}
