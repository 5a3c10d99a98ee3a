import { ascentOf, demoTrack } from './demo-track.ts';
import { drawing } from './drawing.ts';
import { contour, elevation } from './terrain.ts';

it('draws the figures from the track itself', () => {
  const points = demoTrack();
  const { figures, markers } = drawing();
  expect(figures.distance).toBe(points.at(-1)?.distance);
  expect(figures.high).toBe(Math.max(...points.map((point) => point.elevation)));
  expect(figures.ascent).toBe(ascentOf(points));
  expect(markers).toHaveLength(Math.floor(figures.distance / 2000) + 1);
});

it('counts a rise from the last low once it is two metres', () => {
  const at = (metres: number[]) => metres.map((elevation) => ({ x: 0, y: 0, distance: 0, elevation }));
  expect(ascentOf(at([100, 101, 100, 101.5]))).toBe(0);
  expect(ascentOf(at([100, 103, 101, 104, 90, 95]))).toBe(3 + 3 + 5);
});

it('keeps every point of a contour line near its height', () => {
  const numbers = [...contour(800).matchAll(/M(\d+) (\d+)/g)].map(([, x, y]) =>
    elevation(Number(x), Number(y)),
  );
  expect(numbers.length).toBeGreaterThan(0);
  for (const metres of numbers) expect(Math.abs(metres - 800)).toBeLessThan(15);
});
