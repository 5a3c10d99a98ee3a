import type { Kysely, Selectable, Transaction } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Caller } from '../server/route.ts';
import type { RouteTable } from './tables.ts';

export type Db = Kysely<Database>;
export type Trx = Transaction<Database>;
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

/** Levels that open with the link alone; the owner's routes open to the owner. */
const OPEN = [3, 6] as const;

/**
 * Routes that a caller may open, whatever the rest of the query asks. A bookmark of another member's route is one
 * only as long as that stays so.
 */
export const readableRoutes = (db: Db, caller: Caller | null) =>
  db
    .selectFrom('routes')
    .innerJoin('users', 'users.id', 'routes.user_id')
    .leftJoin('route_bookmarks', (on) =>
      on
        .onRef('route_bookmarks.route_id', '=', 'routes.id')
        .on('route_bookmarks.user_id', '=', caller?.userId ?? 0),
    )
    .where('routes.deleted_at', 'is', null)
    .where((q) => q.or([q('routes.privacy', 'in', OPEN), q('routes.user_id', '=', caller?.userId ?? 0)]));

export const readableSummaries = (db: Db, caller: Caller | null) =>
  readableRoutes(db, caller)
    .select(SUMMARY_COLUMNS.map((column) => `routes.${column}` as const))
    .select(['users.display_name', 'users.username', 'route_bookmarks.id as bookmark_id']);
