import { routeDots, routeLines } from './draw-route.ts';

it('[ROUTE-05] a course has a start, an end, waypoints between, and markers along it', () => {
  const whole = {
    line: new Float64Array([0, 0, 0, 0.01, 0, 0.03]),
    along: new Float64Array([0, 1112, 3336]),
  };
  const dots = routeDots({
    whole,
    unit: 1000,
    waypoints: [
      { lat: 0, lng: 0 },
      { lat: 0.01, lng: 0 },
      { lat: 0.03, lng: 0 },
    ],
  });
  expect(dots.map(({ shape }) => shape)).toEqual(['dot', 'flag', 'ring', 'label', 'label', 'label']);
  expect(dots.slice(3).map(({ text }) => text)).toEqual(['1\u00a0km', '2\u00a0km', '3\u00a0km']);
  expect(dots[2]!.at).toEqual([0, 0.01]);
});

it('a course of one place has a start and no line', () => {
  const whole = { line: new Float64Array([5, 6]), along: new Float64Array([0]) };
  expect(routeLines(whole.line)).toEqual([]);
  expect(routeDots({ whole, unit: 1000 })).toEqual([{ at: [5, 6], shape: 'dot', color: 'moss', radius: 7 }]);
});
