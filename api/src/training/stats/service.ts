import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../../kernel/server/route.ts';
import { curvesHandler } from './curves.ts';
import { statsSubscriptions } from './subscriptions.ts';
import { catchUp, declareJobs, LOADS } from './jobs.ts';
import { heatCalendarHandler } from './heat-calendar.ts';
import { lifetimeHandler } from './lifetime.ts';
import { recordsHandler } from './records.ts';
import { statsHandler } from './stats.ts';
import { trainingLoadHandler } from './training-load.ts';

export const statsService: Service = {
  name: 'statistics',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  routes: [
    statsHandler,
    lifetimeHandler,
    heatCalendarHandler,
    recordsHandler,
    curvesHandler,
    trainingLoadHandler,
  ],
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
