import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../../kernel/server/route.ts';
import { declareJobs } from './redaction/recompute-jobs.ts';
import { dropRedactions, invalidateRedactions } from './redaction/invalidate-redactions.ts';
import { zoneRoutes } from './zones/zone-routes.ts';

export const privacyZonesService: Service = {
  name: 'privacy zones',
  base: SERVICE_BASES.main,
  routes: zoneRoutes,
  subscriptions: {
    workoutsChanged: (trx, { userId, before, after, legsAfter }) =>
      invalidateRedactions(trx, userId, {
        removed: before.map(({ id }) => id),
        changed: [...after, ...legsAfter].map(({ id }) => id),
      }),
    workoutLegChanged: (trx, { userId, leg }) =>
      invalidateRedactions(trx, userId, { removed: [], changed: [leg.id] }),
    workoutsPurged: (trx, { userId, ids }) => dropRedactions(trx, userId, ids),
  },
  jobs: declareJobs,
};
