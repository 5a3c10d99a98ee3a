import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../server/route.ts';
import { declareWork } from './shown/jobs.ts';
import { zoneRoutes } from './zones.ts';

export const privacyZonesService: Service = {
  name: 'privacy zones',
  base: SERVICE_BASES.main,
  routes: zoneRoutes,
  jobs: declareWork,
};
