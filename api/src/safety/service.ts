import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../kernel/server/route.ts';
import { queueRoute, resolveRoute, unsuspendRoute } from './moderate.ts';
import { reportRoute } from './report-member.ts';

export const safetyService: Service = {
  name: 'safety',
  base: SERVICE_BASES.main,
  routes: [reportRoute, queueRoute, resolveRoute, unsuspendRoute],
};
