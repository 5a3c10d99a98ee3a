import { complete, legsOf } from './edits.ts';
import { cutOut, keepOnly, waypointAt } from './parts.ts';
import { makeSegment, type Plan, planLength, straightSegment, waypoints } from './plan.ts';

const line = (...lngs: number[]) => makeSegment(Float64Array.from(lngs.flatMap((lng) => [lng, 0])), 1);
const plan = (...segments: Plan['segments'][number][]): Plan => ({ start: { lng: 0, lat: 0 }, segments });
const COURSE = plan(line(0, 0.005, 0.01), line(0.01, 0.02), line(0.02, 0.025, 0.03));
/** Metres of a third of it. */
const KM = planLength(COURSE) / 3;
const lngs = (course: Plan) => waypoints(course).map(({ lng }) => Number(lng.toFixed(4)));
const whole = (change: ReturnType<typeof cutOut>) =>
  complete(
    change!,
    legsOf(change!).map(({ from, to }) => straightSegment(from, to)),
  );

it('[ROUTE-05] a waypoint is made at a distance: at a point of the line, between two, or the one that is there', () => {
  const at = (meters: number) => {
    const { plan: next, waypoint } = waypointAt(COURSE, meters);
    expect(planLength(next)).toBeCloseTo(planLength(COURSE), 1);
    return [waypoint, Number(waypoints(next)[waypoint]!.lng.toFixed(4)), next.segments.length];
  };
  expect(at(-5)).toEqual([0, 0, 3]);
  expect(at(KM / 2)).toEqual([1, 0.005, 4]);
  expect(at(KM)).toEqual([1, 0.01, 3]);
  expect(at(KM * 1.5)).toEqual([2, 0.015, 4]);
  expect(at(KM * 9)).toEqual([3, 0.03, 3]);
});

it('[ROUTE-05] a part is cut out of the middle, and one leg joins what stays', () => {
  const change = cutOut(COURSE, { from: KM * 0.5, to: KM * 2.5 }, 2)!;
  expect(legsOf(change)).toHaveLength(1);
  expect(legsOf(change)[0]).toMatchObject({ travelMode: 2 });
  expect(lngs(whole(change))).toEqual([0, 0.005, 0.025, 0.03]);
});

it('[ROUTE-05] a part is cut off at either end without any leg, and notes stay where they were', () => {
  const noted = plan(
    {
      ...COURSE.segments[0]!,
      notes: [{ instructions: 'Well', lat: 0, lng: 0.008, distance: 890, isCustomNote: true }],
    },
    ...COURSE.segments.slice(1),
  );
  const head = cutOut(noted, { from: 0, to: KM / 2 }, 1)!;
  expect(legsOf(head)).toEqual([]);
  const left = whole(head);
  expect(lngs(left)).toEqual([0.005, 0.01, 0.02, 0.03]);
  expect(left.start).toEqual({ lng: 0.005, lat: 0 });
  expect(left.segments[0]!.notes[0]!.distance).toBeCloseTo(890 - KM / 2, 6);
  expect(lngs(whole(cutOut(COURSE, { from: KM * 2, to: KM * 3 }, 1)))).toEqual([0, 0.01, 0.02]);
  expect(lngs(whole(keepOnly(COURSE, { from: KM * 2.5, to: KM * 0.5 })))).toEqual([0.005, 0.01, 0.02, 0.025]);
  expect(cutOut(COURSE, { from: 10, to: 10 }, 1)).toBeNull();
  expect(keepOnly(COURSE, { from: KM, to: KM + 1 })).toBeNull();
});
