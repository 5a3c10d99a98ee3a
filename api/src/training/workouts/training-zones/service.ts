import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../../../kernel/server/route.ts';
import { createRoute, listRoute, removeRoute } from './heart-rate.ts';
import { powerCreateRoute, powerListRoute, powerRemoveRoute } from './power.ts';

export const zonesService: Service = {
  name: 'zones',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  routes: [listRoute, createRoute, removeRoute, powerListRoute, powerCreateRoute, powerRemoveRoute],
};
