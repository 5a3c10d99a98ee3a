import {
  type Change,
  complete,
  insertWaypoint,
  legsOf,
  moveWaypoint,
  removeWaypoint,
  setTravelMode,
  throughPlaces,
} from './edits.ts';
import { makeSegment, type Plan, type RouteNote, straightSegment, waypoints } from './plan.ts';
import { addNote, outAndBack, reverse } from './reshape.ts';

const METERS = 111_194.93;
const at = (lng: number, lat = 0) => ({ lng, lat });
const own = (instructions: string, lng: number, from: number): RouteNote => ({
  ...at(lng),
  instructions,
  distance: Math.abs(lng - from) * METERS,
  isCustomNote: true,
});
const turn = (instructions: string, lng: number, distance: number): RouteNote => ({
  ...at(lng),
  instructions,
  distance,
  isCustomNote: false,
});

/** Two legs of some 1.1 km each, with a turn and notes on both. */
function course(travelMode: 1 | 2 = 1): Plan {
  const leg = (from: number, to: number, notes: RouteNote[]) =>
    makeSegment(Float64Array.of(from, 0, (from + to) / 2, 0, to, 0), travelMode, { notes });
  return {
    start: at(0),
    segments: [
      leg(0, 0.01, [turn('Turn left', 0.005, 556), own('Water tap', 0.002, 0), own('Bench', 0.008, 0)]),
      leg(0.01, 0.02, [own('Gate', 0.013, 0.01)]),
    ],
  };
}

/** Each leg straight, with one turn at its start. */
const routed = (change: Change): Plan =>
  complete(
    change,
    legsOf(change).map(({ from, to, travelMode }) =>
      makeSegment(straightSegment(from, to).line, travelMode, {
        notes: [{ ...turn('New turn', from.lng, 0), lat: from.lat }],
      }),
    ),
  );

/** Own notes with the number of their segment and the metres along it. */
const told = (plan: Plan) =>
  plan.segments.flatMap(({ notes }, i) =>
    notes
      .filter(({ isCustomNote }) => isCustomNote)
      .map(({ instructions, distance }) => [instructions, i, Math.round(distance / 10) * 10]),
  );
const turns = (plan: Plan) =>
  plan.segments.map(({ notes }) => notes.filter(({ isCustomNote }) => !isCustomNote).length);

it("[ROUTE-05] a leg in another mode keeps the member's own notes, and has the turns of the new way", () => {
  const plan = course();
  const next = routed(setTravelMode(plan, 0, 2));
  expect(told(next)).toEqual([
    ['Water tap', 0, 220],
    ['Bench', 0, 890],
    ['Gate', 1, 330],
  ]);
  expect(next.segments[0]!.notes.map(({ instructions }) => instructions)).toEqual([
    'New turn',
    'Water tap',
    'Bench',
  ]);
  expect(next.segments[1]).toBe(plan.segments[1]);
  // Drawn straight after the router gave up: the same notes.
  const change = setTravelMode(plan, 0, 2);
  expect(told(complete(change, [straightSegment(at(0), at(0.01))]))).toEqual(told(next));
});

it('[ROUTE-05] notes go to the nearer one of the legs around a moved waypoint, and stay where they stand', () => {
  const moved = routed(moveWaypoint(course(), 1, at(0.0125, 0.0005), 1));
  expect(told(moved)).toEqual([
    ['Water tap', 0, 220],
    ['Bench', 0, 890],
    ['Gate', 1, 60],
  ]);
  expect(moved.segments[0]!.notes[1]).toMatchObject(at(0.002));
  // The whole first leg lies behind the waypoint now.
  expect(told(routed(moveWaypoint(course(), 1, at(0.001), 1))).map(([name, leg]) => [name, leg])).toEqual([
    ['Water tap', 1],
    ['Bench', 1],
    ['Gate', 1],
  ]);
});

it('[ROUTE-05] a note whose way leads far off moves onto the new one', () => {
  const far = routed(moveWaypoint(course(), 1, at(0.01, 0.1), 1));
  const [, tap] = far.segments[0]!.notes;
  expect(tap!.instructions).toBe('Water tap');
  expect(tap!.lat).toBeGreaterThan(0);
  expect(tap!.lng).toBeCloseTo(tap!.lat / 10, 9);
  expect(tap!.distance).toBeCloseTo(Math.hypot(tap!.lat, tap!.lng) * METERS, -1);
});

it('[ROUTE-05] an added waypoint shares the notes of its leg out, a removed one brings those of both together', () => {
  expect(told(routed(insertWaypoint(course(), 0, at(0.005), 1)))).toEqual([
    ['Water tap', 0, 220],
    ['Bench', 1, 330],
    ['Gate', 2, 330],
  ]);
  expect(told(routed(removeWaypoint(course(), 1, 1)))).toEqual([
    ['Water tap', 0, 220],
    ['Bench', 0, 890],
    ['Gate', 0, 1450],
  ]);
  const places = waypoints(course());
  expect(told(routed(throughPlaces(course(), [places[1]!, places[0]!, places[2]!], [1, 1])))).toHaveLength(3);
});

it('[ROUTE-05] the other way round by bicycle notes stand at the same places; there and back they come by twice', () => {
  const back = routed(reverse(course(2)));
  expect(told(back)).toEqual([
    ['Gate', 0, 780],
    ['Water tap', 1, 890],
    ['Bench', 1, 220],
  ]);
  const both = routed(outAndBack(course(2)));
  expect(told(both).map(([name, leg]) => [name, leg])).toEqual([
    ['Water tap', 0],
    ['Bench', 0],
    ['Gate', 1],
    ['Gate', 2],
    ['Water tap', 3],
    ['Bench', 3],
  ]);
});

it('[ROUTE-05] on foot the way back is asked for as well, and has turns of its own', () => {
  const back = routed(reverse(course()));
  expect(legsOf(reverse(course()))).toMatchObject([
    { from: at(0.02), to: at(0.01), travelMode: 1 },
    { from: at(0.01), to: at(0), travelMode: 1 },
  ]);
  expect(turns(back)).toEqual([1, 1]);
  expect(told(back)).toEqual(told(routed(reverse(course(2)))));
  expect(turns(routed(outAndBack(course())))).toEqual([1, 0, 1, 1]);
});

it('[ROUTE-05] on foot the line that was drawn is walked back where the router has no answer or another way', () => {
  const change = reverse(course());
  const drawn = legsOf(change).map(({ otherwise }) => otherwise!);
  const [first, second] = drawn;
  expect([...first!.line]).toEqual([0.02, 0, 0.015, 0, 0.01, 0]);
  const without = complete(change, drawn);
  expect(turns(without)).toEqual([0, 0]);
  expect(told(without)).toEqual(told(routed(change)));
  const detour = makeSegment(Float64Array.of(0.01, 0, 0.005, 0.02, 0, 0), 1);
  expect(complete(change, [first!, detour]).segments[1]!.line).toEqual(second!.line);
});

it('[ROUTE-05] notes of a course that comes by a place twice stay on their own stretch', () => {
  const there = makeSegment(Float64Array.of(0, 0, 0.05, 0), 2, { notes: [own('Out', 0.02, 0)] });
  const back = makeSegment(Float64Array.of(0.05, 0, 0, 0), 2, { notes: [own('Home', 0.02, 0.05)] });
  const plan: Plan = { start: at(0), segments: [there, back] };
  const next = routed(moveWaypoint(plan, 1, at(0.051), 2));
  expect(told(next).map(([name, leg]) => [name, leg])).toEqual([
    ['Out', 0],
    ['Home', 1],
  ]);
  // In one line that turns round as well.
  const one = makeSegment(Float64Array.of(0, 0, 0.05, 0, 0, 0), 1, {
    notes: [{ ...own('Home', 0.02, 0), distance: 0.08 * METERS }],
  });
  const again = complete(setTravelMode({ start: at(0), segments: [one] }, 0, 2), [{ ...one, notes: [] }]);
  expect(again.segments[0]!.notes[0]!.distance).toBeCloseTo(0.08 * METERS, 0);
});

it('[ROUTE-05] what joins a waypoint to the road counts in the distances of the turns behind it', () => {
  const plan = addNote(course(), 1, own('Gate', 0.013, 0.01), false);
  const snapped = makeSegment(Float64Array.of(0, 0, 0.01, 0.001), 2);
  const gate = complete(setTravelMode(plan, 0, 2), [snapped]).segments[1]!;
  expect(gate.line).toHaveLength(8);
  expect(gate.notes[0]!.distance).toBeCloseTo(0.003 * METERS + 0.001 * METERS, 0);
});
