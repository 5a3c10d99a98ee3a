import { BY_LINK } from '../../members/visibility/policy.ts';
import { existsFor, isListedFor } from '../../members/visibility/relation.ts';
import type { Selectable } from 'kysely';
import type { Db } from '../../kernel/database/tables.ts';
import type { Caller } from '../../kernel/server/route.ts';
import type { RouteTable } from './tables.ts';

export type RouteRow = Selectable<RouteTable>;

export const SUMMARY_COLUMNS = [
  'user_id',
  'id',
  'name',
  'description',
  'activity_type_id',
  'privacy',
  'distance',
  'ascent',
  'descent',
  'start_lat',
  'start_lng',
  'locality',
  'region',
  'country',
  'geoname_id',
  'polyline',
  'bounds',
  'created_at',
  'updated_at',
] as const;

/** A route with its owner's name and the caller's bookmark. */
export type SummaryRow = Pick<RouteRow, (typeof SUMMARY_COLUMNS)[number]> & {
  display_name: string;
  username: string;
  bookmark_id: number | null;
};

/** Every route that is not deleted, with its owner, the key of its link and the caller's bookmark. */
const linkedRoutes = (db: Db, caller: Caller | null) =>
  db
    .selectFrom('routes')
    .innerJoin('users', 'users.id', 'routes.user_id')
    .leftJoin('link_keys', (on) =>
      on
        .onRef('link_keys.user_id', '=', 'routes.user_id')
        .on('link_keys.kind', '=', 'route')
        .onRef('link_keys.thing_id', '=', 'routes.id'),
    )
    .leftJoin('route_bookmarks', (on) =>
      on
        .onRef('route_bookmarks.route_id', '=', 'routes.id')
        .on('route_bookmarks.user_id', '=', caller?.userId ?? 0),
    )
    .where('routes.deleted_at', 'is', null);

/**
 * Routes that a caller may open without a key, whatever the rest of the query asks: public ones, those of friends for
 * friends, their own, and those accessible by link that they bookmarked with the key that is still valid.
 */
export const readableRoutes = (db: Db, caller: Caller | null) =>
  linkedRoutes(db, caller).where((q) =>
    q.or([
      isListedFor(caller?.userId ?? 0, 'routes.user_id', 'routes.privacy'),
      q.and([
        q('routes.privacy', '=', BY_LINK),
        q('route_bookmarks.link_hash', '=', q.ref('link_keys.hash')),
        existsFor(caller?.userId ?? 0, 'routes.user_id'),
      ]),
    ]),
  );

const SELECTED_COLUMNS = [
  ...SUMMARY_COLUMNS.map((column) => `routes.${column}` as const),
  'users.display_name',
  'users.username',
  'route_bookmarks.id as bookmark_id',
] as const;

export const readableSummaries = (db: Db, caller: Caller | null) =>
  readableRoutes(db, caller).select(SELECTED_COLUMNS);

/** One route, whoever may open it, with what decides about that. */
export const findLinkedRoute = (db: Db, caller: Caller | null, id: number) =>
  linkedRoutes(db, caller)
    .select(SELECTED_COLUMNS)
    .select(['link_keys.hash as link_hash', 'route_bookmarks.link_hash as bookmark_hash'])
    .where('routes.id', '=', id)
    .executeTakeFirst();
