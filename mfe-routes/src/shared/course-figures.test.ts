import { courseClimb, makeSegment, paceOf, planLine } from '@waymark/routes';
import { courseFigures } from './course-figures.ts';

/** A line to the east, about 11.12 m a step, with a hill every 200 steps. */
function hilly(n: number) {
  const elevation = Float64Array.from({ length: n }, (_, i) => 100 + 50 * Math.sin(i / 32));
  const line = Float64Array.from({ length: n * 2 }, (_, i) => (i % 2 ? 0 : (i / 2) * 1e-4));
  return planLine({ start: { lng: 0, lat: 0 }, segments: [makeSegment(line, 1, { elevation })] });
}

const FOOT = paceOf(9, 1);

it('[ROUTE-05] ascent and descent are those of a saved route, and the parts make the whole', () => {
  const whole = hilly(2000);
  const { ascent, descent } = courseClimb(whole)!;
  const all = courseFigures(whole, FOOT);
  expect(all.ascent).toBeCloseTo(ascent.at(-1)!, 1);
  expect(all.descent).toBeCloseTo(descent.at(-1)!, 1);
  const middle = all.distance * 0.43;
  const parts = [
    courseFigures(whole, FOOT, { from: 0, to: middle }),
    courseFigures(whole, FOOT, { from: all.distance + 500, to: middle }),
  ];
  for (const key of ['distance', 'ascent', 'descent', 'seconds'] as const)
    expect(Math.abs(parts[0]![key]! + parts[1]![key]! - all[key]!)).toBeLessThan(1);
});

it('[ROUTE-05] without heights there is no climb, and the time is that of the flat', () => {
  const line = Float64Array.of(0, 0, 0.01, 0);
  const whole = planLine({ start: { lng: 0, lat: 0 }, segments: [makeSegment(line, 1)] });
  expect(courseFigures(whole, FOOT)).toMatchObject({ ascent: null, descent: null });
  expect(courseFigures(planLine({ start: null, segments: [] }), FOOT)).toEqual({
    distance: 0,
    ascent: null,
    descent: null,
    seconds: 0,
  });
});
