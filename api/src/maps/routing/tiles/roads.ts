import { simplifyTrack } from '@waymark/streams';
import { CLASSES, type WayClass } from '../../osm/access.ts';
import { SURFACES } from '../../osm/land.ts';
import type { Graph } from '../graph/graph.ts';
import { clipLine } from '../../map-tiles/clip.ts';
import type { Feature } from '../../map-tiles/encode.ts';
import { boxOf, EXTENT, projection, type Tile } from '../../map-tiles/grid.ts';

/** Paths, tracks and cycleways are told apart by what one goes on there. */
type RoadClass = 'motorway' | 'major' | 'minor' | 'track' | 'way' | 'path';
/** How a map draws each kind of way, and the zoom from which it does. */
const DRAWN: Record<WayClass, [RoadClass, from: number]> = {
  motorway: ['motorway', 6],
  trunk: ['motorway', 7],
  primary: ['major', 8],
  secondary: ['major', 10],
  tertiary: ['major', 11],
  unclassified: ['minor', 12],
  residential: ['minor', 12],
  living_street: ['minor', 12],
  road: ['minor', 12],
  pedestrian: ['minor', 13],
  service: ['minor', 13],
  track: ['track', 12],
  cycleway: ['path', 12],
  footway: ['path', 13],
  path: ['path', 13],
  bridleway: ['path', 13],
  steps: ['path', 14],
};
const BY_NUMBER = CLASSES.map((name) => DRAWN[name]);
const PAVED = SURFACES.indexOf('paved');
const GRAVEL = SURFACES.indexOf('gravel');

/** A paved path is drawn whole, a street of gravel as a track. */
function drawnClass({ wayClass, surface }: Graph, edge: number): RoadClass {
  const [kind] = BY_NUMBER[wayClass[edge]!]!;
  if (kind === 'path' && surface[edge] === PAVED) return 'way';
  if (kind === 'minor' && surface[edge]! >= GRAVEL) return 'track';
  return kind;
}

/** Units of a tile that a simplified line may lie beside the real one: half a pixel of a dense screen. */
const TOLERANCE = 4;
/** No point of a graph has it. */
const MISSING = -0x80000000;

/** Edges in a tile, in the order of the ways they were cut from. */
function edgesIn(graph: Graph, tile: Tile): number[] {
  const { index, chunkEdge, wayClass } = graph;
  const drawn = (chunk: number) => BY_NUMBER[wayClass[chunkEdge[chunk]!]!]![1] <= tile.z;
  const chunks = index.search(...boxOf(tile), drawn);
  return [...new Set(chunks.map((chunk) => chunkEdge[chunk]!))].sort((a, b) => a - b);
}

/** Whether an edge goes on where the one before it ended, as the same road: both lie one behind the other in the shapes. */
const goesOn = (graph: Graph, before: number | undefined, edge: number): boolean =>
  before === edge - 1 &&
  graph.to[before] === graph.from[edge] &&
  graph.nameOf[before] === graph.nameOf[edge] &&
  drawnClass(graph, before) === drawnClass(graph, edge);

/** Runs of edges that are one road. */
function chains(graph: Graph, edges: readonly number[]): number[][] {
  const found: number[][] = [];
  for (const edge of edges) {
    const last = found.at(-1);
    if (last && goesOn(graph, last.at(-1), edge)) last.push(edge);
    else found.push([edge]);
  }
  return found;
}

/** Points of a run of edges; a corner between two of them once. */
function pointsOf({ shape }: Graph, edges: readonly number[]): number[] {
  const points: number[] = [];
  for (const edge of edges)
    for (let p = shape[edge]! + (points.length > 0 ? 1 : 0); p < shape[edge + 1]!; p++) points.push(p);
  return points;
}

/** The roads of a tile, those of one name and class in one feature. */
export function roadsIn(graph: Graph, tile: Tile): Feature[] {
  const { shapeLat, shapeLng, names, nameOf } = graph;
  const project = projection(tile);
  const [, south, , north] = boxOf(tile);
  const shrink = Math.cos((((south + north) / 2) * Math.PI) / 180);
  const tolerance = ((TOLERANCE * 360) / (2 ** tile.z * EXTENT)) * shrink;
  const features = new Map<string, Feature & { parts: number[][] }>();
  for (const edges of chains(graph, edgesIn(graph, tile))) {
    const points = simplifyTrack(shapeLat, shapeLng, tolerance, MISSING, pointsOf(graph, edges));
    const pieces = clipLine(points.flatMap((p) => project(shapeLat[p]! / 1e7, shapeLng[p]! / 1e7)));
    if (pieces.length === 0) continue;
    const kind = drawnClass(graph, edges[0]!);
    const name = names[nameOf[edges[0]!]!]!;
    const key = `${kind} ${name}`;
    const feature = features.get(key);
    if (feature) feature.parts.push(...pieces);
    else
      features.set(key, {
        kind: 'line',
        parts: pieces,
        properties: { class: kind, ...(name && { name }) },
      });
  }
  return [...features.values()];
}
