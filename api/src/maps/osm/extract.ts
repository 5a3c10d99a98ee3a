import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform, type TransformCallback, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { OSMTransform } from 'osm-pbf-parser-node';
import { barrierOf, type Permission, permissionOf, type Tags } from './access.ts';
import { areaOf, joinRings, LAND_CLASSES, LAND_LINES, lineOf, surfaceOf } from './land.ts';

export interface Way extends Permission {
  /** Places in the list of nodes, -1 for a node that the extract does not hold. */
  nodes: Int32Array;
  name: string;
  ref: string;
  /** Place in `SURFACES`. */
  surface: number;
}

/** What a map shows around the roads. */
export interface LandFeature {
  /** Place in `LAND_CLASSES`. */
  kind: number;
  name: string;
  /** Places in the list of nodes: rings of an area, outer and inner ones, or one line. */
  parts: Int32Array[];
}

/** What a router needs of an extract. Coordinates in degrees x 1e7. */
export interface Extract {
  lat: Int32Array;
  lng: Int32Array;
  /** Modes that come through a node, for those with a barrier. */
  barriers: ReadonlyMap<number, number>;
  ways: Way[];
  land: LandFeature[];
}

/** A file that is no extract, or a damaged one. The message is for who runs the command. */
export class ExtractProblem extends Error {}

interface Item {
  type?: 'node' | 'way' | 'relation';
  id: number;
  lat: number;
  lon: number;
  tags?: Tags;
  refs?: number[];
  members?: { type: string; ref: number }[];
}

interface FoundBlob {
  refs: number[];
  permission: Permission;
  name: string;
  ref: string;
  surface: number;
}

interface FoundLand {
  kind: number;
  name: string;
  /** Ids of nodes, or of the ways around an area. */
  refs: Float64Array;
  ofWays: boolean;
}

/** A typed array that grows: an extract does not say how many nodes it holds. */
class Growing<A extends Float64Array | Int32Array> {
  #make: (n: number) => A;
  #values: A;
  length = 0;
  constructor(make: (n: number) => A) {
    this.#make = make;
    this.#values = make(1 << 16);
  }
  push(value: number): void {
    if (this.length === this.#values.length) {
      const larger = this.#make(this.#values.length * 2);
      larger.set(this.#values);
      this.#values = larger;
    }
    this.#values[this.length++] = value;
  }
  done(): A {
    return this.#values.subarray(0, this.length) as A;
  }
}

/** How far the reading of a file has come. */
export interface Reading {
  /** Bytes read, and of the whole file. */
  bytes: number;
  size: number;
  nodes: number;
  /** Ways that somebody may go on. */
  ways: number;
}

/** What every extract begins with: the length of a blob's header, and its kind. */
const BEGINNING = /^\0\0[\0-\x7f][^]\n\tOSMHeader/;

/** @throws ExtractProblem for a file that is not there, or of another kind */
async function sizeOf(file: string): Promise<number> {
  const start = Buffer.alloc(24);
  try {
    await using handle = await open(file);
    await handle.read(start);
    const stats = await handle.stat();
    if (BEGINNING.test(start.toString('latin1'))) return stats.size;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why =
      code === 'ENOENT' ? 'is not there' : code === 'EISDIR' ? 'is a folder' : `cannot be read (${message})`;
    throw new ExtractProblem(
      `${file} ${why}. Name an OpenStreetMap extract, a file that ends with .osm.pbf.`,
    );
  }
  throw new ExtractProblem(
    `${file} is not an OpenStreetMap extract. Take a file that ends with .osm.pbf; other forms (.osm, .osm.bz2, .shp) are converted with osmium.`,
  );
}

/**
 * Reads an OpenStreetMap extract (`.osm.pbf`) as a stream: all places, and the ways that somebody may go on.
 * @throws ExtractProblem for a file that is none, is damaged or ends too early
 */
export async function readExtract(
  file: string,
  progress: (reading: Reading) => void = () => {},
): Promise<Extract> {
  const size = await sizeOf(file);
  const ids = new Growing((n) => new Float64Array(n));
  const lat = new Growing((n) => new Int32Array(n));
  const lng = new Growing((n) => new Int32Array(n));
  const barrierIds: [id: number, through: number][] = [];
  const found: FoundBlob[] = [];
  const land: FoundLand[] = [];
  /** Ways without a meaning of their own: areas of several ways are made of them. */
  const outlines = new Map<number, Float64Array>();
  let read = 0;

  const takeLand = (id: number, refs: readonly number[], tags: Tags, isRoad: boolean) => {
    const closed = refs.length > 3 && refs[0] === refs.at(-1);
    const area = closed && !isRoad ? areaOf(tags) : null;
    const kind = area ?? (isRoad ? null : lineOf(tags));
    const places = Float64Array.from(refs);
    if (kind)
      land.push({ kind: LAND_CLASSES.indexOf(kind), name: tags.name ?? '', refs: places, ofWays: false });
    if (!isRoad && kind !== 'building') outlines.set(id, places);
  };

  const take = ({ type, id, lat: y, lon: x, tags = {}, refs, members }: Item) => {
    if (type === 'node') {
      ids.push(id);
      lat.push(Math.round(y * 1e7));
      lng.push(Math.round(x * 1e7));
      const through = tags.barrier ? barrierOf(tags) : null;
      if (through !== null) barrierIds.push([id, through]);
    } else if (type === 'way' && refs && refs.length > 1) {
      const permission = permissionOf(tags);
      if (permission)
        found.push({
          refs,
          permission,
          name: tags.name ?? '',
          ref: tags.ref ?? '',
          surface: surfaceOf(tags),
        });
      takeLand(id, refs, tags, permission !== null);
    } else if (type === 'relation' && members && tags.type === 'multipolygon') {
      const kind = areaOf(tags);
      if (kind)
        land.push({
          kind: LAND_CLASSES.indexOf(kind),
          name: tags.name ?? '',
          refs: Float64Array.from(members.flatMap(({ type: of, ref }) => (of === 'way' ? [ref] : []))),
          ofWays: true,
        });
    }
  };
  try {
    await pipeline(
      createReadStream(file, { highWaterMark: 1 << 20 }),
      counter((bytes) => progress({ bytes: (read += bytes), size, nodes: ids.length, ways: found.length })),
      new OSMTransform({ withTags: true, withInfo: false }),
      new Writable({
        objectMode: true,
        write(batch: Item[], _encoding, next) {
          for (const item of batch) take(item);
          next();
        },
      }),
    );
  } catch (error) {
    throw new ExtractProblem(
      `${file} is damaged, or it ends too early (${(error as Error).message}). Download it again.`,
    );
  }
  progress({ bytes: size, size, nodes: ids.length, ways: found.length });
  const places = placesOf(ids.done());
  return {
    lat: lat.done(),
    lng: lng.done(),
    barriers: new Map(barrierIds.map(([id, through]) => [places(id), through])),
    ways: found.map((way) => wayOf(way, places)),
    land: land.flatMap((one) => landFeatureOf(one, outlines, places)),
  };
}

const wayOf = ({ refs, permission, name, ref, surface }: FoundBlob, places: (id: number) => number): Way => ({
  ...permission,
  nodes: Int32Array.from(refs, places),
  name,
  ref,
  surface,
});

/** Nodes that the extract cut off are left out; an area of which nothing is left, too. */
function landFeatureOf(
  { kind, name, refs, ofWays }: FoundLand,
  outlines: ReadonlyMap<number, Float64Array>,
  places: (id: number) => number,
): LandFeature[] {
  const placed = (ids: Float64Array) => Int32Array.from(ids, places).filter((place) => place >= 0);
  const isLine = LAND_LINES.has(LAND_CLASSES[kind]!);
  const pieces = ofWays
    ? joinRings([...new Set(refs)].flatMap((id) => (outlines.has(id) ? [placed(outlines.get(id)!)] : [])))
    : [placed(refs)];
  const parts = pieces.filter(({ length }) => length >= (isLine ? 2 : 4));
  return parts.length > 0 ? [{ kind, name, parts }] : [];
}

const counter = (count: (bytes: number) => void) =>
  new Transform({
    transform(chunk: Buffer, _encoding, next: TransformCallback) {
      count(chunk.length);
      next(null, chunk);
    },
  });

/** Finds a node by its id by binary search. Extracts are sorted by id; for one that is not, a sorted index is built. */
function placesOf(ids: Float64Array): (id: number) => number {
  let sorted = true;
  for (let i = 1; i < ids.length && sorted; i++) sorted = ids[i]! >= ids[i - 1]!;
  const order = sorted ? null : Uint32Array.from(ids.keys()).sort((a, b) => ids[a]! - ids[b]!);
  return (id) => {
    let low = 0;
    let high = ids.length - 1;
    while (low <= high) {
      const middle = (low + high) >> 1;
      const at = order ? order[middle]! : middle;
      const value = ids[at]!;
      if (value === id) return at;
      if (value < id) low = middle + 1;
      else high = middle - 1;
    }
    return -1;
  };
}
