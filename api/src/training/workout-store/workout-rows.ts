import { Aggregates } from '@waymark/api-contract';
import { type Selectable, sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import type { WorkoutTable } from './tables.ts';

export type WorkoutRow = Selectable<WorkoutTable>;

export const FIGURES = Object.keys(Aggregates.shape) as (keyof Aggregates)[];

/** What a list needs of a workout: no notes, no laps. */
export const SUMMARY_COLUMNS = [
  'user_id',
  'id',
  'name',
  'activity_type_id',
  'start_at',
  'time_zone',
  'privacy',
  'source',
  'parent_id',
  'leg_count',
  'has_time_series',
  'polyline',
  'bounds',
  'energy_estimated',
  ...FIGURES,
] as const;
export type SummaryRow = Pick<WorkoutRow, (typeof SUMMARY_COLUMNS)[number]>;

/** A workout that has not been deleted, whoever owns it. */
export function findWorkout(db: Db, id: number): Promise<WorkoutRow | undefined> {
  return db
    .selectFrom('workouts')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}

/** The same with the hash of the key that opens it by link. Always one query, so that the time does not tell whether the workout exists. */
export async function findLinkedWorkout(
  db: Db,
  id: number,
): Promise<{ row: WorkoutRow | undefined; linkHash: Uint8Array | null }> {
  const found = await db
    .selectFrom('workouts')
    .leftJoin('link_keys', (on) =>
      on
        .onRef('link_keys.user_id', '=', 'workouts.user_id')
        .on('link_keys.kind', '=', 'workout')
        .on('link_keys.thing_id', '=', sql<number>`coalesce(workouts.parent_id, workouts.id)`),
    )
    .selectAll('workouts')
    .select('link_keys.hash as link_hash')
    .where('workouts.id', '=', id)
    .where('workouts.deleted_at', 'is', null)
    .executeTakeFirst();
  if (!found) return { row: undefined, linkHash: null };
  const { link_hash: linkHash, ...row } = found;
  return { row, linkHash };
}

export function legsOf(
  db: Db,
  { user_id, id, leg_count }: Pick<WorkoutRow, 'user_id' | 'id' | 'leg_count'>,
): Promise<SummaryRow[]> {
  if (leg_count === 0) return Promise.resolve([]);
  return db
    .selectFrom('workouts')
    .select(SUMMARY_COLUMNS)
    .where('user_id', '=', user_id)
    .where('parent_id', '=', id)
    .where('deleted_at', 'is', null)
    .orderBy('leg_index')
    .execute();
}
