import { importCalls } from '@waymark/api-contract';
import { route } from '../../kernel/server/route.ts';
import { countImports } from './count-imports.ts';
import { matchesFilter } from './filter-imports.ts';
import { ownImport, presentImports, presentImport } from './import-rows.ts';

export const listImportsHandler = route<typeof importCalls.list>({
  call: importCalls.list,
  access: 'member',
  async handler({ context: { db }, caller, query }) {
    const userId = caller!.userId;
    const { limit, offset, ...filter } = query;
    // Counted first: the other way round a page could hear that nothing is pending, stop asking,
    // and keep a row that was still being read.
    const { counts, total, pending, batches } = await countImports(db, userId, filter.batch_id);
    const [rows, found] = await Promise.all([
      db
        .selectFrom('file_imports')
        .selectAll('file_imports')
        .where(matchesFilter(userId, filter))
        .orderBy('id', 'desc')
        .limit(limit)
        .offset(offset)
        .execute(),
      filter.search
        ? db
            .selectFrom('file_imports')
            .select(({ fn }) => fn.countAll<number>().as('n'))
            .where(matchesFilter(userId, filter))
            .executeTakeFirstOrThrow()
        : null,
    ]);
    return {
      _embedded: { file_imports: await presentImports(db, rows) },
      total_count: found?.n ?? (filter.state ? counts[filter.state] : total),
      pending,
      counts,
      batches,
    };
  },
});

export const readImportHandler = route<typeof importCalls.one>({
  call: importCalls.one,
  access: 'member',
  async handler({ context: { db }, caller, params }) {
    return presentImport(db, await ownImport(db, caller, params.id));
  },
});
