import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../kernel/server/route.ts';
import { rolloutsRoute } from './rollouts.ts';
import { settingsRoute } from './settings.ts';

export const platformService: Service = {
  name: 'platform',
  base: SERVICE_BASES.platform,
  routes: [settingsRoute, rolloutsRoute],
};
