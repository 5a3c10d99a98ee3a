import { sketchPath } from '@waymark/streams';
import { markerSize, otherMonth, weeksOf } from './month.ts';

it('[WORK-01] a month is laid out in whole weeks from the wished first day', () => {
  const monday = weeksOf('2026-11', 1);
  expect(monday.map((week) => week[0]?.day)).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ]);
  expect(weeksOf('2026-11', 0)[0]?.[0]).toEqual({ day: '2026-11-01', date: 1, inMonth: true });
  expect(weeksOf('2026-02', 0)).toHaveLength(4);
  expect(
    weeksOf('2028-02', 1)
      .flat()
      .filter((d) => d.inMonth),
  ).toHaveLength(29);
});

it('months follow each other across the year', () => {
  expect([otherMonth('2026-01', -1), otherMonth('2026-12', 1), otherMonth('2026-11', 0)]).toEqual([
    '2025-12',
    '2027-01',
    '2026-11',
  ]);
});

it('[WORK-01] a marker grows with the duration, and not beyond its cell', () => {
  expect(markerSize(600)).toBeLessThan(markerSize(3600));
  expect(markerSize(3600)).toBeLessThan(markerSize(10_800));
  expect(markerSize(86_400)).toBe(markerSize(10_800));
});

it('a track is drawn inside its box, north up', () => {
  const path = sketchPath('_p~iF~ps|U_ulLnnqC_mqNvxq`@', 100, 60, 4);
  const numbers = [...path.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map((m) => [Number(m[1]), Number(m[2])]);
  expect(numbers).toHaveLength(3);
  for (const [x, y] of numbers) {
    expect(x).toBeGreaterThanOrEqual(4);
    expect(x).toBeLessThanOrEqual(96);
    expect(y).toBeGreaterThanOrEqual(3.9);
    expect(y).toBeLessThanOrEqual(56.1);
  }
  expect(numbers[0]![1]).toBeGreaterThan(numbers[2]![1]!);
  expect(sketchPath('', 10, 10, 1)).toBe('');
});
