import type { RoutingAnswer, RoutingQuestion } from '@waymark/api-contract';
import polyline from '@mapbox/polyline';
import { BIT_OF, type Costing, type Costs, costsOf, type ExcludedPart } from './costing.ts';
import type { Graph } from './graph.ts';
import { maneuversOf } from './maneuvers.ts';
import { Search } from './search.ts';
import { snap, type Snap } from './snap.ts';
import { type Walk, walkOf } from './walk.ts';

/** Why there is no way. `leg` counts from 0. */
export class NoWay extends Error {
  readonly code: 'no_coverage' | 'no_path' | 'too_far_from_road';
  readonly leg: number;
  constructor(code: NoWay['code'], leg: number, message: string) {
    super(message);
    this.code = code;
    this.leg = leg;
  }
}

/** Pairs of roads that are tried before a leg is given up. */
const MAX_ATTEMPTS = 4;

/** Metres from the nearest road beyond which a place to keep off is on none. */
const EXCLUDE_WITHIN = 25;

/** Answers questions in the Valhalla form over one graph. */
export class Router {
  readonly graph: Graph;
  #search: Search;

  constructor(graph: Graph) {
    this.graph = graph;
    this.#search = new Search(graph);
  }

  /** @throws NoWay when a leg cannot be routed */
  route({
    locations,
    costing,
    costing_options: options,
    exclude_locations: exclusions,
    directions_options: directions,
  }: RoutingQuestion): RoutingAnswer {
    const costs = costsOf(
      costing,
      {
        walkingSpeed: options?.pedestrian?.walking_speed,
        cyclingSpeed: options?.bicycle?.cycling_speed,
        useHighways: options?.auto?.use_highways,
        surface: costing === 'auto' ? undefined : options?.[costing]?.surface,
      },
      this.#excluded(exclusions ?? [], costing),
    );
    const snaps = locations.map(({ lat, lon }, i) => {
      const near = snap(this.graph, lat, lon, costs.mode);
      if (near.length > 0) return near;
      const leg = Math.min(i, locations.length - 2);
      throw new NoWay('too_far_from_road', leg, 'There is no road or path within 500 metres of this point.');
    });
    const walks: Walk[] = [];
    for (let leg = 0; leg < snaps.length - 1; leg++) walks.push(this.#leg(snaps, leg, costs));
    const perUnit = directions?.units === 'miles' ? 1609.344 : 1000;
    const legs = walks.map((walk) => this.#answerLeg(walk, costs, perUnit));
    return {
      trip: {
        locations: locations.map(({ lat, lon }) => ({ lat, lon })),
        legs,
        summary: {
          length: legs.reduce((sum, { summary }) => sum + summary.length, 0),
          time: legs.reduce((sum, { summary }) => sum + summary.time, 0),
        },
        status: 0,
        status_message: 'Found route between points',
        units: directions?.units ?? 'kilometers',
      },
    };
  }

  /** The roads nearest to some places, with the part of each between the places on it. */
  #excluded(locations: readonly { lat: number; lon: number }[], costing: Costing): Costs['excluded'] {
    const excluded = new Map<number, ExcludedPart>();
    for (const { lat, lon } of locations) {
      const [nearest] = snap(this.graph, lat, lon, BIT_OF[costing]);
      if (!nearest || nearest.away > EXCLUDE_WITHIN) continue;
      const { edge, along } = nearest;
      const before = excluded.get(edge);
      excluded.set(edge, {
        from: Math.min(along, before?.from ?? along),
        to: Math.max(along, before?.to ?? along),
      });
    }
    return excluded;
  }

  /** The next leg begins on the road where this one ended. */
  #leg(snaps: Snap[][], leg: number, costs: Costs): Walk {
    const pairs = snaps[leg]!.flatMap((start) => snaps[leg + 1]!.map((goal) => ({ start, goal })))
      .filter(({ start, goal }) => start.part === goal.part)
      .sort((a, b) => a.start.away + a.goal.away - b.start.away - b.goal.away);
    for (const { start, goal } of pairs.slice(0, MAX_ATTEMPTS)) {
      const path = this.#search.path(start, goal, costs);
      if (!path) continue;
      snaps[leg + 1] = [goal];
      return walkOf(this.graph, path, start, goal);
    }
    throw new NoWay(
      'no_path',
      leg,
      'No way leads from one point to the other. Choose another mode, or draw a straight leg.',
    );
  }

  #answerLeg(walk: Walk, costs: Costs, perUnit: number): RoutingAnswer['trip']['legs'][number] {
    const maneuvers = maneuversOf(this.graph, walk, costs).map((maneuver) =>
      perUnit === 1000 ? maneuver : inUnits(maneuver, perUnit),
    );
    const time = maneuvers.reduce((sum, maneuver) => sum + maneuver.time, 0);
    return {
      shape: polyline.encode(
        walk.lat.map((lat, i): [number, number] => [lat / 1e7, walk.lng[i]! / 1e7]),
        6,
      ),
      summary: {
        length: Math.round((walk.length / perUnit) * 1000) / 1000,
        time: Math.round(time * 10) / 10,
      },
      maneuvers,
    };
  }
}

const inUnits = <M extends { length: number }>(maneuver: M, perUnit: number): M => ({
  ...maneuver,
  length: Math.round(((maneuver.length * 1000) / perUnit) * 1000) / 1000,
});
