import type { ImportState } from '@waymark/api-contract';
import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../kernel/database/tables.ts';

export interface ImportFilter {
  state?: ImportState | undefined;
  batch_id?: number | undefined;
  search?: string | undefined;
}

/** The condition for a member's imports that match a filter. */
export const matchesFilter =
  (userId: number, { state, batch_id, search }: ImportFilter) =>
  (eb: ExpressionBuilder<Database, 'file_imports'>) => {
    const part = search && `%${search.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`;
    return eb.and([
      eb('file_imports.user_id', '=', userId),
      eb('file_imports.hidden_at', 'is', null),
      ...(state ? [eb('file_imports.state', '=', state)] : []),
      ...(batch_id === undefined ? [] : [eb('file_imports.batch_id', '=', batch_id)]),
      ...(part
        ? [
            eb.or([
              eb('file_imports.file_name', 'ilike', part),
              eb.exists(
                eb
                  .selectFrom('workouts')
                  .select('workouts.id')
                  .where('workouts.user_id', '=', userId)
                  .whereRef('workouts.import_id', '=', 'file_imports.id')
                  .where('workouts.deleted_at', 'is', null)
                  .where('workouts.name', 'ilike', part),
              ),
            ]),
          ]
        : []),
    ]);
  };
