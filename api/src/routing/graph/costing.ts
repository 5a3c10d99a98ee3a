import { BICYCLE, CAR, CLASSES, FOOT, type ModeBit, type WayClass } from '../../osm/access.ts';
import type { Graph } from './graph.ts';

export type Costing = 'pedestrian' | 'bicycle' | 'auto';
export const BIT_OF: Record<Costing, ModeBit> = { pedestrian: FOOT, bicycle: BICYCLE, auto: CAR };

export interface CostingOptions {
  /** km/h */
  walkingSpeed?: number | undefined;
  cyclingSpeed?: number | undefined;
  /** From 0 (motorways only where nothing else leads there) to 1 (no penalty). */
  useHighways?: number | undefined;
}

/**
 * How much longer a metre of each class feels than one of the best. Quiet ways first: what people draw routes for
 * is not the shortest way but the one they want to take.
 */
const FEELS: Record<'pedestrian' | 'bicycle', Partial<Record<WayClass, number>>> = {
  pedestrian: {
    trunk: 3,
    primary: 1.7,
    secondary: 1.4,
    tertiary: 1.2,
    unclassified: 1.1,
    residential: 1.05,
    living_street: 1.02,
    service: 1.15,
    track: 1.05,
    cycleway: 1.05,
    steps: 1.3,
    bridleway: 1.1,
    road: 1.3,
  },
  bicycle: {
    trunk: 4,
    primary: 2,
    secondary: 1.5,
    tertiary: 1.15,
    unclassified: 1.1,
    residential: 1.08,
    living_street: 1.1,
    service: 1.25,
    pedestrian: 1.6,
    track: 1.3,
    footway: 1.5,
    path: 1.35,
    bridleway: 2,
    road: 1.4,
  },
};

/** km/h, where nobody is in the way. */
const CAR_SPEED: Partial<Record<WayClass, number>> = {
  motorway: 110,
  trunk: 85,
  primary: 65,
  secondary: 55,
  tertiary: 45,
  unclassified: 40,
  residential: 30,
  living_street: 10,
  service: 15,
  road: 30,
};
const WALKING = 5.1;
const CYCLING = 18;
/** Cost factors where motorways are avoided. The one of trunk roads is low, as they are often the only roads between towns. */
const KEEP_OFF: Partial<Record<WayClass, number>> = { motorway: 8, trunk: 1 };

export interface Costs {
  mode: ModeBit;
  /** Cost of a metre by class. */
  perMeter: Float64Array;
  /** The lowest cost of a metre: the lower bound of the search. */
  least: number;
  /** Seconds of a metre by class. */
  secondsPerMeter: Float64Array;
}

/** What ways cost in a mode. The unit is a metre of the best way on foot and by bicycle, a second by car. */
export function costsOf(costing: Costing, options: CostingOptions = {}): Costs {
  const perMeter = new Float64Array(CLASSES.length);
  const secondsPerMeter = new Float64Array(CLASSES.length);
  for (const [i, name] of CLASSES.entries()) {
    if (costing === 'auto') {
      secondsPerMeter[i] = 3.6 / (CAR_SPEED[name] ?? 10);
      perMeter[i] = secondsPerMeter[i] * (1 + (KEEP_OFF[name] ?? 0) * (1 - (options.useHighways ?? 1)));
    } else {
      const speed =
        costing === 'pedestrian' ? (options.walkingSpeed ?? WALKING) : (options.cyclingSpeed ?? CYCLING);
      perMeter[i] = FEELS[costing][name] ?? 1;
      secondsPerMeter[i] = 3.6 / speed;
    }
  }
  return { mode: BIT_OF[costing], perMeter, secondsPerMeter, least: Math.min(...perMeter) };
}

/** The modes that may walk an edge in a direction. */
export const mayPass = (
  graph: Pick<Graph, 'forward' | 'backward'>,
  edge: number,
  backwards: boolean,
  mode: ModeBit,
): boolean => ((backwards ? graph.backward[edge]! : graph.forward[edge]!) & mode) !== 0;
