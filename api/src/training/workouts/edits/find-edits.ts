import type { WorkoutEdit } from '@waymark/api-contract';
import type { Selectable } from 'kysely';
import type { Db, Trx } from '../../../kernel/database/tables.ts';
import type { WorkoutRow } from '../../workout-store/workout-rows.ts';
import type { WorkoutEditPartTable, WorkoutEditTable } from './tables.ts';

export const UNDO_DAYS = 30;
const DAY_MS = 86_400_000;

/** Edits older than this are over. */
export const undoneBefore = (now: Date): Date => new Date(now.getTime() - UNDO_DAYS * DAY_MS);

export interface FoundEdit extends WorkoutEditTable {
  parts: Selectable<WorkoutEditPartTable>[];
}

/** Edits of a member that are not over, the latest first. */
export async function findEdits(
  db: Db,
  userId: number,
  now: Date,
  by: { id: number } | { workoutId: number },
): Promise<FoundEdit[]> {
  const query = db
    .selectFrom('workout_edits')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '>', undoneBefore(now))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc');
  const edits = await (
    'id' in by
      ? query.where('id', '=', by.id)
      : query
          .where('undone_at', 'is', null)
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('workout_edit_parts')
              .select('edit_id')
              .where('user_id', '=', userId)
              .where('workout_id', '=', by.workoutId),
          )
  ).execute();
  if (edits.length === 0) return [];
  const parts = await db
    .selectFrom('workout_edit_parts')
    .selectAll()
    .where('user_id', '=', userId)
    .where(
      'edit_id',
      'in',
      edits.map(({ id }) => id),
    )
    .orderBy('workout_id')
    .execute();
  return edits.map((edit) =>
    Object.assign(edit, { parts: parts.filter((part) => part.edit_id === edit.id) }),
  );
}

/** The rows of an edit's workouts and of what it put aside, by id, deleted ones too. */
export async function rowsOfEdit(db: Db | Trx, edit: FoundEdit): Promise<Map<number, WorkoutRow>> {
  const ids = edit.parts.flatMap(({ workout_id, kept_id }) =>
    kept_id === null ? [workout_id] : [workout_id, kept_id],
  );
  const rows = await db
    .selectFrom('workouts')
    .selectAll()
    .where('user_id', '=', edit.user_id)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Everything is still as the edit left it. */
export function canUndo(edit: FoundEdit, rows: ReadonlyMap<number, WorkoutRow>): boolean {
  if (edit.undone_at !== null) return false;
  return edit.parts.every(({ workout_id, role, kept_id, left_at }) => {
    const row = rows.get(workout_id);
    if (!row || row.updated_at.getTime() !== left_at.getTime()) return false;
    if (role === 'used') return row.edit_id === edit.id;
    return row.deleted_at === null && (kept_id === null || rows.has(kept_id));
  });
}

export const presentEdit = (edit: FoundEdit, open: boolean): WorkoutEdit => ({
  id: edit.id,
  kind: edit.kind,
  created_datetime: edit.created_at.toISOString(),
  workout_ids: edit.parts.map(({ workout_id }) => workout_id),
  can_undo: open,
});
