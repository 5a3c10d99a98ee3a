import { statsCalls } from '@waymark/api-contract';
import { conditions } from '@waymark/units';
import { invalid, notAllowed } from '../../kernel/server/errors.ts';
import { route } from '../../kernel/server/route.ts';
import { addDays } from '../../kernel/local-day.ts';
import { dayNumber } from './active-days.ts';
import { limitsAt, zoneSetsOf } from './estimate-load.ts';
import { readDays } from './read-totals.ts';
import { checkSpan, scopeOf } from './query-scope.ts';

const SPAN_DAYS = 180;
const MAX_DAYS = 3700;
/** After 600 days less than a millionth of a load is left in fitness: older workouts are not read. */
const LEAD_DAYS = 600;

const rounded = (value: number) => Math.round(value * 1000) / 1000;

export const trainingLoadHandler = route<typeof statsCalls.load>({
  call: statsCalls.load,
  access: 'member',
  async handler({ context, caller, params, query }) {
    if (caller!.userId !== params.id) throw notAllowed('Training load is for its owner only.');
    checkSpan(query.from, query.to);
    const scope = await scopeOf(context, caller, params.id);
    const to = query.to ?? scope.today;
    const from = query.from ?? addDays(to, 1 - SPAN_DAYS);
    checkSpan(from, to);
    const length = dayNumber(to) - dayNumber(from) + 1;
    if (length > MAX_DAYS) throw invalid({ from: ['Choose a span of ten years at most.'] });
    const first = addDays(from, -LEAD_DAYS);
    const [days, sets] = await Promise.all([
      readDays(context.db, scope, { from: first, to }),
      zoneSetsOf(context.db, params.id),
    ]);
    const loads = Array.from({ length: length + LEAD_DAYS }, () => 0);
    for (const { first_day, load } of days) loads[dayNumber(first_day) - dayNumber(first)]! += load / 1000;
    const shown = days.filter(({ first_day }) => first_day >= from);
    const counted = shown.reduce((sum, { n_load }) => sum + n_load, 0);
    const limits = limitsAt(scope.member, scope.hidesHealthData ? [] : sets, context.now());
    return {
      from,
      to,
      days: conditions(loads)
        .slice(LEAD_DAYS)
        .map(({ load, fitness, fatigue, form }, index) => ({
          day: addDays(from, index),
          load: rounded(load),
          fitness: rounded(fitness),
          fatigue: rounded(fatigue),
          form: rounded(form),
        })),
      counted,
      not_counted: shown.reduce((sum, { n }) => sum + n, 0) - counted,
      resting_heartrate: limits.resting,
      maximum_heartrate: rounded(limits.maximum),
      maximum_from: limits.from,
    };
  },
});
