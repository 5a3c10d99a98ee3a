import type { RoutingQuestion, TravelMode } from '@waymark/api-contract';
import { routingCalls } from '@waymark/api-contract/client';
import { call } from '@waymark/contract';
import { costingOf, type Leg, type Place, type Segment, straightSegment } from '@waymark/routes';
import { createStreetNames, type StreetNames } from '../../shared/street-names.ts';
import { endStreetsOf, segmentFromLeg } from './leg-segment.ts';
import { toLegFailure, LegFailure } from './leg-failure.ts';
import { exclusionsNear } from './avoided-streets.ts';
import { preferredSurface, usesMotorways } from './routing-preferences.ts';

const MAX_CACHED_LEGS = 500;

// Six decimals are ten centimetres: the precision of the router's answers.
const keyOf = ({ from, to, travelMode }: Leg) =>
  [
    travelMode,
    travelMode === 3 ? usesMotorways() : preferredSurface(),
    ...[from.lat, from.lng, to.lat, to.lng].map((degrees) => degrees.toFixed(6)),
    ...exclusionsNear([from, to]).flatMap(({ lat, lon }) => [lat, lon]),
  ].join(' ');

/** The legs routed last, so that undo or switching modes back and forth needs no call. */
class LegCache {
  #legs = new Map<string, Segment>();

  get(key: string): Segment | undefined {
    const found = this.#legs.get(key);
    if (!found) return undefined;
    this.#legs.delete(key);
    this.#legs.set(key, found);
    return found;
  }

  set(key: string, segment: Segment): void {
    this.#legs.delete(key);
    this.#legs.set(key, segment);
    if (this.#legs.size > MAX_CACHED_LEGS) this.#legs.delete(this.#legs.keys().next().value!);
  }
}

/** A leg without an answer for so long counts as failed. */
export const ROUTING_TIMEOUT_MS = 8000;
/** Locations of one request; public Valhalla servers take no more. */
const MAX_LOCATIONS = 20;

/** Speeds of the specification, in km/h as the router counts them. */
function optionsOf(): NonNullable<RoutingQuestion['costing_options']> {
  const surface = preferredSurface();
  return {
    pedestrian: { walking_speed: 1.5, ...(surface && { surface }) },
    bicycle: { cycling_speed: 5, ...(surface && { surface }) },
    auto: { use_highways: usesMotorways() ? 1 : 0 },
  };
}

/** Routes legs between the waypoints of a course. */
export interface LegRouter {
  /** What the ends of routed legs are called. */
  readonly streets: StreetNames;
  /** The segment of a leg that needs no call: straight, or in the cache. */
  known: (leg: Leg) => Segment | undefined;
  /** Routes legs in their order; those without an answer take what they have otherwise. @throws LegFailure for the first that has no way; the signal's reason when it was aborted */
  route: (legs: readonly Leg[], signal?: AbortSignal) => Promise<Segment[]>;
}

/** Consecutive legs of one mode, routed by one request. */
interface Run {
  first: number;
  legs: Leg[];
  travelMode: Exclude<TravelMode, 0>;
}

const samePlace = (a: Place, b: Place) => a.lat === b.lat && a.lng === b.lng;

function runsOf(legs: readonly Leg[], open: readonly number[]): Run[] {
  const runs: Run[] = [];
  for (const index of open) {
    const leg = legs[index]!;
    if (leg.travelMode === 0) continue;
    const run = runs.at(-1);
    const follows =
      run?.travelMode === leg.travelMode &&
      run.first + run.legs.length === index &&
      samePlace(run.legs.at(-1)!.to, leg.from) &&
      run.legs.length < MAX_LOCATIONS - 1;
    if (follows) run.legs.push(leg);
    else runs.push({ first: index, legs: [leg], travelMode: leg.travelMode });
  }
  return runs;
}

/** One request for consecutive legs of one mode. */
function questionOf(legs: readonly Leg[], travelMode: Exclude<TravelMode, 0>): RoutingQuestion {
  const costing = costingOf(travelMode);
  const places = [legs[0]!.from, ...legs.map(({ to }) => to)];
  const exclusions = exclusionsNear(places);
  return {
    locations: places.map(({ lat, lng }) => ({ lat, lon: lng })),
    ...(exclusions.length > 0 && { exclude_locations: exclusions }),
    costing,
    costing_options: { [costing]: optionsOf()[costing] },
    directions_options: { units: 'kilometers' },
  };
}

async function ask(
  { first, legs, travelMode }: Run,
  streets: StreetNames,
  signal: AbortSignal | undefined,
): Promise<Segment[]> {
  const late = AbortSignal.timeout(ROUTING_TIMEOUT_MS);
  const question = questionOf(legs, travelMode);
  try {
    const { trip } = await call(routingCalls.route, {
      query: { json: JSON.stringify(question) },
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    if (trip.legs.length !== legs.length) throw new LegFailure('routing_unavailable', first);
    const segments = trip.legs.map((leg) => segmentFromLeg(leg, travelMode));
    streets.remember(trip.legs.flatMap((leg, i) => endStreetsOf(leg, segments[i]!)));
    return segments;
  } catch (error) {
    signal?.throwIfAborted();
    if (late.aborted) throw new LegFailure('routing_slow', first);
    const failure = toLegFailure(error, first);
    throw failure.code === 'no_path' && question.exclude_locations
      ? new LegFailure('no_path_around', failure.leg)
      : failure;
  }
}

/** Keeps legs that have a fallback as they were drawn when the call fails. @throws what `ask` throws for others */
async function askOrKeep(
  run: Run,
  streets: StreetNames,
  signal: AbortSignal | undefined,
): Promise<Segment[]> {
  try {
    return await ask(run, streets, signal);
  } catch (error) {
    const drawn = run.legs.flatMap(({ otherwise }) => otherwise ?? []);
    if (signal?.aborted || drawn.length < run.legs.length) throw error;
    return drawn;
  }
}

/** Routes legs by the routing service. Straight and cached legs need no call. */
export function createLegRouter(): LegRouter {
  const cache = new LegCache();
  const streets = createStreetNames();
  const known = (leg: Leg) =>
    leg.travelMode === 0 ? straightSegment(leg.from, leg.to) : cache.get(keyOf(leg));
  return {
    streets,
    known,
    async route(legs, signal) {
      const found = legs.map(known);
      const open = found.flatMap((segment, i) => (segment ? [] : [i]));
      const runs = runsOf(legs, open);
      // Preferences may change while the answer is awaited, which still obeys those it was asked with.
      const keys = new Map(open.map((index) => [index, keyOf(legs[index]!)]));
      const answers = await Promise.all(runs.map((run) => askOrKeep(run, streets, signal)));
      for (const [k, { first }] of runs.entries())
        for (const [i, segment] of answers[k]!.entries()) {
          const leg = legs[first + i]!;
          // A fallback is not cached: the next request may succeed.
          if (segment !== leg.otherwise) cache.set(keys.get(first + i)!, segment);
          found[first + i] = segment;
        }
      return found.map((segment) => segment!);
    },
  };
}
