import { routeCalls } from '@waymark/api-contract';
import { route } from '../kernel/server/route.ts';
import { readableRoute } from './route-access.ts';
import { answerRoute, sendSummary } from './send-route.ts';

export const readRoute = route<typeof routeCalls.one>({
  call: routeCalls.one,
  access: 'anyone',
  async handler({ context, caller, params, query, reply }) {
    const row = await readableRoute(context, caller, params.id, query.key);
    if (query.field_set === 'simple') return sendSummary(row, caller, reply);
    return answerRoute(context, caller, row, reply);
  },
});
