import type { Trx } from '../../kernel/database/tables.ts';
import type { ReadWorkout } from '../../recordings/model/parsed-workout.ts';
import { fillWrittenFields } from '../../recordings/model/written-fields.ts';
import { takeInPhotos } from '../workouts/photos/move-photos.ts';
import type { Context } from '../../kernel/server/context.ts';
import { nameOfActivity } from '../../recordings/activity-names.ts';
import { hideWorkout } from '../workout-store/hide-workout.ts';
import type { WorkoutRow } from '../workout-store/workout-rows.ts';
import { inheritRestrictions } from '../privacy/restrictions.ts';
import { strictestOf } from '../../members/visibility/policy.ts';
import type { Origin } from '../workouts/store-recording.ts';
import { PRIVATE_NOTE } from './summary-only-workout.ts';

const GENERIC = 1;

/** A recording that replaces workouts, with what it takes over from them. */
export interface Replacement {
  workout: ReadWorkout;
  origin: Pick<Origin, 'privacy' | 'gearId'>;
  /** The nearest in time first. */
  old: readonly WorkoutRow[];
}

/**
 * Hides the workouts that a file replaces. Recording, name, notes and activity are the file's; where it has none, the
 * name, written fields and activity of the replaced workouts are used, as are their privacy, gear, route and photos. The
 * name of a device profile, such as "Run", is replaced by a name of the member's.
 */
export async function replaceWorkouts(
  context: Context,
  trx: Trx,
  userId: number,
  ids: readonly number[],
  read: ReadWorkout,
): Promise<Replacement> {
  const rows = await trx
    .selectFrom('workouts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  const distanceMs = ({ start_at }: WorkoutRow) => Math.abs(start_at.getTime() - read.start.getTime());
  const old = rows.toSorted((a, b) => distanceMs(a) - distanceMs(b));
  for (const id of ids) await hideWorkout(context, trx, userId, id);
  return { workout: keepWrittenFields(read, old), origin: mergeOrigin(read, old), old };
}

/** Hands photos, route, gear of legs and what was refused to others on to the stored recording. */
export async function transferAttachments(
  context: Context,
  trx: Trx,
  userId: number,
  { workout, old }: Replacement,
  to: number,
): Promise<void> {
  for (const { id } of old.toReversed()) await takeInPhotos(trx, userId, id, to);
  await inheritRestrictions(context, trx, userId, { from: old.map(({ id }) => id), to: [to] });
  const [nearest] = old;
  const route = old.find(({ route_id }) => route_id !== null)?.route_id ?? null;
  if (route !== null) {
    await trx
      .updateTable('workouts')
      .set({ route_id: route })
      .where('user_id', '=', userId)
      .where('id', '=', to)
      .execute();
  }
  if (nearest && nearest.leg_count > 0 && nearest.leg_count === workout.legs.length) {
    await trx
      .updateTable('workouts')
      .from('workouts as before')
      .set((eb) => ({ gear_id: eb.ref('before.gear_id') }))
      .where('workouts.user_id', '=', userId)
      .where('workouts.parent_id', '=', to)
      .where('before.user_id', '=', userId)
      .where('before.parent_id', '=', nearest.id)
      .whereRef('before.leg_index', '=', 'workouts.leg_index')
      .execute();
  }
}

function keepWrittenFields(read: ReadWorkout, old: readonly WorkoutRow[]): ReadWorkout {
  const named = old.find((row) => row.name !== nameOfActivity(row.activity_type_id));
  const name = read.name === null || read.isProfileName ? (named?.name ?? read.name) : read.name;
  const isPrivate = (warning: string) => warning.startsWith(PRIVATE_NOTE);
  const noted = read.warnings.some(isPrivate)
    ? []
    : old.flatMap(({ warnings }) => warnings.filter(isPrivate));
  return {
    ...read,
    name,
    ...fillWrittenFields(read, old),
    activityTypeId:
      read.activityTypeId === GENERIC ? (old[0]?.activity_type_id ?? GENERIC) : read.activityTypeId,
    warnings: [...read.warnings, ...new Set(noted)],
  };
}

function mergeOrigin(read: ReadWorkout, old: readonly WorkoutRow[]): Replacement['origin'] {
  const privacy = strictestOf(old.map((row) => row.privacy));
  const gear = old.find(({ gear_id }) => gear_id !== null)?.gear_id ?? null;
  // Legs have their own, in the recording as in what it replaces.
  const byLegs = read.legs.length > 0 || old.some(({ leg_count }) => leg_count > 0);
  return gear === null && byLegs ? { privacy } : { privacy, gearId: gear };
}
