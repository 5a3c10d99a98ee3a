import { activityType } from '@waymark/activities/catalogue';
import { mergeWrittenFields } from '../../../recordings/model/written-fields.ts';
import type { Context } from '../../../kernel/server/context.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import type { ComputedEdit } from './apply-edit.ts';
import { refused } from './refusal.ts';
import { sourceOf } from './edit-source.ts';
import { runEdit } from './edit-queue.ts';
import { strictestOf } from '../../../members/visibility/policy.ts';

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
