import { roundLength } from './corner.ts';

it('the scale shows 1, 2 or 5 times a power of ten', () => {
  expect([1, 1.9, 2, 4.99, 7, 34, 120, 999, 5000].map(roundLength)).toEqual([
    1, 1, 2, 2, 5, 20, 100, 500, 5000,
  ]);
});
