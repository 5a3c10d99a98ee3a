import { routeCalls } from '@waymark/api-contract';
import { haversine } from '@waymark/units';
import { CompiledQuery } from 'kysely';
import type { Db } from '../../../kernel/database/tables.ts';
import type { Context } from '../../../kernel/server/context.ts';
import { type Caller, route } from '../../../kernel/server/route.ts';
import type { Audience } from '../../../members/visibility/policy.ts';
import { isSharedRow } from '../../../members/visibility/relation.ts';
import { pageLinks } from '../../../kernel/server/page-links.ts';
import { presentRoute } from '../presenter.ts';
import { readableSummaries, SUMMARY_COLUMNS, type SummaryRow } from '../route-rows.ts';
import { readSearchAudience, type SearchAudience } from './audience.ts';
import { type Filter, filterOf, idsOf, type ListQuery, rowsOf } from './filter.ts';
import { type NearExceptions, searchNear } from './search-near.ts';
import { orderOf } from './order.ts';

const COLUMNS = SUMMARY_COLUMNS.map((column) => `r.${column}`).join(', ');

interface Page {
  rows: SummaryRow[];
  total: number;
}

async function ask<T>(db: Db, text: string, values: readonly unknown[]): Promise<T[]> {
  return (await db.executeQuery<T>(CompiledQuery.raw(text, [...values]))).rows;
}

async function countOf(db: Db, filter: Filter): Promise<number> {
  const [row] = await ask<{ n: number }>(
    db,
    `select count(*)::int as n from ${rowsOf(filter)}`,
    filter.values,
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
    : orderOf(query.order_by, filter, value);
  const page = batch ? '' : `limit ${value(query.limit)} offset ${value(query.offset)}`;
  return ask<SummaryRow>(
    db,
    `select ${COLUMNS}, u.display_name, u.username, b.id as bookmark_id
      from (select r.id from ${rowsOf(filter)} order by ${order} ${page}) as found
      join routes r on r.id = found.id
      join users u on u.id = r.user_id
      left join route_bookmarks b on b.route_id = r.id and b.user_id = ${value(caller?.userId ?? 0)}
      order by ${order}`,
    values,
  );
}

/** The routes of some ids that searches show, in their order. One that was made private a moment ago is left out. */
async function listedRows(db: Db, caller: Caller | null, ids: number[]): Promise<SummaryRow[]> {
  if (ids.length === 0) return [];
  const rows = await readableSummaries(db, caller)
    .where('routes.id', 'in', ids)
    .where(isSharedRow('friends', 'routes.privacy'))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The routes around a place by which the caller's search differs from that of a visitor. */
async function readExceptions(
  db: Db,
  query: ListQuery,
  caller: Caller | null,
  audience: SearchAudience,
): Promise<NearExceptions> {
  const read = async (owners: number[], shared: Audience) => {
    if (owners.length === 0) return [];
    const filter = filterOf(query, caller, audience, { owners, shared });
    return ask<NearExceptions['shared'][number]>(
      db,
      `select r.id, r.x, r.y, r.z, r.distance, r.ascent, btrim(r.search_name) as name from ${rowsOf(filter)}`,
      filter.values,
    );
  };
  const [hidden, shared] = await Promise.all([
    read(audience.hiddenOwners, 'everyone'),
    read(audience.sharingFriends, 'friends only'),
  ]);
  return { hidden: new Set(hidden.map(({ id }) => id)), shared };
}

async function find(
  context: Context,
  caller: Caller | null,
  query: ListQuery,
  filter: Filter,
  audience: SearchAudience,
): Promise<Page> {
  const { db } = context;
  const byPlace = filter.near && !query.ids && query.user === undefined && !query.city;
  const found = byPlace
    ? await searchNear(context, query, filter, await readExceptions(db, query, caller, audience))
    : null;
  if (found) return { rows: await listedRows(db, caller, found.ids), total: found.total };
  const [total, rows] = await Promise.all([countOf(db, filter), pageOf(db, filter, query, caller)]);
  return { rows, total };
}

/** Lists, search and batches. A batch has no pages: all that was asked for comes, in the order asked. */
export const listHandler = route<typeof routeCalls.list>({
  call: routeCalls.list,
  access: 'anyone',
  async handler({ context, caller, query, reply }) {
    const audience = await readSearchAudience(context.db, caller, query.user);
    const filter = filterOf(query, caller, audience);
    const { near } = filter;
    const { rows, total } = await find(context, caller, query, filter, audience);
    const links = pageLinks('/v7.1/route/', query, total);
    const away = ({ start_lat, start_lng }: SummaryRow) =>
      near && haversine(near.lat, near.lng, start_lat, start_lng);
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
    return {
      _links: query.ids === undefined ? links : { self: links['self']! },
      _embedded: { routes: rows.map((row) => presentRoute(row, caller, away(row))) },
      total_count: total,
    };
  },
});
