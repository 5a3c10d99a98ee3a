import { areaPath, barPath, linePath } from './svg-path.ts';

it('paths break at gaps, close their areas, and have no bar without height', () => {
  expect(linePath([[0, 1], null, [2, 3], [4, 5]])).toBe('M0.0 1.0M2.0 3.0L4.0 5.0');
  expect(
    areaPath(
      [
        [0, 1],
        [4, 5],
      ],
      9,
    ),
  ).toBe('M0.0 1.0L4.0 5.0L4.0 9.0L0.0 9.0Z');
  expect(areaPath([null], 9)).toBe('');
  expect(barPath(0, 10, 5, 5)).toBe('');
});
