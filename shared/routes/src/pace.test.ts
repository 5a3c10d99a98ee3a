import { CATALOGUE } from '@waymark/activities/catalogue';
import { estimatedSeconds, paceKindOf, paceOf, usualSpeed } from './pace.ts';

it("[ROUTE-05] the time follows the activity: Naismith's three miles and 2,000 feet are two hours on foot", () => {
  const hours = (id: number, mode: 0 | 1 | 2 | 3) => {
    return estimatedSeconds(paceOf(id, mode), { distance: 3 * 1609.344, ascent: 609.6 }) / 3600;
  };
  expect(hours(9, 1)).toBeCloseTo(2, 6);
  expect(hours(24, 1)).toBeCloseTo(2, 6);
  expect(hours(16, 1)).toBeLessThan(1);
  expect(hours(11, 2)).toBeLessThan(hours(9, 2));
  // An activity that says nothing of speed: as the way goes.
  expect(hours(78, 2)).toBe(hours(11, 2));
  expect(hours(78, 3)).toBeLessThan(0.1);
});

it('[ROUTE-05] who is faster on the flat is faster uphill as well; other kinds keep their pace', () => {
  const FOOT = paceOf(9, 1);
  const own = paceOf(9, 1, { foot: 2 * usualSpeed('foot') });
  expect(own.perMeter).toBeCloseTo(FOOT.perMeter / 2, 9);
  expect(own.perClimb).toBeCloseTo(FOOT.perClimb / 2, 9);
  expect(paceOf(9, 1, { ride: 9 })).toBe(FOOT);
});

it('[ROUTE-05] every kind of run, ride, walk, hike and swim goes by its root and parent, whatever the way', () => {
  const expected = ({ id, parentId, rootId }: (typeof CATALOGUE)[number]) =>
    id === 19 || parentId === 19
      ? 'mountain'
      : { 9: 'foot', 11: 'ride', 15: 'swim', 16: 'run', 24: 'foot' }[rootId];
  for (const type of CATALOGUE) {
    const kind = expected(type);
    expect([type.name, paceKindOf(type.id, 1)]).toEqual([type.name, kind ?? 'foot']);
    expect([type.name, paceKindOf(type.id, 3)]).toEqual([type.name, kind ?? 'car']);
  }
});

it('[ROUTE-05] a marathon is run, not walked', () => {
  const marathon = CATALOGUE.find(({ name }) => name === 'Marathon')!;
  const hours = estimatedSeconds(paceOf(marathon.id, 1), { distance: 42_195, ascent: 120 }) / 3600;
  expect(hours).toBeGreaterThan(4);
  expect(hours).toBeLessThan(4.5);
});
