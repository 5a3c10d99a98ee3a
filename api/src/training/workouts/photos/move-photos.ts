import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../kernel/database/tables.ts';

const behindThoseOf = (userId: number, workoutId: number): RawBuilder<number> => sql<number>`position + (
  select coalesce(max(position), 0) from workout_photos
  where user_id = ${userId} and workout_id = ${workoutId})`;

/** Photos of a workout that another one has taken in go on there, behind its own; they remember where they were. */
export async function takeInPhotos(trx: Trx, userId: number, from: number, to: number): Promise<void> {
  await trx
    .updateTable('workout_photos')
    .set({
      workout_id: to,
      position: behindThoseOf(userId, to),
      came_from: sql`came_from || ${from}::bigint`,
    })
    .where('user_id', '=', userId)
    .where('workout_id', '=', from)
    .execute();
}

/** A workout that was taken in is there again: its photos return to it. */
export async function returnPhotos(trx: Trx, userId: number, to: number): Promise<void> {
  await trx
    .updateTable('workout_photos')
    .set({ workout_id: to, came_from: sql`came_from[1:cardinality(came_from) - 1]` })
    .where('user_id', '=', userId)
    .where(sql<boolean>`came_from[cardinality(came_from)] = ${to}::bigint`)
    .execute();
}

/** A part of a workout goes back into the whole: what was added to it meanwhile goes along. */
export async function handBackPhotos(trx: Trx, userId: number, from: number, to: number): Promise<void> {
  await trx
    .updateTable('workout_photos')
    .set({ workout_id: to, position: behindThoseOf(userId, to) })
    .where('user_id', '=', userId)
    .where('workout_id', '=', from)
    .execute();
}
