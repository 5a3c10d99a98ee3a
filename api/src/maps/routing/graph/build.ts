import { haversine } from '@waymark/units';
import Flatbush from 'flatbush';
import { MODES, type ModeBit } from '../../osm/access.ts';
import type { Extract, Way } from '../../osm/extract.ts';
import { LAND_CLASSES, LAND_LINES, type LandClass } from '../../osm/land.ts';
import { CHUNK, type Graph, type Land } from './graph.ts';
import { measureLandmarks } from './landmarks.ts';

const ANYBODY = MODES.reduce<number>((all, mode) => all | mode, 0);

interface Piece {
  way: Way;
  /** Places in the extract, from one vertex to the next. */
  nodes: Int32Array;
}

/** @throws RangeError when the extract holds no way at all */
export function buildGraph(extract: Extract, about: Pick<Graph, 'name' | 'attribution' | 'demo'>): Graph {
  const pieces = cutAtVertices(extract);
  if (pieces.length === 0) throw new RangeError('There is no road or path in this extract.');
  const vertices = numberVertices(pieces, extract.lat.length);
  const edges = layEdges(extract, pieces, vertices.of);
  const names = new NumberedNames();
  const nameOf = Uint32Array.from(pieces, ({ way }) => names.of(way.name || way.ref));
  const land = layLand(extract, names);
  const { lat, lng, through } = placeVertices(extract, vertices.nodes);
  const { firstOut, out } = linkEdges(edges.from, edges.to, vertices.nodes.length);
  const allowed = (edge: number, mode: ModeBit) =>
    ((edges.forward[edge]! | edges.backward[edge]!) & mode) !== 0;
  const connected = MODES.map((mode) =>
    connect(
      vertices.nodes.length,
      edges.from,
      edges.to,
      (edge) => allowed(edge, mode),
      (v) => (through[v]! & mode) !== 0,
    ),
  );
  const roads = {
    ...about,
    bounds: boundsOf(edges.shapeLat, edges.shapeLng),
    names: names.all(),
    nameOf,
    land,
    lat,
    lng,
    through,
    ...edges,
    firstOut,
    out,
    parts: connected.map(({ parts }) => parts) as Graph['parts'],
    partSizes: connected.map(({ sizes }) => sizes) as Graph['partSizes'],
    ...indexShapes(edges.shape, edges.shapeLat, edges.shapeLng),
  };
  return { ...roads, ...measureLandmarks(roads) };
}

/** Ways end where others meet them, at a barrier, and where the extract does. */
function cutAtVertices({ ways, barriers, lat }: Extract): Piece[] {
  const uses = new Uint8Array(lat.length);
  for (const { nodes } of ways) {
    for (const [i, node] of nodes.entries()) {
      if (node < 0) continue;
      const end = i === 0 || i === nodes.length - 1 || nodes[i - 1]! < 0 || nodes[i + 1]! < 0;
      uses[node] = Math.min(2, uses[node]! + (end ? 2 : 1));
    }
  }
  for (const node of barriers.keys()) if (node >= 0) uses[node] = 2;
  const pieces: Piece[] = [];
  for (const way of ways) {
    let from = 0;
    for (let i = 0; i < way.nodes.length; i++) {
      const node = way.nodes[i]!;
      if (node < 0) from = i + 1;
      else if (i > from && uses[node] === 2) {
        pieces.push({ way, nodes: way.nodes.subarray(from, i + 1) });
        from = i;
      }
    }
  }
  return pieces;
}

function numberVertices(pieces: readonly Piece[], places: number) {
  const of = new Int32Array(places).fill(-1);
  const nodes: number[] = [];
  for (const piece of pieces)
    for (const node of [piece.nodes[0]!, piece.nodes.at(-1)!])
      if (of[node]! < 0) {
        of[node] = nodes.length;
        nodes.push(node);
      }
  return { of, nodes };
}

function placeVertices({ lat, lng, barriers }: Extract, nodes: readonly number[]) {
  return {
    lat: Int32Array.from(nodes, (node) => lat[node]!),
    lng: Int32Array.from(nodes, (node) => lng[node]!),
    through: Uint8Array.from(nodes, (node) => barriers.get(node) ?? ANYBODY),
  };
}

function layEdges({ lat, lng }: Extract, pieces: readonly Piece[], vertexOf: Int32Array) {
  const n = pieces.length;
  const points = pieces.reduce((sum, { nodes }) => sum + nodes.length, 0);
  const edges = {
    from: new Uint32Array(n),
    to: new Uint32Array(n),
    length: new Float64Array(n),
    shape: new Uint32Array(n + 1),
    shapeLat: new Int32Array(points),
    shapeLng: new Int32Array(points),
    wayClass: new Uint8Array(n),
    forward: new Uint8Array(n),
    backward: new Uint8Array(n),
    roundabout: new Uint8Array(n),
    surface: new Uint8Array(n),
  };
  let at = 0;
  for (const [edge, { way, nodes }] of pieces.entries()) {
    edges.from[edge] = vertexOf[nodes[0]!]!;
    edges.to[edge] = vertexOf[nodes.at(-1)!]!;
    edges.wayClass[edge] = way.wayClass;
    edges.forward[edge] = way.forward;
    edges.backward[edge] = way.backward;
    edges.roundabout[edge] = way.roundabout ? 1 : 0;
    edges.surface[edge] = way.surface;
    edges.shape[edge] = at;
    let length = 0;
    for (const [i, node] of nodes.entries()) {
      edges.shapeLat[at] = lat[node]!;
      edges.shapeLng[at] = lng[node]!;
      if (i > 0)
        length += haversine(
          edges.shapeLat[at - 1]! / 1e7,
          edges.shapeLng[at - 1]! / 1e7,
          edges.shapeLat[at]! / 1e7,
          edges.shapeLng[at]! / 1e7,
        );
      at++;
    }
    edges.length[edge] = length;
  }
  edges.shape[n] = at;
  return edges;
}

/** Names, each once; the first one is none. */
class NumberedNames {
  #numbers = new Map<string, number>([['', 0]]);
  of(name: string): number {
    let number = this.#numbers.get(name);
    if (number === undefined) this.#numbers.set(name, (number = this.#numbers.size));
    return number;
  }
  all(): string[] {
    return [...this.#numbers.keys()];
  }
}

/** From which zoom a kind is drawn at all, however large it is. */
const LAND_FROM: Readonly<Partial<Record<LandClass, number>>> = {
  building: 14,
  stream: 13,
  rail: 9,
  river: 8,
  built: 8,
  farmland: 10,
};
const LEAST_ZOOM = 6;
const MOST_ZOOM = 14;
/** An area of this share of a tile's side is worth drawing: two pixels of 512. */
const WORTH = 2 / 512;

/** The zoom from which a box of so many degrees is more than a dot. */
const zoomOf = (degrees: number): number =>
  Math.max(LEAST_ZOOM, Math.min(MOST_ZOOM, Math.ceil(Math.log2((WORTH * 360) / Math.max(degrees, 1e-7)))));

function layLand({ land, lat, lng }: Extract, names: NumberedNames): Land {
  const parts = land.reduce((sum, one) => sum + one.parts.length, 0);
  const points = land.reduce((sum, one) => one.parts.reduce((all, part) => all + part.length, sum), 0);
  const laid = {
    kind: Uint8Array.from(land, ({ kind }) => kind),
    nameOf: Uint32Array.from(land, ({ name }) => names.of(name)),
    fromZoom: new Uint8Array(land.length),
    firstPart: new Uint32Array(land.length + 1),
    firstPoint: new Uint32Array(parts + 1),
    lat: new Int32Array(points),
    lng: new Int32Array(points),
  };
  const index = land.length > 0 ? new Flatbush(land.length) : null;
  let [part, point] = [0, 0];
  for (const [i, { kind, parts: rings }] of land.entries()) {
    const box = [Infinity, Infinity, -Infinity, -Infinity] as [number, number, number, number];
    for (const nodes of rings) {
      for (const node of nodes) {
        laid.lat[point] = lat[node]!;
        laid.lng[point] = lng[node]!;
        box[0] = Math.min(box[0], lng[node]! / 1e7);
        box[1] = Math.min(box[1], lat[node]! / 1e7);
        box[2] = Math.max(box[2], lng[node]! / 1e7);
        box[3] = Math.max(box[3], lat[node]! / 1e7);
        point++;
      }
      laid.firstPoint[++part] = point;
    }
    laid.firstPart[i + 1] = part;
    const name = LAND_CLASSES[kind]!;
    const seen = LAND_LINES.has(name) ? LEAST_ZOOM : zoomOf(Math.max(box[2] - box[0], box[3] - box[1]));
    laid.fromZoom[i] = Math.max(seen, LAND_FROM[name] ?? LEAST_ZOOM);
    index?.add(...box);
  }
  index?.finish();
  return { ...laid, index };
}

function linkEdges(from: Uint32Array, to: Uint32Array, vertices: number): Pick<Graph, 'firstOut' | 'out'> {
  const firstOut = new Uint32Array(vertices + 1);
  for (let edge = 0; edge < from.length; edge++) {
    firstOut[from[edge]! + 1]!++;
    firstOut[to[edge]! + 1]!++;
  }
  for (let v = 0; v < vertices; v++) firstOut[v + 1]! += firstOut[v]!;
  const next = firstOut.slice();
  const out = new Uint32Array(from.length * 2);
  for (let edge = 0; edge < from.length; edge++) {
    out[next[from[edge]!]!++] = edge * 2;
    out[next[to[edge]!]!++] = edge * 2 + 1;
  }
  return { firstOut, out };
}

/** Which vertices can be reached from which, one-way streets taken as open: union-find. */
function connect(
  vertices: number,
  from: Uint32Array,
  to: Uint32Array,
  usable: (edge: number) => boolean,
  passable: (vertex: number) => boolean,
): { parts: Uint32Array; sizes: Uint32Array } {
  const parent = Uint32Array.from({ length: vertices }, (_, v) => v);
  const root = (v: number) => {
    let r = v;
    while (parent[r] !== r) r = parent[r] = parent[parent[r]!]!;
    return r;
  };
  for (let edge = 0; edge < from.length; edge++)
    if (usable(edge) && passable(from[edge]!) && passable(to[edge]!))
      parent[root(from[edge]!)] = root(to[edge]!);
  const parts = Uint32Array.from({ length: vertices }, (_, v) => root(v));
  const sizes = new Uint32Array(vertices);
  for (let edge = 0; edge < from.length; edge++) if (usable(edge)) sizes[parts[from[edge]!]!]!++;
  return { parts, sizes };
}

function indexShapes(
  shape: Uint32Array,
  lat: Int32Array,
  lng: Int32Array,
): Pick<Graph, 'index' | 'chunkEdge' | 'chunkFrom'> {
  const chunkEdge: number[] = [];
  const chunkFrom: number[] = [];
  for (let edge = 0; edge < shape.length - 1; edge++)
    for (let from = shape[edge]!; from < shape[edge + 1]! - 1; from += CHUNK) {
      chunkEdge.push(edge);
      chunkFrom.push(from);
    }
  const index = new Flatbush(chunkEdge.length);
  for (const [i, from] of chunkFrom.entries()) {
    const last = Math.min(from + CHUNK, shape[chunkEdge[i]! + 1]! - 1);
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let p = from; p <= last; p++) {
      west = Math.min(west, lng[p]! / 1e7);
      east = Math.max(east, lng[p]! / 1e7);
      south = Math.min(south, lat[p]! / 1e7);
      north = Math.max(north, lat[p]! / 1e7);
    }
    index.add(west, south, east, north);
  }
  index.finish();
  return { index, chunkEdge: Uint32Array.from(chunkEdge), chunkFrom: Uint32Array.from(chunkFrom) };
}

function boundsOf(lat: Int32Array, lng: Int32Array): Graph['bounds'] {
  const bounds: Graph['bounds'] = [180, 90, -180, -90];
  for (let i = 0; i < lat.length; i++) {
    bounds[0] = Math.min(bounds[0], lng[i]! / 1e7);
    bounds[1] = Math.min(bounds[1], lat[i]! / 1e7);
    bounds[2] = Math.max(bounds[2], lng[i]! / 1e7);
    bounds[3] = Math.max(bounds[3], lat[i]! / 1e7);
  }
  return bounds;
}
