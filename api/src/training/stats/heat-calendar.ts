import { statsCalls } from '@waymark/api-contract';
import { route } from '../../kernel/server/route.ts';
import { scopeOf } from './query-scope.ts';
import { daysAsJson, readActiveYears } from './read-totals.ts';

export const heatCalendarHandler = route<typeof statsCalls.heatCalendar>({
  call: statsCalls.heatCalendar,
  access: 'anyone',
  async handler({ context, caller, params, query, reply }) {
    const scope = await scopeOf(context, caller, params.id, query.activity_types);
    const year = query.year ?? Number(scope.today.slice(0, 4));
    // Load follows from the heart rate, which is nobody else's business.
    const own = scope.relation === 'self';
    const [days, years] = await Promise.all([
      daysAsJson(context.db, scope, { from: `${year}-01-01`, to: `${year}-12-31` }, own),
      readActiveYears(context.db, scope),
    ]);
    const active = JSON.stringify(years.map((one) => one.year).toReversed());
    // The days come as they are sent: taking them apart here would take longer than reading them.
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"year":${year},"years":${active},"days":${days}}`);
  },
});
