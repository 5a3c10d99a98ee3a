import { statsCalls } from '@waymark/api-contract';
import { route } from '../server/route.ts';
import { readActiveYears, readDays } from './read-totals.ts';
import { scopeOf } from './scope.ts';

export const heatCalendarRoute = route<typeof statsCalls.heatCalendar>({
  call: statsCalls.heatCalendar,
  access: 'anyone',
  async handler({ context, caller, params, query, reply }) {
    const scope = await scopeOf(context, caller, params.id, query.activity_types);
    const year = query.year ?? Number(scope.today.slice(0, 4));
    // Load follows from the heart rate, which is nobody else's business.
    const own = scope.relation === 'self';
    const [days, years] = await Promise.all([
      readDays(context.db, scope, { from: `${year}-01-01`, to: `${year}-12-31` }),
      readActiveYears(context.db, scope),
    ]);
    // Every field is named below: going through the schema once more would take as long as reading the year.
    void reply.type('application/json; charset=utf-8').serializer(JSON.stringify);
    return {
      year,
      years: years.map((active) => active.year).toReversed(),
      days: days.map(({ first_day, n, distance, duration, load, n_load }) => ({
        day: first_day,
        count: n,
        distance: distance / 1000,
        duration: duration / 1000,
        load: own && n_load > 0 ? load / 1000 : null,
      })),
    };
  },
});
