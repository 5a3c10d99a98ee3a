import { sql } from 'kysely';
import type { Trx } from '../../../kernel/database/tables.ts';

/** Each table with the column that names the row it belongs to, parents before what belongs to them. */
const PARENTS: readonly (readonly [table: string, column: string, parent: string])[] = [
  ['workouts', 'parent_id', 'workouts'],
  ['workout_edit_parts', 'edit_id', 'workout_edits'],
  ['workout_edit_parts', 'workout_id', 'workouts'],
  ['workout_streams', 'workout_id', 'workouts'],
  ['workout_photos', 'workout_id', 'workouts'],
  ['workout_weather', 'workout_id', 'workouts'],
  ['route_points', 'route_id', 'routes'],
  ['planned_sessions', 'started_plan_id', 'started_plans'],
];

/**
 * Deletes rows of an archive that belong to nothing: nobody would see them, and no deletion would find them. An archive
 * that was made while its member wrote may hold some; one that was forged, as many as fit.
 */
export async function deleteOrphans(trx: Trx, userId: number): Promise<void> {
  const without = (parent: string, column: string) => sql`
    not exists (
      select 1 from ${sql.table(parent)} parent
      where parent.user_id = ${userId} and parent.id = child.${sql.ref(column)})`;
  for (const [table, column, parent] of PARENTS)
    await sql`
      delete from ${sql.table(table)} child
      where user_id = ${userId} and ${sql.ref(column)} is not null and ${without(parent, column)}`.execute(
      trx,
    );
  await sql`
    delete from routes where user_id = ${userId} and not exists (
      select 1 from route_points where user_id = ${userId} and route_id = routes.id)`.execute(trx);
  await sql`
    delete from file_imports where user_id = ${userId} and not exists (
      select 1 from workouts where user_id = ${userId} and import_id = file_imports.id)`.execute(trx);
  // Set aside by an edit means neither listed nor purged.
  await sql`
    update workouts child set edit_id = null
    where user_id = ${userId} and edit_id is not null and ${without('workout_edits', 'edit_id')}`.execute(
    trx,
  );
}
