import { statsCalls } from '@waymark/api-contract';
import { route } from '../server/route.ts';
import { readActiveYears, readCells } from './read-totals.ts';
import { scopeOf } from './scope.ts';

export const heatCalendarRoute = route<typeof statsCalls.heatCalendar>({
  call: statsCalls.heatCalendar,
  access: 'anyone',
  async handler({ context, caller, params, query }) {
    const scope = await scopeOf(context, caller, params.id, query.activity_types);
    const year = query.year ?? Number(scope.today.slice(0, 4));
    // Load follows from the heart rate, which is nobody else's business.
    const own = scope.relation === 'self';
    const [cells, years] = await Promise.all([
      readCells(context.db, scope, 'd', { from: `${year}-01-01`, to: `${year}-12-31` }),
      readActiveYears(context.db, scope),
    ]);
    const days = Map.groupBy(cells, ({ first_day }) => first_day);
    return {
      year,
      years: years.map((active) => active.year).toReversed(),
      days: [...days].map(([day, of]) => {
        const sum = (amount: 'n' | 'distance' | 'duration' | 'load' | 'n_load') =>
          of.reduce((total, cell) => total + cell[amount], 0);
        return {
          day,
          count: sum('n'),
          distance: sum('distance') / 1000,
          duration: sum('duration') / 1000,
          load: own && sum('n_load') > 0 ? sum('load') / 1000 : null,
        };
      }),
    };
  },
});
