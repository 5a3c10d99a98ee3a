import type { WayKind, WaySpan, WaySurface } from '@waymark/api-contract';
import { haversine } from '@waymark/units';
import { CLASSES, type WayClass } from '../../osm/access.ts';
import { SURFACES } from '../../osm/land.ts';
import type { Graph } from './graph.ts';
import { distanceToChunk, METERS_PER_DEGREE } from './snap.ts';

/** Metres from a road beyond which a line is not on it: half a street, or what a receiver is off. */
const ON_ROAD_METERS = 12;
/** A road that the line was on just now stays the one unless another is closer by so many metres. */
const SWITCH_METERS = 3;
/** Long pieces are looked at this often; more coarsely where that would be more than `MAX_SAMPLES`. */
const SAMPLE_METERS = 20;
const MAX_SAMPLES = 30_000;

const KINDS: Record<WayClass, WayKind> = {
  motorway: 'main_road',
  trunk: 'main_road',
  primary: 'main_road',
  secondary: 'main_road',
  tertiary: 'minor_road',
  unclassified: 'minor_road',
  road: 'minor_road',
  residential: 'street',
  living_street: 'street',
  service: 'street',
  pedestrian: 'street',
  cycleway: 'cycleway',
  track: 'track',
  footway: 'path',
  path: 'path',
  bridleway: 'path',
  steps: 'steps',
};

interface Place {
  lat: number;
  lng: number;
}

/** The road that a place lies on, or -1. The one from before is kept at crossings and beside parallel ways. */
function edgeAt(graph: Graph, { lat, lng }: Place, before: number): number {
  const high = ON_ROAD_METERS / METERS_PER_DEGREE;
  const wide = high / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  let best = -1;
  let least = Infinity;
  for (const chunk of graph.index.search(lng - wide, lat - high, lng + wide, lat + high)) {
    const edge = graph.chunkEdge[chunk]!;
    const away = distanceToChunk(graph, edge, graph.chunkFrom[chunk]!, lat, lng);
    if (away > ON_ROAD_METERS) continue;
    const compared = edge === before ? away - SWITCH_METERS : away;
    if (compared < least) [best, least] = [edge, compared];
  }
  return best;
}

/** A known road at a place of several regions. */
interface Found {
  graph: Graph;
  edge: number;
}

function roadAt(graphs: readonly Graph[], place: Place, before: Found | null): Found | null {
  for (const graph of graphs) {
    const [west, south, east, north] = graph.bounds;
    if (place.lng < west || place.lng > east || place.lat < south || place.lat > north) continue;
    const edge = edgeAt(graph, place, before?.graph === graph ? before.edge : -1);
    if (edge >= 0) return { graph, edge };
  }
  return null;
}

function describe(found: Found | null): Pick<WaySpan, 'surface' | 'kind'> {
  if (!found) return { surface: null, kind: null };
  const surface = SURFACES[found.graph.surface[found.edge]!]!;
  return {
    surface: surface === 'unknown' ? null : (surface satisfies WaySurface),
    kind: KINDS[CLASSES[found.graph.wayClass[found.edge]!]!],
  };
}

/**
 * Surfaces and kinds of way along a line, in its order; neighbours that are alike are one span.
 * @returns nothing where no region is imported or the line has no length
 */
export function waysAlong(graphs: readonly Graph[], line: readonly (readonly [number, number])[]): WaySpan[] {
  if (graphs.length === 0) return [];
  const steps = line.slice(1).map(([lat, lng], i) => haversine(line[i]![0], line[i]![1], lat, lng));
  const every = Math.max(SAMPLE_METERS, steps.reduce((sum, step) => sum + step, 0) / MAX_SAMPLES);
  const spans: WaySpan[] = [];
  let found: Found | null = null;
  for (const [i, step] of steps.entries()) {
    if (step === 0) continue;
    const [[fromLat, fromLng], [toLat, toLng]] = [line[i]!, line[i + 1]!];
    const samples = Math.max(1, Math.round(step / every));
    for (let k = 0; k < samples; k++) {
      const share = (k + 0.5) / samples;
      const place = { lat: fromLat + share * (toLat - fromLat), lng: fromLng + share * (toLng - fromLng) };
      found = roadAt(graphs, place, found);
      const { surface, kind } = describe(found);
      const last = spans.at(-1);
      if (last?.surface === surface && last.kind === kind) last.length += step / samples;
      else spans.push({ length: step / samples, surface, kind });
    }
  }
  for (const span of spans) span.length = Math.round(span.length * 10) / 10;
  return spans;
}
