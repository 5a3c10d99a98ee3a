import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../kernel/server/route.ts';
import { caloriesRoute } from './calories.ts';
import { copyRoute } from './copy.ts';
import { createRoute } from './create.ts';
import { dashboardRoute } from './dashboard.ts';
import { bulkRemoveRoute, bulkRestoreRoute } from './many/bulk-delete.ts';
import { bulkUpdateRoute } from './many/bulk-update.ts';
import { searchIdsRoute, searchRoute } from './many/search.ts';
import { listRoute } from './list.ts';
import { readRoute } from './read.ts';
import { purging } from './purge.ts';
import { removeRoute, restoreRoute } from './remove.ts';
import { addSamplesRoute, removeSamplesRoute } from './samples.ts';
import { renewShareLinkRoute, shareLinkRoute } from './share-link.ts';
import { streamsRoute } from './streams.ts';
import { timeSeriesRoute } from './time-series.ts';
import { updateRoute } from './update.ts';

export const workoutsService: Service = {
  name: 'workouts',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  routes: [
    listRoute,
    searchRoute,
    searchIdsRoute,
    bulkUpdateRoute,
    bulkRemoveRoute,
    bulkRestoreRoute,
    createRoute,
    readRoute,
    updateRoute,
    removeRoute,
    restoreRoute,
    copyRoute,
    timeSeriesRoute,
    streamsRoute,
    shareLinkRoute,
    renewShareLinkRoute,
    caloriesRoute,
    dashboardRoute,
    addSamplesRoute,
    removeSamplesRoute,
  ],
  jobs: (context) => purging.declare(context),
  started: (context) => purging.next(context),
};
