import { nearestPointIndex } from './track-map.ts';
import type { LngLat } from './view.ts';

it('the nearest point takes the narrowing of degrees towards the poles into account', () => {
  const points: (LngLat | null)[] = [[10, 60], null, [10.3, 60], [10.2, 60.2]];
  expect(nearestPointIndex(points, [10.2, 60.05])).toBe(2);
  expect(nearestPointIndex([null], [0, 0])).toBeNull();
});

it('a point beyond the date line is near', () => {
  expect(
    nearestPointIndex(
      [
        [170, 0],
        [-179.9, 0],
      ],
      [179.9, 0],
    ),
  ).toBe(1);
});
