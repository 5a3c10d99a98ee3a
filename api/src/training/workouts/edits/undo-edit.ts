import type { Trx } from '../../../kernel/database/tables.ts';
import { handBackPhotos, returnPhotos } from '../photos/move-photos.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { notFound } from '../../../kernel/server/errors.ts';
import { announceChanges } from '../../workout-store/announce-changes.ts';
import { withMemberLock } from '../../../members/member-lock.ts';
import { RESTORE_MS } from '../../workout-store/hide-workout.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import { readRestrictions } from '../../privacy/restrictions.ts';
import { canUndo, findEdits, type FoundEdit, rowsOfEdit } from './find-edits.ts';
import { refused } from './refusal.ts';
import { dropRecording, moveRecording, unlistRecording } from './recording-files.ts';
import { asValues, laterThan } from './workout-values.ts';

/**
 * Brings back what was there before an edit, byte for byte, under the member lock.
 * @returns the edit and the workouts that are there again, the first in time first
 * @throws ApiProblem when it was undone already, or one of its workouts is another now
 */
export function undoEdit(
  context: Context,
  userId: number,
  id: number,
): Promise<{ edit: FoundEdit; rows: WorkoutRow[] }> {
  return withMemberLock(context.db, userId, async (trx) => {
    const now = context.now();
    const [edit] = await findEdits(trx, userId, now, { id });
    if (!edit) throw notFound('edit');
    if (edit.undone_at !== null) throw refused('edit_undone');
    const before = await rowsOfEdit(trx, edit);
    if (!canUndo(edit, before)) throw refused('edited_since');
    const gone: WorkoutRow[] = [];
    const rows: WorkoutRow[] = [];
    const whole = edit.parts.find(({ role }) => role === 'changed')!;
    for (const { workout_id, role, kept_id } of edit.parts) {
      const row = before.get(workout_id)!;
      if (role !== 'used') gone.push(row);
      if (role === 'changed')
        rows.push(await bringBack(trx, row, before.get(kept_id!)!, laterThan(row, now)));
      else if (role === 'made') {
        await handBackPhotos(trx, userId, workout_id, whole.workout_id);
        await end(trx, row, now);
      } else {
        await returnPhotos(trx, userId, workout_id);
        rows.push(await unhide(trx, row));
      }
    }
    await announceChanges(context, trx, { userId, before: gone, after: rows });
    await bringBackRestrictions(context, trx, edit);
    await trx
      .updateTable('workout_edits')
      .set({ undone_at: now })
      .where('user_id', '=', userId)
      .where('id', '=', id)
      .execute();
    rows.sort((a, b) => a.start_at.getTime() - b.start_at.getTime());
    return { edit: { ...edit, undone_at: now }, rows };
  });
}

/**
 * What was kept goes back where it was. Its time of change is new, or nobody who read the workout in between would
 * know; the edit before this one learns of it, so that it can be undone in turn.
 */
async function bringBack(trx: Trx, row: WorkoutRow, kept: WorkoutRow, updated_at: Date): Promise<WorkoutRow> {
  const { user_id, id, content_hash, import_id, import_index, gear_id } = row;
  await unlistRecording(trx, user_id, id);
  await dropRecording(trx, user_id, id);
  await moveRecording(trx, user_id, kept.id, id);
  await trx.deleteFrom('workouts').where('user_id', '=', user_id).where('id', '=', kept.id).execute();
  await trx
    .updateTable('workout_edit_parts')
    .set({ left_at: updated_at })
    .where('user_id', '=', user_id)
    .where('workout_id', '=', id)
    .where('left_at', '=', kept.updated_at)
    .execute();
  return (
    trx
      .updateTable('workouts')
      // Where it came from and what it was done with are no part of the edit.
      .set({
        ...asValues(kept),
        id,
        content_hash,
        import_id,
        import_index,
        gear_id,
        updated_at,
        deleted_at: null,
        edit_id: null,
      })
      .where('user_id', '=', user_id)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
  );
}

/**
 * Each workout is as restricted as it was before, and by what was refused for the edited ones since. What a moderator has
 * put back meanwhile stays back.
 */
async function bringBackRestrictions(
  context: Context,
  trx: Trx,
  { user_id, parts }: FoundEdit,
): Promise<void> {
  const ids = parts.map(({ workout_id }) => workout_id);
  const stored = await readRestrictions(context, trx, user_id, ids);
  const restrictionsOf = ({ workout_id }: FoundEdit['parts'][number]) => stored.get(workout_id) ?? [];
  const edited = parts.filter(({ role }) => role !== 'used').flatMap(restrictionsOf);
  const before = parts
    .filter(({ role }) => role !== 'made')
    .map((part) => ({ id: part.workout_id, names: part.restrictions ?? restrictionsOf(part) }));
  const inherited = new Set(before.flatMap(({ names }) => names));
  const since = edited.filter((name) => !inherited.has(name));
  const isPutBack = !edited.includes('is_removed_by_moderator');
  for (const { id, names } of before)
    await context.publish(trx, 'workoutRestricted', {
      userId: user_id,
      workoutId: id,
      restrictions: [...names, ...since].filter((name) => !(isPutBack && name === 'is_removed_by_moderator')),
    });
}

/** A part that a split made has nothing that the whole has not: the next purge takes it, and nobody restores it. */
async function end(trx: Trx, { user_id, id }: WorkoutRow, now: Date): Promise<void> {
  await trx
    .updateTable('workouts')
    .set({ deleted_at: new Date(now.getTime() - RESTORE_MS - 1) })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

function unhide(trx: Trx, { user_id, id }: WorkoutRow): Promise<WorkoutRow> {
  return trx
    .updateTable('workouts')
    .set({ deleted_at: null, edit_id: null })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}
