import { createI18n } from '@waymark/i18n';
import { beforeText, changeText } from './change.ts';
import { metricAxis, metricText } from './metrics.ts';

const told = (...args: Parameters<typeof metricText>) =>
  Object.values(metricText(...args))
    .join(' ')
    .trim();

it('[WORK-07] sums are told in the member’s own units', () => {
  expect(told('distance', 32_400, 'metric', 'en-us')).toBe('32.4 km');
  expect(told('distance', 32_400, 'imperial', 'en-us')).toBe('20.1 mi');
  expect(told('distance', 4_812_345, 'metric', 'de')).toBe('4.812 km');
  expect(told('duration', 10_800, 'metric', 'en-us')).toBe('3:00:00');
  expect(told('duration', 400 * 3600, 'metric', 'en-us')).toBe('400 h');
  expect(told('ascent', 100, 'imperial', 'en-us')).toBe('328 ft');
  expect(told('energy', 836_800, 'metric', 'en-us')).toBe('200 kcal');
  expect(told('count', 3, 'metric', 'en-us')).toBe('3');
});

it('[WORK-07] the scale has round steps in the unit that is shown', () => {
  const texts = (...args: Parameters<typeof metricAxis>) => {
    const { unit, ticks } = metricAxis(...args);
    return [...ticks.map(({ text }) => text), unit].join(' ');
  };
  expect(texts('distance', 32_400, 'metric', 'en-us')).toBe('0 10 20 30 40 km');
  expect(texts('distance', 32_400, 'imperial', 'en-us')).toBe('0 10 20 30 mi');
  expect(texts('duration', 3000, 'metric', 'en-us')).toBe('0 20 40 60 min');
  expect(texts('duration', 7200, 'metric', 'en-us')).toBe('0.0 0.5 1.0 1.5 2.0 h');
  expect(texts('count', 2, 'metric', 'en-us')).toBe('0 1 2 ');
  expect(texts('distance', 0, 'metric', 'en-us')).toBe('0 1 km');
  expect(metricAxis('distance', 32_400, 'imperial', 'en-us').top).toBeCloseTo(30 * 1609.344, 6);
});

it('[WORK-07] the change against the span before is said in words', () => {
  const i18n = createI18n('en-us');
  const say = (now: number, before: number) => changeText(now, before, 'en-us', i18n);
  expect([say(154, 100), say(50, 100), say(100, 100), say(5, 0), say(0, 100)]).toEqual([
    '54% more',
    '50% less',
    'The same',
    null,
    '100% less',
  ]);
  expect(beforeText(0, '0 km', 'month', false, i18n)).toBe('None the month before');
  expect(beforeText(21, '21.0 km', 'week', false, i18n)).toBe('21.0 km the week before');
  expect(beforeText(0, '0 km', 'year', true, i18n)).toBe('None by this point last year');
  expect(beforeText(21, '21.0 km', 'week', true, i18n)).toBe('21.0 km by this point last week');
});
