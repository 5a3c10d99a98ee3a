import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../../kernel/server/route.ts';
import { heatMapRoute } from './heat-map.ts';

export const heatMapService: Service = {
  name: 'heat map',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  routes: [heatMapRoute],
};
