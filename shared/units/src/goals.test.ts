import { formatGoalAmount } from './goals.ts';

const metric = { system: 'metric', locale: 'en-us' } as const;
const imperial = { system: 'imperial', locale: 'en-us' } as const;

it.each([
  ['distance', 29_999, 'down', metric, '29.9 km'],
  ['distance', 30_000, 'down', metric, '30 km'],
  ['distance', 1, 'up', metric, '0.1 km'],
  ['distance', 32_186.88, 'down', imperial, '20 mi'],
  ['distance', 32_186.88, 'up', imperial, '20 mi'],
  ['distance', 32_187, 'nearest', imperial, '20 mi'],
  ['duration', 5399, 'down', metric, '1:29 h'],
  ['duration', 61, 'up', metric, '0:02 h'],
  ['energy', 4_183_999, 'down', metric, '999 kcal'],
  ['energy', 8_368_000, 'up', metric, '2,000 kcal'],
  ['count', 3, 'down', metric, '3 '],
] as const)(
  '[CHAL-03] %s %d rounded %s is never more done or less left than it is',
  (kind, value, round, as, text) => {
    const shown = formatGoalAmount(kind, value, { ...as, round });
    expect(`${shown.value} ${shown.unit}`).toBe(text);
  },
);
