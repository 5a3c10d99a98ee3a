import type { Db } from '../../kernel/database/tables.ts';
import type { WorkoutRow } from './workout-rows.ts';

/** Where the bytes of a file are kept, and what the member's device or service called it. */
export interface Original {
  key: string;
  fileName: string;
}

/** The file that a workout, or the whole that it is a leg of, was read from; null where it is not kept. */
export async function originalOf(
  db: Db,
  { user_id, id, parent_id }: Pick<WorkoutRow, 'user_id' | 'id' | 'parent_id'>,
): Promise<Original | null> {
  const row = await db
    .selectFrom('workouts')
    .innerJoin('file_imports', (join) =>
      join
        .onRef('file_imports.user_id', '=', 'workouts.user_id')
        .onRef('file_imports.id', '=', 'workouts.import_id'),
    )
    .select(['file_imports.storage_key', 'file_imports.file_name'])
    .where('workouts.user_id', '=', user_id)
    .where('workouts.id', '=', parent_id ?? id)
    // What stands for an archive is the archive.
    .where('file_imports.entry', 'is', null)
    .where('file_imports.archive', '=', false)
    .where('file_imports.storage_key', 'is not', null)
    .executeTakeFirst();
  return row?.storage_key ? { key: row.storage_key, fileName: row.file_name } : null;
}
