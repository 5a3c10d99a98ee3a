import { HISTORY_STEPS, newHistory, readHistory, record, redo, undo } from './history.ts';
import { distanceMarkers, markerSpacing } from './markers.ts';
import { lineIndex } from './nearest.ts';
import { EMPTY_PLAN, type Plan, planLine, planPointCount } from './plan.ts';
import { staticPlan } from './reshape.ts';
import { courseClimb } from './climb.ts';
import { simplifyPlan, toleranceFor } from './simplify.ts';
import { anyPlan, chance, straight } from './testing.ts';

it('[ROUTE-05] 200 steps go back and forth; a new step ends what was undone', () => {
  let history = newHistory();
  for (let i = 1; i <= HISTORY_STEPS + 20; i++) history = record(history, straight([0, 0], [i, 0]));
  let steps = 0;
  for (let back = undo(history); back !== history; back = undo(history)) {
    history = back;
    steps++;
  }
  expect(steps).toBe(HISTORY_STEPS);
  expect(history.present.segments[0]!.line[2]).toBe(20);
  history = redo(redo(history));
  expect(history.present.segments[0]!.line[2]).toBe(22);
  history = record(history, EMPTY_PLAN);
  expect(redo(history)).toBe(history);
  expect(undo(history).present.segments[0]!.line[2]).toBe(22);
});

it('[ROUTE-05] what was kept is read again with its sharing, and nonsense is not', () => {
  const shared = straight([0, 0], [1, 0]);
  const history = record(record(newHistory(), shared), { ...shared, segments: [...shared.segments] });
  const back = readHistory(structuredClone(history))!;
  expect(back.present.segments[0]).toBe(back.past[1]!.segments[0]);
  expect(Array.from(back.present.segments[0]!.line)).toEqual([0, 0, 1, 0]);
  for (const bad of [
    null,
    5,
    {},
    { past: [], present: {}, future: [] },
    { ...history, past: [{ start: 1 }] },
  ])
    expect(readHistory(bad)).toBeNull();
});

it('[ROUTE-05] markers stand at 1, 2, 5, 10 or 25 units, exactly on the line', () => {
  expect([3, 20, 21, 41, 101, 251, 9000].map(markerSpacing)).toEqual([1, 1, 2, 5, 10, 25, 25]);
  const line = planLine(straight([0, 0], [0.01, 0], [0.05, 0]));
  const markers = distanceMarkers(line, 1000);
  expect(markers.map(({ label }) => label)).toEqual([1, 2, 3, 4, 5]);
  for (const { label, lng } of markers) expect(lng * 111_194.93).toBeCloseTo(label * 1000, 0);
  const [over] = distanceMarkers(planLine(straight([179.99, 0], [-179.99, 0])), 1000);
  expect(over!.lng).toBeCloseTo(179.999, 3);
  expect(distanceMarkers(planLine(EMPTY_PLAN), 1000)).toEqual([]);
});

it('[ROUTE-11] above 200 points a course is thinned by the tolerance of its length; waypoints stay', () => {
  expect([2, 200, 201, 999, 1000, 3999, 4000, 100_000].map(toleranceFor)).toEqual([
    0, 0, 5e-5, 5e-5, 1e-4, 1e-4, 1.5e-4, 1.5e-4,
  ]);
  const wave = (n: number, height: number) =>
    staticPlan(
      Array.from({ length: n }, (_, i) => ({ lng: i * 1e-4, lat: i % 2 ? height : 0, elevation: i })),
    );
  const few = wave(200, 1e-6);
  expect(simplifyPlan(few)).toBe(few);
  expect(planPointCount(simplifyPlan(wave(201, 1e-6)))).toBeLessThan(5);
  expect(planPointCount(simplifyPlan(wave(999, 9e-5)))).toBe(999);
  expect(planPointCount(simplifyPlan(wave(1000, 9e-5)))).toBeLessThan(10);
  expect(planPointCount(simplifyPlan(wave(3999, 1.4e-4)))).toBeGreaterThan(3900);
  expect(planPointCount(simplifyPlan(wave(4000, 1.4e-4)))).toBeLessThan(20);
  const thin = simplifyPlan(wave(500, 1e-6)).segments[0]!;
  expect(thin.elevation!.at(-1)).toBe(499);
  expect(thin.distance).toBeCloseTo(wave(500, 1e-6).segments[0]!.distance, 6);
});

it('[ROUTE-05] [ROUTE-11] a climb is as high before and after saving, and however far its points are apart', () => {
  /** A straight road with 20 m high waves, each 800 m. */
  const road = (spacing: number, count: number) =>
    staticPlan(
      Array.from({ length: count }, (_, i) => ({
        lng: 0,
        lat: (i * spacing) / 111_194.93,
        elevation: 300 + 10 * Math.sin((i * spacing * Math.PI) / 400),
      })),
    );
  const up = (plan: Plan) => courseClimb(planLine(plan))!.ascent.at(-1)!;
  const dense = road(20, 1001);
  const saved = simplifyPlan(dense);
  // 25 waves, each less what the rule takes off at its top.
  expect(up(dense)).toBeGreaterThan(25 * 17);
  expect(up(dense)).toBeLessThan(25 * 20);
  expect(up(saved) / up(dense)).toBeCloseTo(1, 1);
  expect(planPointCount(saved)).toBeLessThan(300);
  expect(up(road(100, 201)) / up(dense)).toBeCloseTo(1, 1);
  const noisy = staticPlan(
    Array.from({ length: 5000 }, (_, i) => ({ lng: 0, lat: (i * 3) / 111_194.93, elevation: (i % 2) * 4 })),
  );
  expect(planPointCount(simplifyPlan(noisy))).toBeLessThan(600);
  // One hillside, told by its foot and its top alone.
  const slope = staticPlan([
    { lng: 0, lat: 0, elevation: 392 },
    { lng: 0, lat: 0.01, elevation: 409 },
  ]);
  expect(up(slope)).toBeGreaterThan(14);
  expect(courseClimb({ along: [0, 10, 20], elevation: [null, 5, null] })).toBeNull();
  expect(
    courseClimb({ along: [0, 100, 200, 300], elevation: [0, 50, null, 90] })!.ascent.at(-1),
  ).toBeGreaterThan(85);
  expect(courseClimb({ along: [0, 0], elevation: [5, 9] })).toMatchObject({ step: 0 });
  expect(courseClimb({ along: [], elevation: null })).toBeNull();
});

it('[ROUTE-05] the nearest place is the one that looking at every point finds', () => {
  const random = chance(11);
  for (let round = 0; round < 30; round++) {
    const line = planLine(anyPlan(random));
    const index = lineIndex(line);
    const k = Math.floor(random() * line.along.length);
    const place = { lng: line.line[k * 2]! + 1e-4 * random(), lat: line.line[k * 2 + 1]! };
    const found = index.nearest(place, 1000)!;
    const away = Array.from({ length: line.along.length }, (_, i) =>
      Math.hypot(line.line[i * 2]! - place.lng, line.line[i * 2 + 1]! - place.lat),
    );
    expect(found.away).toBeLessThanOrEqual(Math.min(...away) * 111_300);
    expect(found.along).toBeGreaterThanOrEqual(line.along[found.index]!);
    expect(line.starts[found.segment]!).toBeLessThanOrEqual(found.index);
    expect(line.starts[found.segment + 1]!).toBeGreaterThan(found.index);
    expect(index.nearest({ lng: place.lng, lat: place.lat + 3 }, 1000)).toBeNull();
  }
  expect(lineIndex(planLine(EMPTY_PLAN)).nearest({ lng: 0, lat: 0 }, 1000)).toBeNull();
});
