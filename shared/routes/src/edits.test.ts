import type { TravelMode } from '@waymark/api-contract';
import {
  append,
  backToStart,
  type Change,
  complete,
  insertWaypoint,
  legsOf,
  moveWaypoint,
  prepend,
  removeWaypoint,
  setTravelMode,
  throughPlaces,
} from './edits.ts';
import {
  EMPTY_PLAN,
  makeSegment,
  type Plan,
  planLength,
  pointCount,
  type Segment,
  segmentEnd,
  straightSegment,
  waypoints,
} from './plan.ts';
import {
  addNote,
  joinSegments,
  loosen,
  outAndBack,
  reverse,
  setNotes,
  splitSegment,
  staticPlan,
} from './reshape.ts';
import { anyPlan, chance, straight } from './testing.ts';

const inMode = (segment: Segment, travelMode: TravelMode): Segment => ({ ...segment, travelMode });
/** Routes every leg straight, as a router without roads would; what can be walked back is. */
const routed = (change: Change): Plan =>
  complete(
    change,
    legsOf(change).map(
      ({ from, to, travelMode, otherwise }) => otherwise ?? inMode(straightSegment(from, to), travelMode),
    ),
  );
/** What can be walked either way, without notes. */
const twoWay = (segment: Segment): Segment => ({
  ...segment,
  travelMode: segment.travelMode > 1 ? 1 : segment.travelMode,
  notes: [],
});
const at = (lng: number, lat: number) => ({ lng, lat });

it('[ROUTE-05] a course grows at its end and at its start', () => {
  const start = complete(append(EMPTY_PLAN, at(0, 0), 1), []);
  expect(start).toEqual({ start: at(0, 0), segments: [] });
  const two = routed(append(start, at(1, 0), 2));
  expect(two.segments[0]?.travelMode).toBe(2);
  const three = routed(prepend(two, at(-1, 0), 3));
  expect(waypoints(three)).toEqual([at(-1, 0), at(0, 0), at(1, 0)]);
  expect(three.segments.map(({ travelMode }) => travelMode)).toEqual([3, 2]);
});

it('[ROUTE-05] moving or adding a point routes its two legs and keeps the other segments themselves', () => {
  const plan = straight([0, 0], [1, 0], [2, 0], [3, 0], [4, 0]);
  const moved = moveWaypoint(plan, 2, at(2, 1), 1);
  expect(legsOf(moved)).toEqual([
    { from: at(1, 0), to: at(2, 1), travelMode: 0 },
    { from: at(2, 1), to: at(3, 0), travelMode: 0 },
  ]);
  const next = routed(moved);
  expect(next.segments[0]).toBe(plan.segments[0]);
  expect(next.segments[3]).toBe(plan.segments[3]);
  expect(legsOf(moveWaypoint(plan, 0, at(0, 1), 1))).toHaveLength(1);
  expect(legsOf(moveWaypoint(plan, 4, at(4, 1), 1))).toHaveLength(1);
  const inserted = routed(insertWaypoint(plan, 1, at(1.5, 1), 1));
  expect(waypoints(inserted)).toHaveLength(6);
  expect(inserted.segments[0]).toBe(plan.segments[0]);
  expect(() => moveWaypoint(plan, 5, at(0, 0), 1)).toThrow('There is no waypoint 5.');
  expect(() => insertWaypoint(plan, 9, at(0, 0), 1)).toThrow('There is no segment 9.');
});

it('[ROUTE-05] a removed waypoint joins its neighbours, at the ends the leg goes', () => {
  const plan = straight([0, 0], [1, 0], [2, 0]);
  expect(waypoints(routed(removeWaypoint(plan, 1, 1)))).toEqual([at(0, 0), at(2, 0)]);
  expect(waypoints(routed(removeWaypoint(plan, 0, 1)))).toEqual([at(1, 0), at(2, 0)]);
  expect(waypoints(routed(removeWaypoint(plan, 2, 1)))).toEqual([at(0, 0), at(1, 0)]);
  expect(routed(removeWaypoint({ start: at(0, 0), segments: [] }, 0, 1))).toEqual(EMPTY_PLAN);
});

it('[ROUTE-05] a leg takes another mode, and the way back leads to the start', () => {
  const plan = straight([0, 0], [1, 0], [2, 0]);
  expect(legsOf(setTravelMode(plan, 1, 2))).toEqual([{ from: at(1, 0), to: at(2, 0), travelMode: 2 }]);
  expect(legsOf(backToStart(plan, 1))).toEqual([{ from: at(2, 0), to: at(0, 0), travelMode: 1 }]);
  expect(legsOf(backToStart(routed(backToStart(plan, 1)), 1))).toEqual([]);
  expect(() => complete(setTravelMode(plan, 1, 2), [])).toThrow('A leg of the course was not routed.');
});

it('[ROUTE-05] a list of waypoints in another order routes only what is new', () => {
  const plan = straight([0, 0], [1, 0], [2, 0], [3, 0]);
  const [a, b, c, d] = waypoints(plan) as [never, never, never, never];
  const change = throughPlaces(plan, [b, a, c, d], [0, 0, 0]);
  expect(legsOf(change)).toEqual([
    { from: b, to: a, travelMode: 0 },
    { from: a, to: c, travelMode: 0 },
  ]);
  expect(routed(change).segments[2]).toBe(plan.segments[2]);
});

it('[ROUTE-05] a waypoint beside the road is joined to it', () => {
  const plan = straight([0, 0], [1, 0]);
  const change = append(plan, at(2, 0), 1);
  const snapped = makeSegment(Float64Array.of(1, 0.001, 2, 0.001), 1, { elevation: Float64Array.of(5, 6) });
  const next = complete(change, [snapped]);
  expect([...next.segments[1]!.line]).toEqual([1, 0, 1, 0.001, 2, 0.001]);
  expect(next.segments[1]!.elevation).toEqual(Float64Array.of(5, 5, 6));
});

it('[ROUTE-05] reversed twice a course on foot is the one it was; one-way streets are asked again', () => {
  const random = chance(3);
  for (let round = 0; round < 50; round++) {
    const any = anyPlan(random);
    const onFoot: Plan = { ...any, segments: any.segments.map(twoWay) };
    const back = routed(reverse(onFoot));
    expect(back.start).toEqual(segmentEnd(onFoot.segments.at(-1)!));
    expect(planLength(back)).toBeCloseTo(planLength(onFoot), 6);
    const twice = routed(reverse(back));
    expect(twice.segments.map(({ line }) => line)).toEqual(onFoot.segments.map(({ line }) => line));
    expect(twice.segments.map(({ elevation }) => elevation)).toEqual(
      onFoot.segments.map(({ elevation }) => elevation),
    );
    expect(planLength(routed(outAndBack(onFoot)))).toBeCloseTo(2 * planLength(onFoot), 5);
  }
  const drive = setTravelMode(straight([0, 0], [1, 0]), 0, 3);
  expect(legsOf(reverse(routed(drive)))).toEqual([{ from: at(1, 0), to: at(0, 0), travelMode: 3 }]);
});

it('[ROUTE-05] a segment split and joined again is the line it was, notes at their places', () => {
  const line = Float64Array.of(0, 0, 0.01, 0, 0.02, 0, 0.03, 0);
  const note = { instructions: 'Here', lat: 0, lng: 0.02, distance: 2300, isCustomNote: true };
  const plan: Plan = { start: at(0, 0), segments: [makeSegment(line, 1, { notes: [note] })] };
  const split = splitSegment(plan, 0, 1);
  expect(split.segments.map(pointCount)).toEqual([2, 3]);
  expect(split.segments[1]!.notes[0]!.distance).toBeCloseTo(2300 - 1111.95, 1);
  const joined = joinSegments(split, 0);
  expect(joined.segments[0]!.line).toEqual(line);
  expect(joined.segments[0]!.notes[0]!.distance).toBeCloseTo(2300, 6);
  expect(joined.segments[0]!.travelMode).toBe(1);
  expect(() => splitSegment(plan, 0, 0)).toThrow('inner points');
  expect(() => joinSegments(plan, 0)).toThrow('Only neighbors');
});

it('[ROUTE-05] a piece of a file bends only around the point that is dragged', () => {
  const places = Array.from({ length: 1001 }, (_, i) => at(i / 1000, 0));
  const plan = staticPlan(places);
  expect(plan.segments[0]!.isStaticData).toBe(true);
  const { plan: loose, waypoint } = loosen(plan, 0, 500, 1000);
  expect(loose.segments.map(pointCount)).toEqual([492, 10, 10, 492]);
  expect(waypoints(loose)[waypoint]).toEqual(at(0.5, 0));
  const legs = legsOf(moveWaypoint(loose, waypoint, at(0.5, 0.01), 1));
  expect(legs.map(({ travelMode }) => travelMode)).toEqual([1, 1]);
  expect(legs[0]!.from.lng).toBeCloseTo(0.491, 9);
  const first = loosen(plan, 0, 0, 1000);
  expect([first.waypoint, waypoints(first.plan)[first.waypoint]]).toEqual([0, at(0, 0)]);
  const last = loosen(plan, 0, 1000, 1000);
  expect(waypoints(last.plan)[last.waypoint]).toEqual(at(1, 0));
  expect(staticPlan([])).toEqual(EMPTY_PLAN);
});

it('[ROUTE-05] notes stand where the specification puts them', () => {
  const named = (instructions: string) => ({ instructions, lat: 0, lng: 0, distance: 0, isCustomNote: true });
  let plan = straight([0, 0], [1, 0], [2, 0]);
  plan = setNotes(plan, 0, [named('a'), named('b')]);
  plan = setNotes(plan, 1, [named('a'), named('b')]);
  const texts = (next: Plan, i: number) => next.segments[i]!.notes.map(({ instructions }) => instructions);
  expect(texts(addNote(plan, 0, named('new'), false), 0)).toEqual(['a', 'new', 'b']);
  expect(texts(addNote(plan, 1, named('new'), false), 1)).toEqual(['new', 'a', 'b']);
  expect(texts(addNote(plan, 1, named('new'), true), 1)).toEqual(['a', 'b', 'new']);
});
