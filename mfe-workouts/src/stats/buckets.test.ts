import type { UserStats } from '@waymark/api-contract';
import { addDays } from '../shared/days.ts';
import { bucketsOf, spanText } from './buckets.ts';
import { sampleStats, totals } from './samples.ts';

const days = (from: string, count: number): UserStats['stats'] =>
  Array.from({ length: count }, (_, i) => {
    const day = addDays(from, i);
    return { from: day, to: day, totals: totals({ count: i + 1 }) };
  });

it('[WORK-07] each day stands beside the same day of the week before', () => {
  const buckets = bucketsOf(sampleStats(), 'en-us');
  expect(buckets.map(({ tick }) => tick).join(' ')).toBe('Mon Tue Wed Thu Fri Sat Sun');
  expect(buckets[2]).toMatchObject({
    name: 'Wednesday, November 18, 2026',
    previousName: 'Wednesday, November 11, 2026',
    now: { distance: 8000 },
    previous: { distance: 0 },
  });
});

it('[WORK-07] a short month keeps the last days of a long month before it, and a long one has none beside them', () => {
  const february = sampleStats({
    period: 'month',
    stats: days('2026-02-01', 28),
    previous_stats: days('2026-01-01', 31),
  });
  const buckets = bucketsOf(february, 'en-us');
  expect(buckets).toHaveLength(31);
  expect(buckets[30]).toMatchObject({
    tick: '',
    name: '',
    now: null,
    previousName: 'Saturday, January 31, 2026',
  });
  expect(new Set(buckets.map(({ key }) => key)).size).toBe(31);
  const march = { ...february, stats: days('2026-03-01', 31), previous_stats: days('2026-02-01', 28) };
  expect(bucketsOf(march, 'en-us')[30]).toMatchObject({ tick: '31', previous: null, previousName: '' });
});

it('[WORK-07] spans are named in the member’s language', () => {
  expect(spanText('month', '2026-11-01', '2026-11-30', 'en-us')).toBe('November 2026');
  expect(spanText('month', '2026-11-01', '2026-11-30', 'fr')).toBe('novembre 2026');
  expect(spanText('year', '2026-01-01', '2026-12-31', 'en-us')).toBe('2026');
  expect(spanText('week', '2026-11-16', '2026-11-22', 'de')).toMatch(/^16\.–22\. Nov\. 2026$/u);
});
