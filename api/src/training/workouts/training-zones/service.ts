import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../../../kernel/server/route.ts';
import { createHandler, listHandler, removeHandler } from './heart-rate.ts';
import { powerCreateHandler, powerListHandler, powerRemoveHandler } from './power.ts';

export const zonesService: Service = {
  name: 'zones',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  routes: [
    listHandler,
    createHandler,
    removeHandler,
    powerListHandler,
    powerCreateHandler,
    powerRemoveHandler,
  ],
};
