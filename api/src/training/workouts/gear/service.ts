import { gearCalls, SERVICE_BASES } from '@waymark/api-contract';
import { notAllowed } from '../../../kernel/server/errors.ts';
import { route, type Service } from '../../../kernel/server/route.ts';
import { createHandler, removeHandler, updateHandler } from './gear-routes.ts';
import { presentGear, listGear, ownGear } from './gear-rows.ts';

const listHandler = route<typeof gearCalls.list>({
  call: gearCalls.list,
  access: 'member',
  async handler({ context, caller, query }) {
    if (query.user !== undefined && query.user !== caller!.userId)
      throw notAllowed('Only its owner sees a list of gear.');
    const gear = await listGear(context.db, caller!.userId);
    return { _embedded: { gear }, total_count: gear.length };
  },
});

const oneHandler = route<typeof gearCalls.one>({
  call: gearCalls.one,
  access: 'member',
  handler: async ({ context, caller, params }) =>
    presentGear(context.db, await ownGear(context.db, caller, params.id)),
});

export const gearService: Service = {
  name: 'gear',
  base: SERVICE_BASES.main,
  scopeArea: 'workout',
  routes: [listHandler, oneHandler, createHandler, updateHandler, removeHandler],
};
