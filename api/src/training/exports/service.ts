import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../../kernel/server/route.ts';
import { allWorkoutsHandler } from './all-workouts-route.ts';
import { originalHandler } from './original-route.ts';
import { exportHandler } from './export-route.ts';

/** One workout as a file. */
export const exportService: Service = {
  name: 'export',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  routes: [exportHandler, originalHandler],
};

/** All of them as a table. */
export const allWorkoutsService: Service = {
  name: 'all workouts',
  base: SERVICE_BASES.internal,
  scopeArea: 'workout',
  routes: [allWorkoutsHandler],
};
