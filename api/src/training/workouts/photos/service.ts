import { photoCalls, SERVICE_BASES } from '@waymark/api-contract';
import { sql } from 'kysely';
import { storedBytesBy } from '../../../kernel/storage/quota.ts';
import { hourly } from '../../../kernel/jobs/recurring.ts';
import { route, type Service } from '../../../kernel/server/route.ts';
import { openWorkout } from '../../privacy/visible-workout.ts';
import { describeHandler, orderHandler, removeHandler, restoreHandler } from './photo-routes.ts';
import { imageHandler } from './image-route.ts';
import { presentPhotos } from './photo-rows.ts';
import { addHandler } from './upload-photo.ts';
import { queueWaiting, releasePhotos, upkeep } from './upkeep.ts';
import { ENCODE, type EncodeJob, encodePhoto } from './encode-job.ts';

const listHandler = route<typeof photoCalls.list>({
  call: photoCalls.list,
  access: 'anyone',
  async handler({ context, caller, params, query }) {
    const { workout } = await openWorkout(context, caller, params.id, query.key);
    return presentPhotos(context, workout, workout.view.relation, caller);
  },
});

const tidying = hourly('photos.upkeep', upkeep);

export const photosService: Service = {
  name: 'photos',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  answers: {
    storedBytes: storedBytesBy(
      (userId) => sql`select sum(bytes)::float8 as bytes from workout_photos where user_id = ${userId}`,
    ),
  },
  routes: [
    listHandler,
    addHandler,
    orderHandler,
    describeHandler,
    removeHandler,
    restoreHandler,
    imageHandler,
  ],
  subscriptions: { workoutsPurged: (trx, { userId, ids }) => releasePhotos(trx, userId, ids) },
  jobs(context) {
    // One at a time: a picture in hand takes a processor and up to 300 MB.
    const options = { concurrency: 1, retries: 5, timeoutSeconds: 300, countsOwnAttempts: true } as const;
    context.jobs.work<EncodeJob>(ENCODE, options, (job) => encodePhoto(context, job));
    tidying.declare(context);
  },
  async started(context) {
    await queueWaiting(context);
    await tidying.next(context);
  },
};
