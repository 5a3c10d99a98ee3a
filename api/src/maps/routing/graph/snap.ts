import { haversine } from '@waymark/units';
import { MODES, type ModeBit } from '../../osm/access.ts';
import { CHUNK, type Graph } from './graph.ts';

/** Metres from the nearest road beyond which a place is not on any. */
export const SNAP_WITHIN = 500;
/** Roads that are looked at for one place. */
const MAX_SNAPS = 6;
export const METERS_PER_DEGREE = 111_194.93;

/** A place on an edge. */
export interface Snap {
  edge: number;
  /** Point of the shape before it. */
  point: number;
  /** Degrees x 1e7. */
  lat: number;
  lng: number;
  /** Metres from the edge's first vertex. */
  along: number;
  /** Metres from the place that was asked for. */
  away: number;
  /** Connected part that the edge belongs to. */
  part: number;
}

/** The nearest places on roads of a mode, the closest first, one for each road. Degrees. */
export function snap(graph: Graph, lat: number, lng: number, mode: ModeBit): Snap[] {
  for (let within = 60; ; within = Math.min(SNAP_WITHIN, within * 3)) {
    const found = around(graph, lat, lng, mode, within);
    // What lies in the corners of the box is further away than its sides.
    const sure = found.filter(({ away }) => away <= within);
    if (sure.length >= 2 || within === SNAP_WITHIN) return sure.slice(0, MAX_SNAPS);
  }
}

function around(graph: Graph, lat: number, lng: number, mode: ModeBit, within: number): Snap[] {
  const high = within / METERS_PER_DEGREE;
  const wide = high / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const best = new Map<number, Snap>();
  for (const chunk of graph.index.search(lng - wide, lat - high, lng + wide, lat + high)) {
    const edge = graph.chunkEdge[chunk]!;
    if (((graph.forward[edge]! | graph.backward[edge]!) & mode) === 0) continue;
    const near = nearestOn(graph, edge, graph.chunkFrom[chunk]!, lat, lng);
    const before = best.get(edge);
    if (!before || near.away < before.away) best.set(edge, near.snap(mode));
  }
  return [...best.values()].sort((a, b) => a.away - b.away);
}

/** Metres from a place to a piece of an edge, as the index covers it. */
export const distanceToChunk = (graph: Graph, edge: number, from: number, lat: number, lng: number): number =>
  nearestOn(graph, edge, from, lat, lng).away;

function nearestOn(graph: Graph, edge: number, from: number, lat: number, lng: number) {
  const { shapeLat, shapeLng } = graph;
  const last = Math.min(from + CHUNK, graph.shape[edge + 1]! - 1);
  const shrink = Math.cos((lat * Math.PI) / 180);
  const [x, y] = [lng * 1e7, lat * 1e7];
  let least = Infinity;
  let point = from;
  let part = 0;
  for (let p = from; p < last; p++) {
    const ax = (shapeLng[p]! - x) * shrink;
    const ay = shapeLat[p]! - y;
    const vx = (shapeLng[p + 1]! - shapeLng[p]!) * shrink;
    const vy = shapeLat[p + 1]! - shapeLat[p]!;
    const length = vx * vx + vy * vy;
    const t = length > 0 ? Math.min(1, Math.max(0, -(ax * vx + ay * vy) / length)) : 0;
    const away = (ax + t * vx) ** 2 + (ay + t * vy) ** 2;
    if (away < least) {
      least = away;
      point = p;
      part = t;
    }
  }
  return {
    away: (Math.sqrt(least) * METERS_PER_DEGREE) / 1e7,
    snap: (mode: ModeBit): Snap => ({
      edge,
      point,
      lat: Math.round(shapeLat[point]! + part * (shapeLat[point + 1]! - shapeLat[point]!)),
      lng: Math.round(shapeLng[point]! + part * (shapeLng[point + 1]! - shapeLng[point]!)),
      along: alongEdge(graph, edge, point, part),
      away: (Math.sqrt(least) * METERS_PER_DEGREE) / 1e7,
      part: partOf(graph, edge, mode),
    }),
  };
}

/** A barrier belongs to no part: an edge that begins at one belongs to that of its other end. */
function partOf({ parts, from, to, through }: Graph, edge: number, mode: ModeBit): number {
  const end = (through[from[edge]!]! & mode) !== 0 ? from[edge]! : to[edge]!;
  return parts[MODES.indexOf(mode)]![end]!;
}

/** Metres from the edge's first vertex to a share of the way behind a point of its shape. */
function alongEdge({ shape, shapeLat, shapeLng }: Graph, edge: number, point: number, part: number): number {
  const step = (p: number) =>
    haversine(shapeLat[p]! / 1e7, shapeLng[p]! / 1e7, shapeLat[p + 1]! / 1e7, shapeLng[p + 1]! / 1e7);
  let along = part * step(point);
  for (let p = shape[edge]!; p < point; p++) along += step(p);
  return along;
}
