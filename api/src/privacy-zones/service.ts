import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../server/route.ts';
import { declareWork } from './shown/jobs.ts';
import { dropRedactions, invalidateRedactions } from './shown/waiting.ts';
import { zoneRoutes } from './zones.ts';

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
  jobs: declareWork,
};
