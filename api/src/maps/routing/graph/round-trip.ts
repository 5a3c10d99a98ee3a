import polyline from '@mapbox/polyline';
import type { RoutingAnswer, RoutingQuestion } from '@waymark/api-contract';
import { haversine } from '@waymark/units';
import { NoWay } from './router.ts';

const METERS_PER_DEGREE = 111_194.93;
/** Roads are longer than the line through the air by about so much. */
const DETOUR = 1.35;
const TRIES = 10;
/** Degrees that a further try turns away from the last one: a grid of streets has few lengths in one direction. */
const TURN = 25;
/** Share of the wished length that a round trip may miss. */
const CLOSE_ENOUGH = 0.05;
/** Share of a round trip that may lead over a road twice before another direction is tried. */
const REPEATED_ENOUGH = 0.08;
/** Metres from a place to keep off within which a trip passes it. */
const PASSES_WITHIN = 15;
/** Share of the wished length that a trip may rather miss than pass such a place: a trip around the block is none. */
const PASSED_COSTS = 0.25;
const PRECISION = 6;

export interface RoundTrip {
  lat: number;
  lng: number;
  /** Metres. */
  length: number;
  costing: RoutingQuestion['costing'];
  /** Degrees from north in which it sets off. */
  heading: number;
  /** Places whose stretch of road it keeps off. */
  exclude_locations?: RoutingQuestion['exclude_locations'];
}

/** Who finds the ways between some places. @throws NoWay where there is none */
export type FindWays = (question: RoutingQuestion) => RoutingAnswer | Promise<RoutingAnswer>;

/**
 * A way that comes back to where it began: through three corners of a circle that touches the start, made larger or
 * smaller until the roads along it are as long as wished. A corner in a dead end is moved to the fork before it. At most
 * twenty questions, one after the other.
 * @throws NoWay when no such way was found, what `find` throws when it fails before one was
 */
export async function roundTrip(
  find: FindWays,
  { lat, lng, length, costing, heading, exclude_locations: exclusions }: RoundTrip,
): Promise<RoutingAnswer> {
  let radius = length / DETOUR / (2 * Math.PI);
  let best: RoutingAnswer | null = null;
  let problem: unknown = null;
  // By ratio: half the wished length is as far off as twice of it, and a turn on the spot is nothing at all.
  const missedBy = (answer: RoutingAnswer) => {
    const ratio = Math.max(1, answer.trip.summary.length * 1000) / length;
    return length * (Math.max(ratio, 1 / ratio) - 1);
  };
  // A corner may lie on a street to keep off: the legs begin and end there, so the router does not refuse it.
  const passed = (answer: RoutingAnswer) => (exclusions ? passedPlaces(answer, exclusions) : 0);
  const flaws = (answer: RoutingAnswer) =>
    missedBy(answer) + repeatedMeters(answer) + length * PASSED_COSTS * passed(answer);
  const ask = (locations: RoutingQuestion['locations']) =>
    find({
      locations,
      costing,
      ...(exclusions && { exclude_locations: exclusions }),
      // Nobody goes around in a circle for the sake of a motorway.
      costing_options: { auto: { use_highways: 0 } },
      directions_options: { units: 'kilometers' },
    });
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      const places = corners(lat, lng, radius, heading + TURN * (tries % 4));
      const straight = await ask(places);
      best ??= straight;
      const forks = withoutDeadEnds(straight, places);
      const answer = forks ? await ask(forks) : straight;
      if (!best || flaws(answer) < flaws(best)) best = answer;
      if (
        missedBy(answer) < length * CLOSE_ENOUGH &&
        repeatedMeters(answer) < answer.trip.summary.length * 1000 * REPEATED_ENOUGH &&
        passed(answer) === 0
      )
        break;
      radius *= Math.min(2, Math.max(0.5, length / Math.max(1, answer.trip.summary.length * 1000)));
    } catch (error) {
      problem = error;
      if (!(error instanceof NoWay)) break;
      radius *= 0.8;
    }
  }
  if (best) return best;
  throw problem;
}

type Line = [lat: number, lng: number][];
const lineOf = ({ shape }: RoutingAnswer['trip']['legs'][number]): Line => polyline.decode(shape, PRECISION);
const isSame = (a: Line[number] | undefined, b: Line[number] | undefined) =>
  a !== undefined && b !== undefined && a[0] === b[0] && a[1] === b[1];

/**
 * The corners with those moved to the last fork whose legs come back the way they went; null where none does.
 */
function withoutDeadEnds(
  { trip: { legs } }: RoutingAnswer,
  places: RoutingQuestion['locations'],
): RoutingQuestion['locations'] | null {
  const lines = legs.map(lineOf);
  let isMoved = false;
  const moved = places.map((place, k) => {
    const [before, after] = [lines[k - 1], lines[k]];
    if (!before || !after) return place;
    let same = 0;
    while (same < before.length && isSame(before.at(-1 - same), after[same])) same++;
    if (same < 2) return place;
    isMoved = true;
    const [lat, lon] = after[same - 1]!;
    return { lat, lon };
  });
  return isMoved ? moved : null;
}

/** Metres of road that a trip leads over a second time, in either direction. */
export function repeatedMeters({ trip: { legs } }: RoutingAnswer): number {
  const walked = new Set<string>();
  let meters = 0;
  for (const line of legs.map(lineOf))
    for (let i = 1; i < line.length; i++) {
      const [a, b] = [line[i - 1]!, line[i]!];
      const [from, to] = [a.join(), b.join()];
      const key = from < to ? `${from} ${to}` : `${to} ${from}`;
      if (walked.has(key)) meters += haversine(...a, ...b);
      walked.add(key);
    }
  return meters;
}

/** How many of some places a trip leads over. */
function passedPlaces(
  { trip: { legs } }: RoutingAnswer,
  places: readonly { lat: number; lon: number }[],
): number {
  const lines = legs.map(lineOf);
  return places.filter(({ lat, lon }) => {
    const shrink = Math.cos((lat * Math.PI) / 180);
    const local = ([a, b]: Line[number]) => ({
      x: (b - lon) * METERS_PER_DEGREE * shrink,
      y: (a - lat) * METERS_PER_DEGREE,
    });
    return lines.some((line) =>
      line.some((end, i) => i > 0 && metersFromOrigin(local(line[i - 1]!), local(end)) <= PASSES_WITHIN),
    );
  }).length;
}

/** Distance between the origin of a plane and a stretch from one point to another. */
function metersFromOrigin(a: { x: number; y: number }, b: { x: number; y: number }): number {
  const [x, y] = [b.x - a.x, b.y - a.y];
  const squared = x * x + y * y;
  const share = squared > 0 ? Math.max(0, Math.min(1, -(a.x * x + a.y * y) / squared)) : 0;
  return Math.hypot(a.x + share * x, a.y + share * y);
}

function corners(lat: number, lng: number, radius: number, heading: number): RoutingQuestion['locations'] {
  const shrink = Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const at = (x: number, y: number) => ({
    lat: lat + y / METERS_PER_DEGREE,
    lon: lng + x / (METERS_PER_DEGREE * shrink),
  });
  const toward = (heading * Math.PI) / 180;
  const middle = { x: Math.sin(toward) * radius, y: Math.cos(toward) * radius };
  const around = [90, 0, -90].map((turn) => {
    const angle = toward + (turn * Math.PI) / 180;
    return at(middle.x + Math.sin(angle) * radius, middle.y + Math.cos(angle) * radius);
  });
  return [at(0, 0), ...around, at(0, 0)];
}
