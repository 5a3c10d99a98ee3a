import { routeCalls } from '@waymark/api-contract';
import { haversine } from '@waymark/units';
import { CompiledQuery } from 'kysely';
import { type Caller, route } from '../../server/route.ts';
import { pageLinks } from '../page-links.ts';
import { presentRoute } from '../presenter.ts';
import { type Db, SUMMARY_COLUMNS, type SummaryRow } from '../rows.ts';
import { type Filter, filterOf, idsOf, type ListQuery } from './filter.ts';
import { orderOf } from './order.ts';

const COLUMNS = SUMMARY_COLUMNS.map((column) => `r.${column}`).join(', ');

async function ask<T>(db: Db, text: string, values: readonly unknown[]): Promise<T[]> {
  return (await db.executeQuery<T>(CompiledQuery.raw(text, [...values]))).rows;
}

async function countOf(db: Db, { from, where, values }: Filter): Promise<number> {
  const [row] = await ask<{ n: number }>(
    db,
    `select count(*)::int as n from ${from} where ${where.join(' and ')}`,
    values,
  );
  return row!.n;
}

/** Finds the page in the index first; only its rows are read whole. */
function pageOf(db: Db, filter: Filter, query: ListQuery, caller: Caller | null): Promise<SummaryRow[]> {
  const values = [...filter.values];
  const value = (one: unknown) => `$${values.push(one)}`;
  const batch = query.ids !== undefined;
  const order = batch
    ? `array_position(${value(idsOf(query.ids!))}::bigint[], r.id)`
    : orderOf(query.order_by, filter.word, value);
  const page = batch ? '' : `limit ${value(query.limit)} offset ${value(query.offset)}`;
  return ask<SummaryRow>(
    db,
    `select ${COLUMNS}, u.display_name, u.username, b.id as bookmark_id
      from (select r.id from ${filter.from} where ${filter.where.join(' and ')} order by ${order} ${page}) as found
      join routes r on r.id = found.id
      join users u on u.id = r.user_id
      left join route_bookmarks b on b.route_id = r.id and b.user_id = ${value(caller?.userId ?? 0)}
      order by ${order}`,
    values,
  );
}

/** Lists, search and batches. A batch has no pages: all that was asked for comes, in the order asked. */
export const listRoute = route<typeof routeCalls.list>({
  call: routeCalls.list,
  access: 'anyone',
  async handler({ context: { db }, caller, query, reply }) {
    const filter = filterOf(query, caller);
    const [total, rows] = await Promise.all([countOf(db, filter), pageOf(db, filter, query, caller)]);
    const { near } = filter;
    const links = pageLinks('/v7.1/route/', query, total);
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
    return {
      _links: query.ids === undefined ? links : { self: links['self']! },
      _embedded: {
        routes: rows.map((row) =>
          presentRoute(row, caller, near && haversine(near.lat, near.lng, row.start_lat, row.start_lng)),
        ),
      },
      total_count: total,
    };
  },
});
