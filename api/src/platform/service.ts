import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../kernel/server/route.ts';
import { rolloutsHandler } from './rollouts.ts';
import { settingsHandler } from './settings.ts';

export const platformService: Service = {
  name: 'platform',
  base: SERVICE_BASES.platform,
  routes: [settingsHandler, rolloutsHandler],
};
