import type { Workout } from '@waymark/api-contract';
import { gearOfWorkout } from './gear/gear-of-workout.ts';
import { routeOfWorkout } from './route-of-workout.ts';
import { originalOf } from '../workout-store/original-file.ts';
import { hasHiddenPart, type VisibleWorkout } from '../privacy/visible-workout.ts';
import { photosOf } from './photos/photo-rows.ts';
import { readHeldRecords } from '../stats/held-records.ts';
import { listedPrivacy } from '../../members/visibility/policy.ts';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import type { Caller } from '../../kernel/server/route.ts';
import { thresholdAt } from './training-zones/power.ts';
import { attributionsOf } from './attributions.ts';

/** What a workout's page shows beside the workout itself, kept by services of their own. */
export type WorkoutExtras = Pick<
  Workout,
  | 'energy_estimated'
  | 'threshold_power'
  | 'load'
  | 'gear'
  | 'route'
  | 'photos'
  | 'attributions'
  | 'records'
  | 'has_hidden_part'
  | 'has_original'
  | 'exclusion'
>;

declare module '../../kernel/server/questions.ts' {
  interface Questions {
    /** Why a workout counts nowhere, and what came of what its owner said about it. */
    exclusion: { asked: { userId: number; workoutId: number }; answer: Workout['exclusion'] };
  }
}

async function exclusionOf({ ask }: Context, row: VisibleWorkout): Promise<Workout['exclusion']> {
  const [exclusion = null] = await ask('exclusion', { userId: row.user_id, workoutId: row.id });
  return exclusion;
}

/** Reads all of it at once, as far as the caller may see it. */
export async function loadExtras(
  context: Context,
  row: VisibleWorkout,
  caller: Caller | null,
): Promise<WorkoutExtras> {
  const { db } = context;
  const { relation, hidesHealthData } = row.view;
  const own = relation === 'self';
  const isPartHidden = hasHiddenPart(db, row);
  const [gear, route, hidden, photos, threshold, original, records, exclusion] = await Promise.all([
    gearOfWorkout(db, row),
    routeOfWorkout(db, caller, row),
    isPartHidden,
    photosOf(context, row, relation, caller),
    own && !hidesHealthData ? thresholdAt(db, row.user_id, row.start_at) : null,
    own ? originalOf(db, row) : null,
    recordsOf(db, row, isPartHidden),
    own ? exclusionOf(context, row) : null,
  ]);
  return {
    energy_estimated: row.energy_estimated,
    threshold_power: threshold,
    load: row.load,
    gear,
    route,
    photos,
    attributions: attributionsOf(row, relation),
    records,
    has_hidden_part: hidden,
    has_original: original !== null,
    exclusion,
  };
}

/** Records that the workout holds. To who misses a part of it, the whole holds none. */
async function recordsOf(db: Db, row: VisibleWorkout, isPartHidden: Promise<boolean>): Promise<string[]> {
  const { relation } = row.view;
  if (!listedPrivacy(relation).includes(row.privacy) || row.parent_id !== null) return [];
  if (relation !== 'self' && (await isPartHidden)) return [];
  return (await readHeldRecords(db, [{ user_id: row.user_id, id: row.id, relation }])).get(row.id) ?? [];
}
