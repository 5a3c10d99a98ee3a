import { SERVICE_BASES } from '@waymark/api-contract';
import type { Service } from '../../kernel/server/route.ts';
import { cutRoute, editsRoute, mergeRoute, splitRoute, undoRoute } from './routes.ts';
import { ending } from './upkeep.ts';

export const editsService: Service = {
  name: 'edits',
  base: SERVICE_BASES.internal,
  scopeArea: 'workout',
  routes: [cutRoute, splitRoute, mergeRoute, editsRoute, undoRoute],
  jobs: (context) => ending.declare(context),
  started: (context) => ending.next(context),
};
