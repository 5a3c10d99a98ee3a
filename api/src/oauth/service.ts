import { SERVICE_BASES } from '@waymark/api-contract';
import { hourly } from '../kernel/jobs/recurring.ts';
import type { Service } from '../kernel/server/route.ts';
import { authorizedAppRoutes } from './authorized-app-routes.ts';
import { clientRoutes } from './client-routes.ts';
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
  jobs: (context) => cleanUp.declare(context),
  started: (context) => cleanUp.next(context),
};
