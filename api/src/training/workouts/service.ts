import { SERVICE_BASES, workoutCalls } from '@waymark/api-contract';
import { type Service, route } from '../../kernel/server/route.ts';
import { copyRoute } from './copy.ts';
import { createRoute } from './create.ts';
import { dashboardRoute } from './dashboard.ts';
import { bulkRemoveRoute, bulkRestoreRoute } from './many/bulk-delete.ts';
import { bulkUpdateRoute } from './many/bulk-update.ts';
import { searchIdsRoute, searchRoute } from './many/search.ts';
import { listRoute } from './list.ts';
import { readRoute } from './read.ts';
import { declarePreviewBackfill, queuePreviewBackfill } from './preview-backfill/backfill-previews.ts';
import { makeWorkoutsPrivate } from './make-private.ts';
import { purging } from './purge.ts';
import { removeRoute, restoreRoute } from './remove.ts';
import { addSamplesRoute, removeSamplesRoute } from './samples.ts';
import { renewShareLinkRoute, shareLinkRoute } from './share-link.ts';
import { streamsRoute } from './streams.ts';
import { timeSeriesRoute } from './time-series.ts';
import { updateRoute } from './update.ts';
import { invalid } from '../../kernel/server/errors.ts';
import { estimateEnergy } from '../workout-store/energy.ts';
import { loadMember } from '../workout-store/member.ts';

const caloriesRoute = route<typeof workoutCalls.calories>({
  call: workoutCalls.calories,
  access: 'member',
  async handler({ context, caller, query }) {
    const member = await loadMember(context.db, caller!.userId);
    const { activity_type: activity, duration, distance } = query;
    const estimate = estimateEnergy(activity, duration, distance, member, context.now());
    if (!estimate) throw invalid({ activity_type: ['Choose an activity type from the list.'] });
    return {
      energy: estimate.energy,
      kcal: estimate.kcal,
      formula: estimate.formula,
      weight_assumed: estimate.weightAssumed,
    };
  },
});

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
  subscriptions: {
    youngMemberProtected: (trx, { userId }, publisher) => makeWorkoutsPrivate(publisher, trx, userId),
  },
  jobs: (context) => {
    purging.declare(context);
    declarePreviewBackfill(context);
  },
  started: async (context) => {
    await purging.next(context);
    await queuePreviewBackfill(context);
  },
};
