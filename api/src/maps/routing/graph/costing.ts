import { BICYCLE, CAR, CLASSES, FOOT, type ModeBit, type WayClass } from '../../osm/access.ts';
import { SURFACES, type Surface } from '../../osm/land.ts';
import type { Graph } from './graph.ts';

export type Costing = 'pedestrian' | 'bicycle' | 'auto';
export const BIT_OF: Record<Costing, ModeBit> = { pedestrian: FOOT, bicycle: BICYCLE, auto: CAR };

export interface CostingOptions {
  /** km/h */
  walkingSpeed?: number | undefined;
  cyclingSpeed?: number | undefined;
  /** From 0 (motorways only where nothing else leads there) to 1 (no penalty). */
  useHighways?: number | undefined;
  /** Only on foot and by bicycle. */
  surface?: 'paved' | 'unpaved' | undefined;
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

/** Part of an edge that is not passed, in metres from its first vertex. */
export interface ExcludedPart {
  from: number;
  to: number;
}

/** How much longer a metre feels to those who prefer a surface. Never below 1: the estimates of landmarks know no preference. */
const SURFACE_FACTORS: Record<'paved' | 'unpaved', Record<Surface, number>> = {
  paved: { unknown: 1, paved: 1, gravel: 3, ground: 4 },
  unpaved: { unknown: 2, paved: 2.5, gravel: 1, ground: 1 },
};
/** Classes that are rarely paved: where their surface is not mapped they count as ground. */
const UNPAVED_CLASSES: ReadonlySet<WayClass> = new Set(['track', 'path', 'bridleway']);

/** Factors by class and surface, `[class x SURFACES.length + surface]`. */
const surfaceFactors = (preferred: 'paved' | 'unpaved'): Float64Array =>
  Float64Array.from(
    CLASSES.flatMap((name) =>
      SURFACES.map((surface) => {
        const assumed = surface === 'unknown' && UNPAVED_CLASSES.has(name) ? 'ground' : surface;
        return SURFACE_FACTORS[preferred][assumed];
      }),
    ),
  );

export interface Costs {
  mode: ModeBit;
  /** Cost of a metre by class. */
  perMeter: Float64Array;
  /** What that is multiplied by, by class and surface; null without a preference. */
  bySurface: Float64Array | null;
  /** The lowest cost of a metre: the lower bound of the search. */
  least: number;
  /** Seconds of a metre by class. */
  secondsPerMeter: Float64Array;
  /** By edge. A way may begin or end there, but not pass. */
  excluded: ReadonlyMap<number, ExcludedPart>;
}

const NOTHING_EXCLUDED: Costs['excluded'] = new Map();

/** What ways cost in a mode. The unit is a metre of the best way on foot and by bicycle, a second by car. */
export function costsOf(
  costing: Costing,
  options: CostingOptions = {},
  excluded: Costs['excluded'] = NOTHING_EXCLUDED,
): Costs {
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
  const bySurface = costing !== 'auto' && options.surface ? surfaceFactors(options.surface) : null;
  const least = Math.min(...perMeter);
  return { mode: BIT_OF[costing], perMeter, bySurface, secondsPerMeter, least, excluded };
}

/** Cost of a metre of an edge. */
export const costPerMeter = (
  { wayClass, surface }: Pick<Graph, 'wayClass' | 'surface'>,
  { perMeter, bySurface }: Pick<Costs, 'perMeter' | 'bySurface'>,
  edge: number,
): number =>
  perMeter[wayClass[edge]!]! *
  (bySurface ? bySurface[wayClass[edge]! * SURFACES.length + surface[edge]!]! : 1);

/** Whether a part of an edge, in metres from its first vertex, leads over all that is excluded of the edge. */
export function isExcluded(
  { excluded }: Pick<Costs, 'excluded'>,
  edge: number,
  from: number,
  to: number,
): boolean {
  const part = excluded.get(edge);
  return part !== undefined && Math.min(from, to) < part.from && Math.max(from, to) > part.to;
}

/** The modes that may walk an edge in a direction. */
export const mayPass = (
  graph: Pick<Graph, 'forward' | 'backward'>,
  edge: number,
  backwards: boolean,
  mode: ModeBit,
): boolean => ((backwards ? graph.backward[edge]! : graph.forward[edge]!) & mode) !== 0;
