import { routeCalls } from '@waymark/api-contract';
import { route } from '../kernel/server/route.ts';
import { readableRoute } from './route-access.ts';
import { answerRoute } from './send-route.ts';
import { presentRoute } from './presenter.ts';

export const readRoute = route<typeof routeCalls.one>({
  call: routeCalls.one,
  access: 'anyone',
  async handler({ context, caller, params, query, reply }) {
    const row = await readableRoute(context, caller, params.id, query.key);
    if (query.field_set !== 'simple') return answerRoute(context, caller, row, reply);
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
    return presentRoute(row, caller);
  },
});
