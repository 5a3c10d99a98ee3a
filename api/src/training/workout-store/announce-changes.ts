import type { Privacy } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Db, Trx } from '../../kernel/database/tables.ts';
import { dropLinkKeys, updateLinkKeys } from '../../members/share-links/store.ts';
import type { Publisher } from '../../kernel/server/domain-events.ts';
import type { WorkoutRow } from './workout-rows.ts';

/** What subscribers know of a workout that came, changed or went. */
export const ANNOUNCED_COLUMNS = [
  'user_id',
  'id',
  'parent_id',
  'leg_count',
  'has_time_series',
  'activity_type_id',
  'privacy',
  'source',
  'start_at',
  'local_day',
  'distance_total',
  'active_time_total',
  'elapsed_time_total',
  'metabolic_energy_total',
  'ascent_total',
  'load',
] as const;
export type AnnouncedRow = Pick<WorkoutRow, (typeof ANNOUNCED_COLUMNS)[number]>;

export interface WorkoutsChange {
  userId: number;
  /** Top-level rows as they were while lists showed them; never a row with `deleted_at`. */
  before: readonly AnnouncedRow[];
  /** Top-level rows as lists show them now. A workout that changed is in `before` and in `after`. */
  after: readonly AnnouncedRow[];
  /** Part of an import: subscribers may leave to `importProgressed`, which follows in the same transaction, what only its member waits for. */
  isDeferrable?: boolean;
}

declare module '../../kernel/server/domain-events.ts' {
  interface DomainEvents {
    /** Workouts came, changed or went. `legsAfter` are the legs of the rows in `after`. */
    workoutsChanged: WorkoutsChange & { legsAfter: readonly AnnouncedRow[] };
    /** One leg changed and its workout did not. `legs` are all legs of that workout, this one among them. */
    workoutLegChanged: { userId: number; leg: AnnouncedRow; legs: readonly AnnouncedRow[] };
    /** Workouts, whole or legs, are deleted for good: what is stored beside them goes with them. */
    workoutsPurged: { userId: number; ids: readonly number[] };
  }
}

/**
 * Every change of the workouts that lists show goes through here. Whoever inserts, updates, hides, restores or deletes
 * workouts announces it here, in the same transaction, under the member lock and after the rows are written: list
 * counters, links and whatever subscribers derive from workouts then agree with the rows at every commit. Legs are not
 * announced: they follow their parent.
 */
export async function announceChanges(
  publisher: Publisher,
  trx: Trx,
  { userId, before, after, isDeferrable = false }: WorkoutsChange,
): Promise<void> {
  for (const row of [...before, ...after]) {
    if (row.parent_id !== null) throw new Error(`Workout ${row.id} is a leg: announce its parent.`);
  }
  const countByPrivacy = new Map<Privacy, number>();
  const count = (privacy: Privacy, by: number) =>
    countByPrivacy.set(privacy, (countByPrivacy.get(privacy) ?? 0) + by);
  for (const { privacy } of before) count(privacy, -1);
  for (const { privacy } of after) count(privacy, 1);
  for (const [privacy, by] of countByPrivacy) if (by !== 0) await countWorkouts(trx, userId, privacy, by);
  await updateLinkKeys(trx, 'workout', userId, before, after);
  const legsAfter = await readLegs(trx, [userId], after);
  await publisher.publish(trx, 'workoutsChanged', { userId, before, after, legsAfter, isDeferrable });
}

/** A workout is there: logged, imported, copied, made by an edit, or restored. */
export const announceAdded = (publisher: Publisher, trx: Trx, row: AnnouncedRow): Promise<void> =>
  announceChanges(publisher, trx, { userId: row.user_id, before: [], after: [row] });

/** A workout is no longer shown: deleted, replaced, or used up by an edit. Not announced again when it is purged. */
export const announceRemoved = (publisher: Publisher, trx: Trx, row: AnnouncedRow): Promise<void> =>
  announceChanges(publisher, trx, { userId: row.user_id, before: [row], after: [] });

/** A workout's announced columns may have changed. `before` must be read under the same member lock. */
export async function announceUpdated(
  publisher: Publisher,
  trx: Trx,
  before: AnnouncedRow,
  after: AnnouncedRow,
): Promise<void> {
  const isSame = (column: (typeof ANNOUNCED_COLUMNS)[number]) =>
    before[column]?.valueOf() === after[column]?.valueOf();
  if (ANNOUNCED_COLUMNS.every(isSame)) return;
  await announceChanges(publisher, trx, { userId: after.user_id, before: [before], after: [after] });
}

/** One leg changed and its workout did not. */
export async function announceLegUpdated(publisher: Publisher, trx: Trx, leg: AnnouncedRow): Promise<void> {
  const { user_id: userId, parent_id: parentId } = leg;
  const legs = await readLegs(trx, [userId], [{ id: parentId!, leg_count: 1 }]);
  await publisher.publish(trx, 'workoutLegChanged', { userId, leg, legs });
}

/** Announced in the transaction that deletes the rows for good. */
export async function announcePurged(
  publisher: Publisher,
  trx: Trx,
  userId: number,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return;
  await dropLinkKeys(trx, 'workout', userId, ids);
  await publisher.publish(trx, 'workoutsPurged', { userId, ids });
}

const selectAnnounced = (db: Db, userIds: readonly number[]) =>
  db
    .selectFrom('workouts')
    .select(ANNOUNCED_COLUMNS)
    .where('user_id', 'in', [...userIds])
    .where('deleted_at', 'is', null);

/** The workouts of members as they are announced: whole ones that lists show, without legs. */
export const selectWholeWorkouts = (db: Db, userIds: readonly number[]) =>
  selectAnnounced(db, userIds).where('parent_id', 'is', null);

/** The legs of some workouts of members. */
export async function readLegs(
  db: Db,
  userIds: readonly number[],
  wholes: readonly Pick<AnnouncedRow, 'id' | 'leg_count'>[],
): Promise<AnnouncedRow[]> {
  const parents = wholes.filter(({ leg_count }) => leg_count > 0).map(({ id }) => id);
  return parents.length === 0
    ? []
    : selectAnnounced(db, userIds)
        .where(sql<boolean>`parent_id = any(${parents}::bigint[])`)
        .execute();
}

/** Adds to (or takes from) the number of workouts that lists show at a privacy. Under the member lock. */
async function countWorkouts(trx: Trx, userId: number, privacy: Privacy, by: number): Promise<void> {
  await trx
    .insertInto('workout_counts')
    .values({ user_id: userId, privacy, n: by })
    .onConflict((at) =>
      at.columns(['user_id', 'privacy']).doUpdateSet({ n: sql`workout_counts.n + excluded.n` }),
    )
    .execute();
}
