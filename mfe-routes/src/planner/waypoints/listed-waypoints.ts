import type { TravelMode } from '@waymark/api-contract';
import { type Place, type Plan, segmentEnd, segmentStart, type Segment, waypoints } from '@waymark/routes';

/** How a place is reached from the one before it; null for the first. */
type Arrival = { mode: TravelMode; fromFile: boolean } | null;

/** The waypoints as a list: what is reordered, and sent to be routed as a whole. */
export interface ListedWaypoints {
  readonly places: readonly Place[];
  readonly arrivals: readonly Arrival[];
}

export interface ListedLeg {
  mode: TravelMode;
  /** A piece of a file or a workout, which no mode leads along. */
  fromFile: boolean;
  /** Metres; null while it is being looked for. */
  distance: number | null;
}

export const listWaypoints = (plan: Plan): ListedWaypoints => ({
  places: waypoints(plan),
  arrivals: plan.start
    ? [null, ...plan.segments.map(({ travelMode, isStaticData }) => arrival(travelMode, isStaticData))]
    : [],
});

const arrival = (mode: TravelMode, fromFile = false) => ({ mode, fromFile });

/** The first place has no arrival, every other one has: what the new first loses, the old first takes. */
function mended(arrivals: readonly Arrival[]): Arrival[] {
  const [first = null, ...rest] = arrivals;
  return arrivals.length === 0 ? [] : [null, ...rest.map((one) => one ?? first ?? arrival(0))];
}

function shifted<T>(list: readonly T[], from: number, to: number): T[] {
  const next = list.filter((_, index) => index !== from);
  next.splice(to, 0, list[from]!);
  return next;
}

/** One point at another number; each keeps the mode in which it is reached. */
export const moveWaypoint = (
  { places, arrivals }: ListedWaypoints,
  from: number,
  to: number,
): ListedWaypoints => ({
  places: shifted(places, from, to),
  arrivals: mended(shifted(arrivals, from, to)),
});

export const removeWaypoint = ({ places, arrivals }: ListedWaypoints, index: number): ListedWaypoints => ({
  places: places.filter((_, at) => at !== index),
  arrivals: mended(arrivals.filter((_, at) => at !== index)),
});

/** A further place at a number; between two others it is reached as they were. */
export function insertWaypoint(
  { places, arrivals }: ListedWaypoints,
  at: number,
  place: Place,
  tool: TravelMode,
): ListedWaypoints {
  const through = at > 0 ? arrivals[at] : null;
  const mode = through && !through.fromFile ? through.mode : tool;
  return {
    places: [...places.slice(0, at), place, ...places.slice(at)],
    arrivals: mended([...arrivals.slice(0, at), arrival(mode), ...arrivals.slice(at)]),
  };
}

/** Another mode for the leg that leads away from a place. */
export const setArrivalMode = (
  { places, arrivals }: ListedWaypoints,
  leg: number,
  mode: TravelMode,
): ListedWaypoints => ({
  places,
  arrivals: arrivals.map((one, at) => (at === leg + 1 ? arrival(mode) : one)),
});

const legKey = (from: Place, to: Place) => `${from.lng},${from.lat},${to.lng},${to.lat}`;

/** The legs between the places; a piece of a file stays one only between its own two ends. */
export function legsBetween(
  { places, arrivals }: ListedWaypoints,
  plan: Plan,
  tool: TravelMode,
): ListedLeg[] {
  const known = new Map<string, Segment>();
  for (const segment of plan.segments) known.set(legKey(segmentStart(segment), segmentEnd(segment)), segment);
  return places.slice(1).map((to, at) => {
    const { mode, fromFile } = arrivals[at + 1] ?? arrival(0);
    const segment = known.get(legKey(places[at]!, to));
    if (fromFile) {
      const kept = segment?.isStaticData ? segment : null;
      return { mode: kept ? 0 : tool, fromFile: kept !== null, distance: kept?.distance ?? null };
    }
    const kept = segment?.travelMode === mode && !segment.isStaticData ? segment : null;
    return { mode, fromFile: false, distance: kept?.distance ?? null };
  });
}
