import polyline from '@mapbox/polyline';
import type { RouteDetail, RouteList, RoutingAnswer } from '@waymark/api-contract';
import { SERVICE_BASES } from '@waymark/api-contract';
import {
  complete,
  encodePlan,
  EMPTY_PLAN,
  type Leg,
  lineLength,
  makeSegment,
  type RouteNote,
  type Segment,
  simplifyPlan,
  throughPlaces,
  legsOf,
  costingOf,
} from '@waymark/routes';
import { type Course, OTHER_COURSES, OWN_COURSES, placeOf } from './courses.ts';

/** A call in the name of a member. @throws Error when it is refused */
export type Call = <T>(method: string, path: string, body?: unknown) => Promise<T>;

const MAIN = SERVICE_BASES.main;

async function routed(call: Call, { from, to, travelMode }: Leg, own: string | undefined): Promise<Segment> {
  const json = JSON.stringify({
    locations: [from, to].map(({ lat, lng }) => ({ lat, lon: lng })),
    costing: costingOf(travelMode),
  });
  const { trip } = await call<RoutingAnswer>(
    'GET',
    `${SERVICE_BASES.routing}/route?json=${encodeURIComponent(json)}`,
  );
  const [leg] = trip.legs;
  const line = Float64Array.from(polyline.decode(leg!.shape, 6).flatMap(([lat, lng]) => [lng, lat]));
  const noteAt = (point: number, instructions: string, isCustomNote: boolean): RouteNote => ({
    instructions,
    lat: line[point * 2 + 1]!,
    lng: line[point * 2]!,
    distance: Math.round(lineLength(line.subarray(0, point * 2 + 2))),
    isCustomNote,
  });
  const turns = leg!.maneuvers
    .slice(1, -1)
    .map(({ begin_shape_index, instruction }) => noteAt(begin_shape_index, instruction, false));
  const end = line.length / 2 - 1;
  return makeSegment(line, travelMode, { notes: own ? [...turns, noteAt(end, own, true)] : turns });
}

/** Draws a course as the planner does, and saves it. */
async function draw(call: Call, course: Course): Promise<RouteDetail> {
  const { name, description, activity, mode, privacy, through, notes = {} } = course;
  const modes = through.slice(1).map(() => mode);
  const change = throughPlaces(EMPTY_PLAN, through.map(placeOf), modes);
  const segments: Segment[] = [];
  for (const [i, leg] of legsOf(change).entries()) segments.push(await routed(call, leg, notes[i + 1]));
  return call<RouteDetail>('POST', `${MAIN}/route/`, {
    name,
    description,
    activity_type_id: activity,
    privacy,
    points: encodePlan(simplifyPlan(complete(change, segments))),
  });
}

/** The courses that a member has not drawn yet; those that were there already are left alone. */
async function drawMissing(call: Call, userId: number, courses: readonly Course[]): Promise<number[]> {
  const { _embedded } = await call<RouteList>('GET', `${MAIN}/route/?user=${userId}&limit=100`);
  const there = new Map(_embedded.routes.map(({ name, id }) => [name, id]));
  const ids: number[] = [];
  for (const course of courses) ids.push(there.get(course.name) ?? (await draw(call, course)).id);
  return ids;
}

export interface DemoMember {
  userId: number;
  call: Call;
}

/**
 * Routes to look around with, drawn in the invented town through the calls that pages use: by the demo member and by
 * another one, with one private and one bookmarked. What is there already is not made again. Nothing is made where
 * the town is not offered.
 */
export async function addDemoRoutes(own: DemoMember, other: DemoMember): Promise<void> {
  const { regions } = await own.call<{ regions: { demo: boolean }[] }>(
    'GET',
    `${SERVICE_BASES.routing}/coverage`,
  );
  if (!regions.some(({ demo }) => demo)) return;
  await drawMissing(own.call, own.userId, OWN_COURSES);
  const [first] = await drawMissing(other.call, other.userId, OTHER_COURSES);
  const href = `/v7.1/route/${first}/`;
  await own.call('POST', `${MAIN}/route_bookmark/`, { _links: { route: [{ href, id: String(first) }] } });
}
