import { SERVICE_BASES } from '@waymark/api-contract';
import { sql } from 'kysely';
import { hourly } from '../../kernel/jobs/recurring.ts';
import type { Service } from '../../kernel/server/route.ts';
import { authorizedAppRoutes, findAuthorizedApps } from './authorized-app-routes.ts';
import { clientRoutes } from './client-routes.ts';
import { forgetGrants } from './find-access-token.ts';
import { interactionRoutes } from './interaction-routes.ts';
import { mountProvider } from './mount-provider.ts';
import { deleteExpiredRecords } from './record-adapter.ts';

const cleanUp = hourly('oauth-cleanup', deleteExpiredRecords);

/** Waymark as an OAuth provider: applications of others act for members who allow it. */
export const oauthService: Service = {
  name: 'oauth',
  base: SERVICE_BASES.internal,
  routes: [...interactionRoutes, ...clientRoutes, ...authorizedAppRoutes],
  mount: mountProvider,
  subscriptions: {
    /** Tokens of applications that the member registered go with them. */
    async memberErased(trx, { userId }) {
      await trx
        .deleteFrom('oauth_records')
        .where('client_id', 'in', (eb) =>
          eb.selectFrom('oauth_clients').select('id').where('user_id', '=', userId),
        )
        .execute();
    },
  },
  credentials: [
    {
      kind: 'app',
      tables: ['oauth_records'],
      async list(context, userId) {
        const apps = await findAuthorizedApps(context, userId);
        return apps.map(({ client_id: id, name, authorized_datetime, last_used_datetime }) => ({
          id,
          name,
          createdAt: new Date(authorized_datetime),
          lastUsedAt: last_used_datetime === null ? null : new Date(last_used_datetime),
        }));
      },
      async end(trx, userId, { since, keptIds }, context) {
        const seconds = since.getTime() / 1000;
        const ended = await trx
          .deleteFrom('oauth_records')
          .where('user_id', '=', userId)
          .where((q) =>
            q.or([
              sql<boolean>`coalesce(client_id, '') <> all(${[...keptIds]}::text[])`,
              // Nobody keeps what is half done.
              q('kind', 'not in', ['Grant', 'AccessToken', 'RefreshToken']),
            ]),
          )
          .where((q) =>
            q.or([
              // A refresh token goes on for one that was allowed earlier; `iiat` is when that was.
              q.and([q('kind', '<>', 'RefreshToken'), q('kind', '<>', 'Grant')]),
              q.and([q('kind', '=', 'Grant'), q('created_at', '>=', since)]),
              sql<boolean>`(coalesce(payload ->> 'iiat', payload ->> 'iat'))::float8 >= ${seconds}`,
              q(
                'grant_id',
                'in',
                q
                  .selectFrom('oauth_records as own')
                  .select('own.grant_id')
                  .where('own.user_id', '=', userId)
                  .where('own.kind', '=', 'Grant')
                  .where('own.created_at', '>=', since),
              ),
            ]),
          )
          .returning('grant_id')
          .execute();
        const ids = new Set(ended.map(({ grant_id }) => grant_id));
        forgetGrants(context, (id) => ids.has(id));
      },
    },
  ],
  jobs: (context) => cleanUp.declare(context),
  started: (context) => cleanUp.next(context),
};
