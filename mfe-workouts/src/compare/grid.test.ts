import { sampleStreams } from '../testing/recording.ts';
import { gapsTo, laidOut, lengthOf, metersAt, PLACES } from './grid.ts';
import { comparisonPath, formatTimeGap, parseComparedIds } from '../shared/comparison-link.ts';

const even = sampleStreams(1000, { heartrate: (i) => 120 + i / 100 });

it('[WORK-04] at each place stands the time it took there and what was measured', () => {
  const laid = laidOut(even, lengthOf(even))!;
  expect(lengthOf(even)).toBe(2500);
  for (const k of [0, 100, 599]) {
    expect(laid.time[k]).toBeCloseTo(metersAt(k, 2500) / 2.5, 3);
    expect(laid.speed[k]).toBeCloseTo(2.5, 3);
    expect(Math.abs(laid.heartrate[k]! - (120 + metersAt(k, 2500) / 250))).toBeLessThan(1);
  }
  expect(laid.power.every(Number.isNaN)).toBe(true);
});

it('[WORK-04] the gap grows where the other is slower, and not while a device is paused', () => {
  const slower = sampleStreams(1250, { distance: (i) => i * 200 });
  const paused = sampleStreams(1000, { time: (i) => (i < 500 ? i : i + 300) * 1000 });
  const [first, second, third] = [even, slower, paused].map((streams) => laidOut(streams, 2500)!);
  const gaps = gapsTo(first!, second!);
  expect(gaps[0]).toBeCloseTo(0, 3);
  expect(gaps[PLACES - 1]).toBeCloseTo(250, 1);
  expect(gapsTo(first!, third!)[PLACES - 1]).toBeCloseTo(0, 3);
});

it('a shorter workout ends where it ended, and one without distance is not laid out', () => {
  const short = sampleStreams(400);
  const laid = laidOut(short, 2500)!;
  expect(laid.sample[PLACES - 1]).toBe(-1);
  expect(laid.time[200]).toBeGreaterThan(300);
  expect(Number.isNaN(laid.time[300])).toBe(true);
  const { distance: _, ...columns } = even.columns;
  expect(laidOut({ n: even.n, columns }, 2500)).toBeNull();
});

it('gaps and addresses are told in few signs', () => {
  expect([formatTimeGap(72.4), formatTimeGap(-8), formatTimeGap(0.3)]).toEqual(['+1:12', '−0:08', '0:00']);
  expect(comparisonPath([3, 1])).toBe('/workout/compare?ids=3,1');
  expect(parseComparedIds(new URLSearchParams('ids=3,1,3,x,-4,1.5'))).toEqual([3, 1]);
});
