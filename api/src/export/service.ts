import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../server/route.ts';
import { allWorkoutsRoute } from './all-workouts.ts';
import { originalRoute } from './original.ts';
import { exportRoute } from './route.ts';

/** One workout as a file. */
export const exportService: Service = {
  name: 'export',
  base: SERVICE_BASES.main,
  routes: [exportRoute, originalRoute],
};

/** All of them as a table. */
export const allWorkoutsService: Service = {
  name: 'all workouts',
  base: SERVICE_BASES.internal,
  routes: [allWorkoutsRoute],
};
