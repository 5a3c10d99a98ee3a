import { importCalls } from '@waymark/api-contract';
import { route } from '../server/route.ts';
import type { Db } from '../workouts/rows.ts';
import { ownImport, presentImports, presentOne } from './rows.ts';

/** How many uploads the list holds and how many are not read yet. */
export async function countImports(
  db: Db,
  userId: number,
  state?: string,
): Promise<{ total: number; pending: number }> {
  const counted = await db
    .selectFrom('file_imports')
    .select(({ fn, eb }) => [
      state
        ? fn
            .countAll<number>()
            .filterWhere(eb('state', '=', state as never))
            .as('total')
        : fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('state', 'in', ['queued', 'reading']).as('pending'),
    ])
    .where('user_id', '=', userId)
    .where('hidden_at', 'is', null)
    .executeTakeFirstOrThrow();
  return counted;
}

export const listRoute = route<typeof importCalls.list>({
  call: importCalls.list,
  access: 'member',
  async handler({ context: { db }, caller, query }) {
    const userId = caller!.userId;
    let found = db
      .selectFrom('file_imports')
      .selectAll()
      .where('user_id', '=', userId)
      .where('hidden_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(query.limit)
      .offset(query.offset);
    if (query.state) found = found.where('state', '=', query.state);
    // Counted first: the other way round a page could hear that nothing is pending, stop asking,
    // and keep a row that was still being read.
    const { total, pending } = await countImports(db, userId, query.state);
    const rows = await found.execute();
    return {
      _embedded: { file_imports: await presentImports(db, rows) },
      total_count: total,
      pending,
    };
  },
});

export const oneRoute = route<typeof importCalls.one>({
  call: importCalls.one,
  access: 'member',
  async handler({ context: { db }, caller, params }) {
    return presentOne(db, await ownImport(db, caller, params.id));
  },
});
