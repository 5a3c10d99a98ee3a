import { sql, type Insertable, type Updateable } from 'kysely';
import type { Trx } from '../../kernel/database/tables.ts';
import { acquireMemberLock } from '../../members/member-lock.ts';
import { dropLinkKeys, updateLinkKeys } from '../../members/share-links/store.ts';
import { conflict, notFound } from '../../kernel/server/errors.ts';
import type { Context } from '../../kernel/server/context.ts';
import { requireStorage } from '../../kernel/storage/quota.ts';
import { PRIVATE } from '../../members/visibility/policy.ts';
import type { DraftCourse } from './points/draft.ts';
import { countCells, type Findable } from './search/count-cells.ts';
import type { RoutePointTable, RouteTable } from './tables.ts';

// Rows of routes are written here and nowhere else: each change counts for search in its own transaction.

/** Columns of points that were sent. */
export const pointsRow = ({ n, packed, plan }: DraftCourse) => ({
  n,
  data: Buffer.from(packed),
  plan: Buffer.from(plan),
});

/** @throws ApiProblem 409 when the member has as many routes as one may have, 507 when there is no space for more */
export async function requireRoomForRoute(context: Context, userId: number): Promise<void> {
  await requireStorage(context, userId);
  const max = context.env.MEMBER_ROUTES;
  if (max === 0) return;
  const { rows } = await sql`
    select from routes where user_id = ${userId} and deleted_at is null offset ${max - 1} limit 1`.execute(
    context.db,
  );
  if (rows.length > 0)
    throw conflict('too_many_routes', `You have ${max} routes. Delete some to add another.`, { max });
}

interface Key {
  user_id: number;
  id: number;
}

export async function addRoute(
  trx: Trx,
  row: Insertable<RouteTable>,
  points: Omit<Insertable<RoutePointTable>, 'user_id' | 'route_id'>,
) {
  await trx.insertInto('routes').values(row).execute();
  const { user_id, id } = row;
  await trx
    .insertInto('route_points')
    .values({ user_id, route_id: id, ...points })
    .execute();
  await updateLinkKeys(trx, 'route', user_id, [], [row]);
  await countCells(trx, [], [{ ...row, deleted_at: null }]);
}

/**
 * @param applies whether a row is one to change, by when it was deleted; one that is there unless given
 * @throws ApiProblem 404 when there is none
 */
export async function changeRoute(
  trx: Trx,
  { user_id, id }: Key,
  change: Updateable<RouteTable>,
  applies: (deletedAt: Date | null) => boolean = (deletedAt) => deletedAt === null,
): Promise<void> {
  // A route that is opened while its member's protection begins is closed by it, or opened afterwards on purpose.
  await acquireMemberLock(trx, user_id);
  const before = await trx
    .selectFrom('routes')
    .select(['id', 'cell', 'privacy', 'deleted_at'])
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!before || !applies(before.deleted_at)) throw notFound('route');
  const after = await trx
    .updateTable('routes')
    .set(change)
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .returning(['id', 'cell', 'privacy', 'deleted_at'])
    .executeTakeFirstOrThrow();
  await updateLinkKeys(trx, 'route', user_id, [before], [after]);
  await countCells(trx, [before], [after]);
}

/** All routes of a member, also those that can be restored. Under the member lock. */
export async function makeRoutesPrivate(trx: Trx, userId: number, now: Date): Promise<void> {
  const before = await trx
    .selectFrom('routes')
    .select(['id', 'cell', 'privacy', 'deleted_at'])
    .where('user_id', '=', userId)
    .where('privacy', '<>', PRIVATE)
    .forUpdate()
    .execute();
  await trx
    .updateTable('routes')
    .set({ privacy: PRIVATE, updated_at: now })
    .where('user_id', '=', userId)
    .where('privacy', '<>', PRIVATE)
    .execute();
  const after = before.map((route) => ({ ...route, privacy: PRIVATE }));
  await updateLinkKeys(trx, 'route', userId, before, after);
  await countCells(trx, before, after);
}

/** Rows of one statement; a member may have a hundred thousand routes. */
const ENDED_AT_ONCE = 2000;

/** Ends a member's routes for good, with their points and everybody's bookmarks of them. @param ids all unless given */
export async function endRoutes(trx: Trx, userId: number, ids?: readonly number[]): Promise<void> {
  const ended: Findable[] = [];
  for (;;) {
    // Ids are one parameter, however many they are: PostgreSQL takes 65,535 in a statement.
    const batch = await trx
      .deleteFrom('routes')
      .where('user_id', '=', userId)
      .where('id', 'in', (routes) =>
        routes
          .selectFrom('routes')
          .select('id')
          .where('user_id', '=', userId)
          .$if(ids !== undefined, (query) => query.where(sql<boolean>`id = any(${ids}::bigint[])`))
          .limit(ENDED_AT_ONCE),
      )
      .returning(['id', 'cell', 'privacy', 'deleted_at'])
      .execute();
    const endedIds = batch.map(({ id }) => id);
    const isEnded = sql<boolean>`route_id = any(${endedIds}::bigint[])`;
    await dropLinkKeys(trx, 'route', userId, endedIds);
    await trx.deleteFrom('route_points').where('user_id', '=', userId).where(isEnded).execute();
    await trx.deleteFrom('route_bookmarks').where(isEnded).execute();
    ended.push(...batch);
    if (batch.length < ENDED_AT_ONCE) break;
  }
  await countCells(trx, ended, []);
}
