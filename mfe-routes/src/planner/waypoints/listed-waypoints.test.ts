import { makeSegment, type Plan, straightSegment } from '@waymark/routes';
import {
  insertWaypoint,
  legsBetween,
  moveWaypoint,
  listWaypoints,
  removeWaypoint,
  setArrivalMode,
  type ListedWaypoints,
} from './listed-waypoints.ts';

const at = (lng: number) => ({ lat: 0, lng });
const leg = (from: number, to: number, mode: 0 | 1 | 2 | 3, isStaticData = false) =>
  makeSegment(Float64Array.of(from, 0, (from + to) / 2, 0.1, to, 0), mode, { isStaticData });

/** 0 on foot to 1, by bike to 2, a piece of a file to 3. */
const plan: Plan = { start: at(0), segments: [leg(0, 1, 1), leg(1, 2, 2), leg(2, 3, 0, true)] };
const read = (stops: ListedWaypoints) => [
  stops.places.map(({ lng }) => lng).join(''),
  stops.arrivals.map((one) => (one ? (one.fromFile ? 'f' : one.mode) : '-')).join(''),
];

it('[ROUTE-05] each point keeps the mode in which it is reached when the list is reordered', () => {
  const stops = listWaypoints(plan);
  expect(read(stops)).toEqual(['0123', '-12f']);
  expect(read(moveWaypoint(stops, 2, 1))).toEqual(['0213', '-21f']);
  expect(read(moveWaypoint(stops, 1, 0))).toEqual(['1023', '-12f']);
  expect(read(moveWaypoint(stops, 0, 3))).toEqual(['1230', '-2f1']);
});

it('[ROUTE-05] takes points out and puts others in, at the ends and between', () => {
  const stops = listWaypoints(plan);
  expect(read(removeWaypoint(stops, 0))).toEqual(['123', '-2f']);
  expect(read(removeWaypoint(stops, 1))).toEqual(['023', '-2f']);
  expect(read(removeWaypoint(stops, 3))).toEqual(['012', '-12']);
  expect(read(removeWaypoint({ places: [at(0)], arrivals: [null] }, 0))).toEqual(['', '']);
  expect(read(insertWaypoint(stops, 4, at(9), 3))).toEqual(['01239', '-12f3']);
  expect(read(insertWaypoint(stops, 0, at(9), 3))).toEqual(['90123', '-312f']);
  expect(read(insertWaypoint(stops, 1, at(9), 3))).toEqual(['09123', '-112f']);
  expect(read(insertWaypoint(stops, 3, at(9), 3))).toEqual(['01293', '-123f']);
  expect(read(insertWaypoint({ places: [], arrivals: [] }, 0, at(9), 3))).toEqual(['9', '-']);
  expect(read(setArrivalMode(stops, 0, 0))).toEqual(['0123', '-02f']);
});

it('[ROUTE-05] a piece of a file stays one between its own ends, and is routed in the tool’s mode otherwise', () => {
  const stops = listWaypoints(plan);
  expect(legsBetween(stops, plan, 3).map(({ mode, fromFile }) => [mode, fromFile])).toEqual([
    [1, false],
    [2, false],
    [0, true],
  ]);
  expect(legsBetween(stops, plan, 3).every(({ distance }) => distance! > 0)).toBe(true);
  const turned = legsBetween(moveWaypoint(stops, 2, 1), plan, 3);
  expect(turned).toEqual([
    { mode: 2, fromFile: false, distance: null },
    { mode: 1, fromFile: false, distance: null },
    { mode: 3, fromFile: false, distance: null },
  ]);
  const straight = { start: at(0), segments: [straightSegment(at(0), at(1))] };
  expect(legsBetween(setArrivalMode(listWaypoints(straight), 0, 1), straight, 3)[0]!.distance).toBeNull();
});
