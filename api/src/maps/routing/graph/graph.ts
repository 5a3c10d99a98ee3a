import Flatbush from 'flatbush';

/** Points of a shape that one entry of the index covers. */
export const CHUNK = 16;

/** Cost from every vertex to each landmark and back, `[vertex x LANDMARKS + landmark]`, by mode. */
export interface Landmarks {
  toLandmark: [Float32Array, Float32Array, Float32Array];
  fromLandmark: [Float32Array, Float32Array, Float32Array];
}

/**
 * Roads as a router walks them. Vertices are crossings and ends; edges are the road between two of them, drawn by
 * its shape. Coordinates in degrees x 1e7, lengths in metres, modes as bits (`osm/access.ts`).
 */
export interface Graph extends Landmarks {
  name: string;
  attribution: string;
  /** The invented town of the demo. */
  demo: boolean;
  /** West, south, east, north in degrees. */
  bounds: [number, number, number, number];
  /** Names of streets; 0 is none. */
  names: string[];
  lat: Int32Array;
  lng: Int32Array;
  /** Modes that come through a vertex. */
  through: Uint8Array;
  from: Uint32Array;
  to: Uint32Array;
  length: Float64Array;
  /** Where the shape of an edge begins; the next one's begin is its end. */
  shape: Uint32Array;
  shapeLat: Int32Array;
  shapeLng: Int32Array;
  wayClass: Uint8Array;
  forward: Uint8Array;
  backward: Uint8Array;
  roundabout: Uint8Array;
  /** Place in `SURFACES` (`osm/land.ts`). */
  surface: Uint8Array;
  nameOf: Uint32Array;
  /** `out[firstOut[v] .. firstOut[v + 1]]` are the edges at a vertex: edge x 2, + 1 when it is walked backwards. */
  firstOut: Uint32Array;
  out: Uint32Array;
  /** For each mode the connected part that a vertex belongs to; parts with the same number can reach each other. */
  parts: [Uint32Array, Uint32Array, Uint32Array];
  /** Edges of each part, by mode. */
  partSizes: [Uint32Array, Uint32Array, Uint32Array];
  /** Boxes around pieces of shapes: `chunkEdge` is the edge, `chunkFrom` the first point. */
  chunkEdge: Uint32Array;
  chunkFrom: Uint32Array;
  index: Flatbush;
  land: Land;
}

/** Areas and lines around the roads, as a map shows them. Coordinates in degrees x 1e7. */
export interface Land {
  /** Place in `LAND_CLASSES` (`osm/land.ts`). */
  kind: Uint8Array;
  /** Place in the graph's names. */
  nameOf: Uint32Array;
  /** Zoom from which it is more than a dot. */
  fromZoom: Uint8Array;
  /** Where the parts of a feature begin; the next one's begin is its end. */
  firstPart: Uint32Array;
  /** Where the points of a part begin. */
  firstPoint: Uint32Array;
  lat: Int32Array;
  lng: Int32Array;
  /** Boxes around features; null where there are none. */
  index: Flatbush | null;
}

/** What a file of the first version has: no land around its roads, and no surfaces. */
const noLand = (): Land => ({
  kind: new Uint8Array(),
  nameOf: new Uint32Array(),
  fromZoom: new Uint8Array(),
  firstPart: new Uint32Array(1),
  firstPoint: new Uint32Array(1),
  lat: new Int32Array(),
  lng: new Int32Array(),
  index: null,
});

const ARRAYS = [
  ['lat', Int32Array],
  ['lng', Int32Array],
  ['through', Uint8Array],
  ['from', Uint32Array],
  ['to', Uint32Array],
  ['length', Float64Array],
  ['shape', Uint32Array],
  ['shapeLat', Int32Array],
  ['shapeLng', Int32Array],
  ['wayClass', Uint8Array],
  ['forward', Uint8Array],
  ['backward', Uint8Array],
  ['roundabout', Uint8Array],
  ['nameOf', Uint32Array],
  ['firstOut', Uint32Array],
  ['out', Uint32Array],
  ['chunkEdge', Uint32Array],
  ['chunkFrom', Uint32Array],
] as const;

const LAND_ARRAYS = [
  ['kind', Uint8Array],
  ['nameOf', Uint32Array],
  ['fromZoom', Uint8Array],
  ['firstPart', Uint32Array],
  ['firstPoint', Uint32Array],
  ['lat', Int32Array],
  ['lng', Int32Array],
] as const;

const MAGIC = 'WMG2';
/** Before there were surfaces and land. */
const FIRST_MAGIC = 'WMG1';
const aligned = (bytes: number) => Math.ceil(bytes / 8) * 8;

interface Header {
  name: string;
  attribution: string;
  demo: boolean;
  bounds: Graph['bounds'];
  names: string[];
  /** Bytes of each array, in the order of the file. */
  bytes: number[];
}

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView) =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);

/** A graph as a file: 'WMG2', the length of the header, the header as JSON, then each array at a multiple of 8. */
export function* packGraph(graph: Graph): Generator<Uint8Array> {
  const parts = [
    ...ARRAYS.map(([key]) => bytesOf(graph[key])),
    ...graph.parts.map(bytesOf),
    ...graph.partSizes.map(bytesOf),
    ...graph.toLandmark.map(bytesOf),
    ...graph.fromLandmark.map(bytesOf),
    new Uint8Array(graph.index.data),
    bytesOf(graph.surface),
    ...LAND_ARRAYS.map(([key]) => bytesOf(graph.land[key])),
    new Uint8Array(graph.land.index?.data ?? new ArrayBuffer()),
  ];
  const { name, attribution, demo, bounds, names } = graph;
  const header: Header = {
    name,
    attribution,
    demo,
    bounds,
    names,
    bytes: parts.map(({ byteLength }) => byteLength),
  };
  const json = Buffer.from(JSON.stringify(header));
  const start = Buffer.alloc(aligned(8 + json.length));
  start.write(MAGIC);
  start.writeUInt32LE(json.length, 4);
  json.copy(start, 8);
  yield start;
  for (const part of parts) {
    yield part;
    const rest = aligned(part.byteLength) - part.byteLength;
    if (rest > 0) yield new Uint8Array(rest);
  }
}

/** @throws RangeError when the file is no graph or is cut short */
export function unpackGraph(file: Buffer): Graph {
  const magic = file.toString('latin1', 0, 4);
  if (file.length < 8 || (magic !== MAGIC && magic !== FIRST_MAGIC))
    throw new RangeError('This file holds no roads. Import the extract again.');
  const headerBytes = file.readUInt32LE(4);
  const header = JSON.parse(file.toString('utf8', 8, 8 + headerBytes)) as Header;
  // One copy: a file's buffer need not begin at a multiple of 8.
  const buffer = new ArrayBuffer(file.length);
  new Uint8Array(buffer).set(file);
  let at = aligned(8 + headerBytes);
  let next = 0;
  const take = () => {
    const bytes = header.bytes[next++]!;
    if (at + bytes > buffer.byteLength)
      throw new RangeError('This file of roads is cut short. Import the extract again.');
    const from = at;
    at = aligned(at + bytes);
    return [from, bytes] as const;
  };
  const arrays = Object.fromEntries(
    ARRAYS.map(([key, Kind]) => {
      const [from, bytes] = take();
      return [key, new Kind(buffer, from, bytes / Kind.BYTES_PER_ELEMENT)];
    }),
  ) as unknown as Pick<Graph, (typeof ARRAYS)[number][0]>;
  const numbers = () => {
    const [from, bytes] = take();
    return new Uint32Array(buffer, from, bytes / 4);
  };
  const parts: Graph['parts'] = [numbers(), numbers(), numbers()];
  const partSizes: Graph['partSizes'] = [numbers(), numbers(), numbers()];
  const costs = () => {
    const [from, bytes] = take();
    return new Float32Array(buffer, from, bytes / 4);
  };
  const toLandmark: Graph['toLandmark'] = [costs(), costs(), costs()];
  const fromLandmark: Graph['fromLandmark'] = [costs(), costs(), costs()];
  const [from, bytes] = take();
  const { name, attribution, demo, bounds, names } = header;
  const index = Flatbush.from(buffer.slice(from, from + bytes));
  const bytesAt = ([start, length]: readonly [number, number]) => new Uint8Array(buffer, start, length);
  const surface = magic === MAGIC ? bytesAt(take()) : new Uint8Array(arrays.from.length);
  const land = magic === MAGIC ? takeLand(buffer, take) : noLand();
  return {
    name,
    attribution,
    demo,
    bounds,
    names,
    ...arrays,
    parts,
    partSizes,
    toLandmark,
    fromLandmark,
    index,
    surface,
    land,
  };
}

function takeLand(buffer: ArrayBuffer, take: () => readonly [from: number, bytes: number]): Land {
  const arrays = Object.fromEntries(
    LAND_ARRAYS.map(([key, Kind]) => {
      const [from, bytes] = take();
      return [key, new Kind(buffer, from, bytes / Kind.BYTES_PER_ELEMENT)];
    }),
  ) as unknown as Omit<Land, 'index'>;
  const [from, bytes] = take();
  return { ...arrays, index: bytes > 0 ? Flatbush.from(buffer.slice(from, from + bytes)) : null };
}
