import { routeCalls, type RouteSummary } from '@waymark/api-contract';
import { sql } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import type { Context } from '../../kernel/server/context.ts';
import { invalid, notAllowed, notFound } from '../../kernel/server/errors.ts';
import { countMember, WRITES } from '../../kernel/server/member-limit.ts';
import { type Caller, route } from '../../kernel/server/route.ts';
import { pageLinks } from '../../kernel/server/page-links.ts';
import { type ReadableRoute, readableRoute } from './route-access.ts';
import { presentRoute } from './presenter.ts';
import { readableRoutes, readableSummaries } from './route-rows.ts';

const idIn = (kind: string, { href, id }: { href: string; id?: string | undefined }): number =>
  Number(id ?? idAtEnd(kind, href));

function idAtEnd(kind: string, href: string): string | undefined {
  const [, named, id] = /\/(\w+)\/(\d{1,16})\/?$/.exec(href) ?? [];
  return named === kind ? id : undefined;
}

const presentBookmark = (id: number, created: Date, of: RouteSummary, { userId }: Caller) => ({
  id,
  date_created: created.toISOString(),
  route: of,
  _links: {
    self: [{ href: `/v7.1/route_bookmark/${id}/`, id: String(id) }],
    route: [{ href: `/v7.1/route/${of.id}/`, id: String(of.id) }],
    user: [{ href: `/v7.1/user/${userId}/`, id: String(userId) }],
  },
});

/** A second bookmark of the same route is the first one, with the key of the route's present link. */
async function keep(
  { db, newId, now }: Context,
  userId: number,
  { id: routeId, link_hash }: Pick<ReadableRoute, 'id' | 'link_hash'>,
) {
  await db
    .insertInto('route_bookmarks')
    .values({ user_id: userId, id: newId(), route_id: routeId, created_at: now(), link_hash })
    .onConflict((on) => on.columns(['user_id', 'route_id']).doUpdateSet({ link_hash }))
    .execute();
  return db
    .selectFrom('route_bookmarks')
    .select(['id', 'created_at'])
    .where('user_id', '=', userId)
    .where('route_id', '=', routeId)
    .executeTakeFirstOrThrow();
}

export const bookmarkHandler = route<typeof routeCalls.bookmark>({
  call: routeCalls.bookmark,
  access: 'member',
  async handler({ context, caller, query, body: { _links: links }, request }) {
    countMember(request, 'bookmarks', caller!.userId, WRITES);
    const routeId = idIn('route', links.route[0]!);
    if (!Number.isSafeInteger(routeId) || routeId <= 0)
      throw invalid({ _links: ['Name the route by a link like /v7.1/route/42/.'] });
    const member = links.user?.[0];
    if (member && idIn('user', member) !== caller!.userId)
      throw notAllowed('Bookmarks can only be made for yourself.');
    const row = await readableRoute(context, caller, routeId, query.key);
    const { id, created_at } = await keep(context, caller!.userId, row);
    return presentBookmark(id, created_at, presentRoute({ ...row, bookmark_id: id }, caller), caller!);
  },
});

const MAX_DELETED = 100;

/** Bookmarks of routes that the caller may no longer open. */
async function goneOf(db: Db, caller: Caller) {
  const readable = readableRoutes(db, caller)
    .select('routes.id')
    .where(sql<boolean>`routes.id = kept.route_id`);
  const rows = await db
    .selectFrom('route_bookmarks as kept')
    .select(['kept.id', 'kept.created_at'])
    .where('kept.user_id', '=', caller.userId)
    .where((q) => q.not(q.exists(readable)))
    .orderBy('kept.id', 'desc')
    .limit(MAX_DELETED)
    .execute();
  return rows.map(({ id, created_at }) => ({ id, date_created: created_at.toISOString() }));
}

export const bookmarksHandler = route<typeof routeCalls.bookmarks>({
  call: routeCalls.bookmarks,
  access: 'member',
  async handler({ context: { db }, caller, query }) {
    if (query.user !== undefined && query.user !== caller!.userId)
      throw notAllowed('Bookmarks are shown to who made them.');
    const [{ n }, rows, gone] = await Promise.all([
      readableRoutes(db, caller)
        .where('route_bookmarks.id', 'is not', null)
        .select((q) => q.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
      readableSummaries(db, caller)
        .where('route_bookmarks.id', 'is not', null)
        .select('route_bookmarks.created_at as bookmarked_at')
        .orderBy('route_bookmarks.id', 'desc')
        .limit(query.limit)
        .offset(query.offset)
        .execute(),
      goneOf(db, caller!),
    ]);
    return {
      _links: pageLinks('/v7.1/route_bookmark/', query, n),
      _embedded: {
        route_bookmarks: rows.map((row) =>
          presentBookmark(row.bookmark_id!, row.bookmarked_at!, presentRoute(row, caller), caller!),
        ),
      },
      total_count: n,
      gone,
    };
  },
});

export const removeBookmarkHandler = route<typeof routeCalls.removeBookmark>({
  call: routeCalls.removeBookmark,
  access: 'member',
  async handler({ context: { db }, caller, params }) {
    const { numDeletedRows } = await db
      .deleteFrom('route_bookmarks')
      .where('user_id', '=', caller!.userId)
      .where('id', '=', params.id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('bookmark');
    return undefined;
  },
});
