import { SERVICE_BASES } from '@waymark/api-contract';
import { hourly } from '../../../kernel/jobs/recurring.ts';
import type { Service } from '../../../kernel/server/route.ts';
import { associationHandler } from './association.ts';
import { releaseWeather, upkeep } from './upkeep.ts';
import { ASK, type AskJob, askWeather, pace } from './weather-job.ts';

const looking = hourly('weather.upkeep', upkeep);

export const weatherService: Service = {
  name: 'weather',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  routes: [associationHandler],
  subscriptions: { workoutsPurged: (trx, { userId, ids }) => releaseWeather(trx, userId, ids) },
  jobs(context) {
    const turn = pace(context.env.WEATHER_PER_MINUTE);
    // One after another: what the provider is spared by waiting, many at once would undo.
    context.jobs.work<AskJob>(ASK, { concurrency: 1, retries: 5, timeoutSeconds: 120 }, (job, signal) =>
      askWeather(context, turn, job, signal),
    );
    looking.declare(context);
  },
  async started(context) {
    await upkeep(context);
    await looking.next(context);
  },
};
