import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../server/route.ts';
import { catchUp, declareWork } from './jobs.ts';

export const statsService: Service = {
  name: 'statistics',
  base: SERVICE_BASES.main,
  routes: [],
  jobs: declareWork,
  started: catchUp,
};
