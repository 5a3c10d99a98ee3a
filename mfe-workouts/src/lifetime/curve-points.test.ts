import type { Curves } from '@waymark/api-contract';
import { distanceAxes, distancePoints, powerAxes, powerPoints } from './curve-points.ts';
import { spanStart } from './curves-section.tsx';

const workout = { id: 1, name: 'Run', day: '2026-05-03', activity_name: 'Run', activity_group: 'run' };
const curve: Curves['distance'] = [100, 1000, 5000, 10_000, 42_195].map((meters) => ({
  meters,
  seconds: meters * 0.2 * (meters / 100) ** 0.06,
  workout,
}));

it('[WORK-08] a distance curve reads in the member’s own pace, fast on top', () => {
  const points = distancePoints(curve, 'run', 'metric', 'en-us');
  expect(points.map(({ over, tempo }) => `${over} ${tempo}`)).toEqual([
    '100 m 3:20 min/km',
    '1.00 km 3:50 min/km',
    '5.00 km 4:13 min/km',
    '10.0 km 4:24 min/km',
    '42.2 km 4:47 min/km',
  ]);
  const { x, xTicks, yTicks } = distanceAxes(points, 'run', 'metric', 'en-us');
  expect(xTicks.map(({ text }) => text).join(' ')).toBe('0.1 0.2 0.5 1 2 5 10 20');
  expect(x(42_195)).toBeCloseTo(1, 9);
  const paces = yTicks.toSorted((a, b) => b.at - a.at).map(({ text }) => text);
  expect(paces).toEqual(paces.toSorted());
  expect(paces.length).toBeGreaterThan(1);
});

it('[WORK-08] a ride’s curve reads as speed, in miles where those are used', () => {
  const points = distancePoints(curve, 'ride', 'imperial', 'en-us');
  expect(points.at(-1)?.tempo).toBe('7.8 mph');
  expect(points[0]?.over).toBe('100 m');
  expect(distanceAxes(points, 'ride', 'imperial', 'en-us').xTicks.at(-1)?.text).toBe('20');
});

it('[WORK-08] a power curve runs over time, from 0 up; one point alone has axes too', () => {
  const points = powerPoints([{ seconds: 1200, watts: 251.4, workout }], 'en-us');
  expect(points[0]).toMatchObject({ over: '20:00', best: '251 W' });
  const { x, y, xTicks } = powerAxes(points, 'en-us');
  expect([x(1200), y(0)]).toEqual([0.5, 0]);
  expect(xTicks.map(({ text }) => text)).toEqual(['10 min', '20 min']);
});

it('spans begin where they say', () => {
  expect([
    spanStart('all', '2026-11-21'),
    spanStart('year', '2026-11-21'),
    spanStart('recent', '2026-11-21'),
  ]).toEqual([undefined, '2026-01-01', '2026-08-24']);
});
