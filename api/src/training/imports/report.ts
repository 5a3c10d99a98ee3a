import { Readable } from 'node:stream';
import { importCalls } from '@waymark/api-contract';
import { sql } from 'kysely';
import { BYTE_ORDER_MARK, csvLine } from '../exports/csv.ts';
import type { Context } from '../../kernel/server/context.ts';
import { route } from '../../kernel/server/route.ts';
import { type ImportFilter, matchesFilter } from './filter-imports.ts';

const PAGE = 50;
const TITLES = ['File', 'Archive', 'State', 'Workout', 'Name', 'Start', 'Distance (m)', 'Problem'];

/**
 * Reads some tens of rows at a time, newest first, so that the whole list is never in memory: each may have hundreds of
 * workouts.
 */
async function* linesOf({ db, env }: Context, userId: number, filter: ImportFilter): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(TITLES);
  let below = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await db
      .selectFrom('file_imports')
      .select(['id', 'file_name', 'archive_name', 'state', 'problem_message'])
      .where(matchesFilter(userId, filter))
      .where('id', '<', below)
      .orderBy('id', 'desc')
      .limit(PAGE)
      .execute();
    const workouts = await db
      .selectFrom('workouts')
      .select(['id', 'import_id', 'name', 'start_at', 'distance_total'])
      .where('user_id', '=', userId)
      .where('import_id', '=', sql<number>`any(${rows.map(({ id }) => id)}::bigint[])`)
      .where('deleted_at', 'is', null)
      .orderBy('import_index')
      .execute();
    const made = Map.groupBy(workouts, ({ import_id }) => import_id);
    for (const { id, file_name, archive_name, state, problem_message } of rows) {
      for (const workout of made.get(id) ?? [null]) {
        yield csvLine([
          file_name,
          archive_name,
          state,
          workout && `${env.SITE_URL}/workout/${workout.id}`,
          workout && workout.name,
          workout && workout.start_at.toISOString(),
          workout && workout.distance_total,
          problem_message,
        ]);
      }
    }
    if (rows.length < PAGE) return;
    below = rows.at(-1)!.id;
  }
}

export const reportHandler = route<typeof importCalls.report>({
  call: importCalls.report,
  access: 'member',
  handler({ context, caller, query, reply }) {
    return Promise.resolve(
      reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', 'attachment; filename="imports.csv"')
        .send(Readable.from(linesOf(context, caller!.userId, query))),
    );
  },
});
