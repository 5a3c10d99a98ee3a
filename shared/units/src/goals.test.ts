import { formatGoalAmount, formatGoalRemaining } from './goals.ts';

const metric = { system: 'metric', locale: 'en-us' } as const;
const imperial = { system: 'imperial', locale: 'en-us' } as const;

it.each([
  ['distance', 29_999, 'down', metric, '29.9 km'],
  ['distance', 30_000, 'down', metric, '30 km'],
  ['distance', 32_186.88, 'down', imperial, '20 mi'],
  ['distance', 32_187, 'nearest', imperial, '20 mi'],
  ['duration', 5399, 'down', metric, '1:29 h'],
  ['energy', 4_183_999, 'down', metric, '999 kcal'],
  ['count', 3, 'down', metric, '3 '],
] as const)('[CHAL-03] %s %d rounded %s is never more done than it is', (kind, value, round, as, text) => {
  const shown = formatGoalAmount(kind, value, { ...as, round });
  expect(`${shown.value} ${shown.unit}`).toBe(text);
});

it.each([
  ['distance', 0, 30_000, imperial, '18.6 mi'],
  ['distance', 0, 100_000, imperial, '62.1 mi'],
  ['distance', 15_130, 30_000, imperial, '9.2 mi'],
  ['distance', 29_990, 30_000, imperial, '0.1 mi'],
  ['distance', 29_999, 30_000, metric, '0.1 km'],
  ['distance', 0, 32_186.88, imperial, '20 mi'],
  ['distance', 10_050, 30_000, metric, '20 km'],
  ['energy', 0, 8_368_000, metric, '2,000 kcal'],
  ['duration', 3599, 36_000, metric, '9:01 h'],
  ['energy', 0, 4_184_001, metric, '1,000 kcal'],
  ['count', 2, 3, metric, '1 '],
] as const)('[CHAL-03] %s: after %d of %d, what is left adds up', (kind, value, target, as, text) => {
  const shown = formatGoalRemaining(kind, { value, target }, as);
  expect(`${shown.value} ${shown.unit}`).toBe(text);
});
