import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../../kernel/server/route.ts';
import { curvesRoute } from './curves.ts';
import { statsSubscriptions } from './subscriptions.ts';
import { catchUp, declareJobs, LOADS } from './jobs.ts';
import { heatCalendarRoute } from './heat-calendar.ts';
import { lifetimeRoute } from './lifetime.ts';
import { recordsRoute } from './records.ts';
import { statsRoute } from './stats.ts';
import { trainingLoadRoute } from './training-load.ts';

export const statsService: Service = {
  name: 'statistics',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  routes: [statsRoute, lifetimeRoute, heatCalendarRoute, recordsRoute, curvesRoute, trainingLoadRoute],
  subscriptions: {
    ...statsSubscriptions,
    bodyChanged: (trx, { userId }, { queue }) => queue(trx, LOADS, { userId }),
    // Loads stood still while the heart rate was hidden.
    async healthDataHidden(trx, { userId, isHidden }, { queue }) {
      if (!isHidden) await queue(trx, LOADS, { userId });
    },
  },
  jobs: declareJobs,
  started: catchUp,
};
