import { SERVICE_BASES, workoutCalls } from '@waymark/api-contract';
import { type Service, route } from '../../kernel/server/route.ts';
import { copyHandler } from './copy.ts';
import { createHandler } from './create.ts';
import { dashboardHandler } from './dashboard.ts';
import { bulkRemoveHandler, bulkRestoreHandler } from './many/bulk-delete.ts';
import { bulkUpdateHandler } from './many/bulk-update.ts';
import { searchIdsHandler, searchHandler } from './many/search.ts';
import { listHandler } from './list.ts';
import { readHandler } from './read.ts';
import { declarePreviewBackfill, queuePreviewBackfill } from './preview-backfill/backfill-previews.ts';
import { makeWorkoutsPrivate } from './make-private.ts';
import { purging } from './purge.ts';
import { removeHandler, restoreHandler } from './remove.ts';
import { addSamplesHandler, removeSamplesHandler } from './samples.ts';
import { renewShareLinkHandler, shareLinkHandler } from './share-link.ts';
import { streamsHandler } from './streams.ts';
import { timeSeriesHandler } from './time-series.ts';
import { updateHandler } from './update.ts';
import { invalid } from '../../kernel/server/errors.ts';
import { estimateEnergy } from '../workout-store/energy.ts';
import { loadMember } from '../workout-store/member.ts';

const caloriesHandler = route<typeof workoutCalls.calories>({
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
    listHandler,
    searchHandler,
    searchIdsHandler,
    bulkUpdateHandler,
    bulkRemoveHandler,
    bulkRestoreHandler,
    createHandler,
    readHandler,
    updateHandler,
    removeHandler,
    restoreHandler,
    copyHandler,
    timeSeriesHandler,
    streamsHandler,
    shareLinkHandler,
    renewShareLinkHandler,
    caloriesHandler,
    dashboardHandler,
    addSamplesHandler,
    removeSamplesHandler,
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
