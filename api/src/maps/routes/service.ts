import { SERVICE_BASES, routeCalls } from '@waymark/api-contract';
import { sql } from 'kysely';
import { storedBytesBy } from '../../kernel/storage/quota.ts';
import { type Service, route } from '../../kernel/server/route.ts';
import { bookmarkHandler, bookmarksHandler, removeBookmarkHandler } from './bookmarks.ts';
import { createHandler } from './create.ts';
import { exportFileHandler } from './export-route.ts';
import { packedHandler } from './packed.ts';
import { privacyHandler } from './privacy-route.ts';
import { readFileHandler } from './read-file-route.ts';
import { purging, removeHandler, restoreHandler } from './remove.ts';
import { listHandler } from './search/list-routes.ts';
import { renewShareLinkHandler, shareLinkHandler } from './share-link.ts';
import { endRoutes, makeRoutesPrivate } from './store-route.ts';
import { updateHandler } from './update.ts';
import { readableRoute } from './route-access.ts';
import { answerRoute, sendSummary } from './send-route.ts';

const readHandler = route<typeof routeCalls.one>({
  call: routeCalls.one,
  access: 'anyone',
  async handler({ context, caller, params, query, reply }) {
    const row = await readableRoute(context, caller, params.id, query.key);
    if (query.field_set === 'simple') return sendSummary(row, caller, reply);
    return answerRoute(context, caller, row, reply);
  },
});

/** Routes that members draw, and their bookmarks. */
export const routesService: Service = {
  name: 'routes',
  base: SERVICE_BASES.main,
  scopeArea: 'route',
  answers: {
    storedBytes: storedBytesBy(
      (userId) => sql`
        select
          (coalesce((select sum(pg_column_size(routes.*)) from routes where user_id = ${userId}), 0)
          + coalesce((
            select sum(pg_column_size(data) + coalesce(pg_column_size(plan), 0))
            from route_points where user_id = ${userId}), 0))::float8 as bytes`,
    ),
  },
  routes: [
    listHandler,
    createHandler,
    readHandler,
    packedHandler,
    updateHandler,
    removeHandler,
    restoreHandler,
    exportFileHandler,
    readFileHandler,
    bookmarksHandler,
    bookmarkHandler,
    removeBookmarkHandler,
    privacyHandler,
    shareLinkHandler,
    renewShareLinkHandler,
  ],
  subscriptions: {
    // Erased without it, routes would stay in what is kept of their squares for search.
    memberErased: (trx, { userId }) => endRoutes(trx, userId),
    youngMemberProtected: (trx, { userId }, { now }) => makeRoutesPrivate(trx, userId, now()),
  },
  jobs: (context) => purging.declare(context),
  started: (context) => purging.next(context),
};
