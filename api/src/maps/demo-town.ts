import type { Env } from '../kernel/server/env.ts';
import type { Tags } from './osm/access.ts';
import { type TownNode, type TownWay, writeExtract } from './osm/write-extract.ts';

/** Open Pacific: nobody can take it for a real place. */
export const TOWN_CENTER = { lat: 0.5, lng: -150 };
export const TOWN_NAME = 'Demo town';
const METERS_PER_DEGREE = 111_194.93;
/** Metres between two streets of the default town, and streets in each direction. */
const BLOCK = 200;
const STREETS = 41;

const TREES =
  'Oak Maple Cedar Elm Pine Birch Walnut Ash Willow Juniper Aspen Spruce Laurel Hazel Linden Alder Poplar Cypress Holly Magnolia'.split(
    ' ',
  );
const HILLS = [
  'Lookout',
  'Ridge',
  'Creek',
  'Quarry',
  'Meadow',
  'Heron',
  'Fox',
  'Bluff',
  'Orchard',
  'Mill',
  'Spring',
  'Falcon',
];

const suffix = (n: number) =>
  n % 100 > 10 && n % 100 < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th');

/** The same numbers in each run (linear congruence). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

export interface TownOptions {
  /** Streets in each direction; 41 unless given. Larger towns are for measuring. */
  streets?: number;
  seed?: number;
}

/**
 * An invented town: a grid of streets with main roads, one-way streets, dead ends, a roundabout in the middle, a
 * park without cars, a private drive, a bollard, greenways and trails in the hills around. Always the same.
 */
export function demoTown({ streets = STREETS, seed = 42 }: TownOptions = {}): {
  nodes: TownNode[];
  ways: TownWay[];
} {
  const random = numbers(seed);
  const nodes: TownNode[] = [];
  const ways: TownWay[] = [];
  const offset = (-(streets - 1) * BLOCK) / 2;
  const place = (x: number, y: number, tags?: Tags): number => {
    const lat = TOWN_CENTER.lat + y / METERS_PER_DEGREE;
    const lng = TOWN_CENTER.lng + x / (METERS_PER_DEGREE * Math.cos((TOWN_CENTER.lat * Math.PI) / 180));
    return nodes.push({ lat, lng, ...(tags && { tags }) }) - 1;
  };
  const shaken = () => (random() - 0.5) * 30;
  const grid = Array.from({ length: streets }, (_, i) =>
    Array.from({ length: streets }, (__, j) =>
      place(offset + i * BLOCK + shaken(), offset + j * BLOCK + shaken()),
    ),
  );
  const kind = (k: number) => (k % 10 === 0 ? 'primary' : k % 5 === 0 ? 'secondary' : 'residential');
  const street = (k: number, name: string, run: readonly number[]) => {
    const highway = kind(k);
    const tags: Record<string, string> = { highway, name };
    // Pairs of one-way streets, against each other; bicycles may go both ways on one of them.
    if (highway === 'residential' && k % 5 === 2) tags.oneway = 'yes';
    if (highway === 'residential' && k % 5 === 3)
      Object.assign(tags, { oneway: '-1', 'oneway:bicycle': 'no' });
    // Here and there a block was never built.
    let piece: number[] = [];
    for (const node of run) {
      piece.push(node);
      if (highway !== 'residential' || random() >= 0.06 || piece.length < 2) continue;
      ways.push({ nodes: piece, tags });
      piece = [];
    }
    if (piece.length > 1) ways.push({ nodes: piece, tags });
  };
  for (let i = 0; i < streets; i++) street(i, `${i + 1}${suffix(i + 1)} Street`, grid[i]!);
  for (let j = 0; j < streets; j++) {
    const name = `${TREES[j % TREES.length]} ${j < TREES.length ? 'Avenue' : 'Lane'}`;
    street(
      j,
      name,
      grid.map((column) => column[j]!),
    );
  }
  roundabout(place, ways, grid, streets);
  park(place, ways, grid, streets);
  for (const [k, hill] of HILLS.entries()) trail(place, ways, random, k, hill, grid, streets, offset);
  ground(place, ways, -offset);
  return { nodes, ways };
}

type Place = (x: number, y: number, tags?: Tags) => number;

/** What the town stands on: an island with woods and meadows around the built-up part, a lake, a river and a park. */
function ground(place: Place, ways: TownWay[], half: number): void {
  const area = (tags: Tags, corners: readonly (readonly [x: number, y: number])[]) => {
    const ring = corners.map(([x, y]) => place(x, y));
    ways.push({ nodes: [...ring, ring[0]!], tags });
  };
  const blob = (tags: Tags, x: number, y: number, radius: number, lobes: number) =>
    area(
      tags,
      Array.from({ length: 48 }, (_, k) => {
        const angle = (k / 48) * 2 * Math.PI;
        const reach = radius * (1 + 0.06 * Math.sin(angle * lobes) + 0.03 * Math.cos(angle * (lobes + 4)));
        return [x + Math.cos(angle) * reach, y + Math.sin(angle) * reach] as const;
      }),
    );
  const square = (from: number, to: number) =>
    [
      [from, from],
      [to, from],
      [to, to],
      [from, to],
    ] as const;
  blob({ place: 'island', name: 'Waymark Island' }, 0, 0, half * 1.65, 3);
  area({ landuse: 'residential' }, square(-half - 60, half + 60));
  for (const [k, [x, y]] of [
    [1.15, 0.55],
    [-1.18, -0.4],
    [0.35, -1.2],
    [-0.5, 1.2],
  ].entries())
    blob({ natural: 'wood', name: `${HILLS[k]!} Wood` }, x! * half, y! * half, half * 0.22, 5);
  blob({ landuse: 'meadow' }, 1.22 * half, -0.25 * half, half * 0.2, 4);
  blob({ natural: 'water', name: 'Mirror Lake' }, -0.95 * half, 1.22 * half, half * 0.15, 2);
  const at = -half + Math.max(1, Math.floor(half / BLOCK / 2)) * BLOCK;
  area({ leisure: 'park', name: 'Town Park' }, square(at, at + BLOCK));
  ways.push({
    nodes: Array.from({ length: 24 }, (_, k) => {
      const along = (k / 23) * 2 - 1;
      return place((1.08 + 0.06 * Math.sin(along * 7)) * half, along * 1.05 * half);
    }),
    tags: { waterway: 'river', name: 'Otter River' },
  });
}

/** Around the middle of the town, joined to four main streets. */
function roundabout(place: Place, ways: TownWay[], grid: readonly number[][], streets: number): void {
  const middle = Math.floor(streets / 2);
  const ring = Array.from({ length: 8 }, (_, k) => {
    const angle = (k / 8) * 2 * Math.PI;
    return place(Math.cos(angle) * 40 + 100, Math.sin(angle) * 40 + 100);
  });
  ways.push({
    nodes: [...ring, ring[0]!],
    tags: { highway: 'secondary', junction: 'roundabout', name: 'Market Circle' },
  });
  const corners = [
    [middle + 1, middle + 1],
    [middle, middle + 1],
    [middle, middle],
    [middle + 1, middle],
  ] as const;
  for (const [k, [i, j]] of corners.entries())
    ways.push({
      nodes: [ring[k * 2 + 1]!, grid[i]![j]!],
      tags: { highway: 'secondary', name: `Market Approach ${k + 1}` },
    });
}

/** A park for walkers and riders, with steps, a private drive and a bollard at one of its gates. */
function park(place: Place, ways: TownWay[], grid: readonly number[][], streets: number): void {
  const at = Math.max(1, Math.floor(streets / 4));
  const corner = grid[at]![at]!;
  const other = grid[at + 1]![at + 1]!;
  const x = -((streets - 1) * BLOCK) / 2 + at * BLOCK;
  const gate = place(x + 30, x + 30, { barrier: 'bollard' });
  const pond = place(x + 70, x + 110);
  const hill = place(x + 130, x + 120);
  ways.push(
    { nodes: [corner, gate, pond], tags: { highway: 'service', name: 'Park Drive' } },
    { nodes: [pond, hill], tags: { highway: 'steps', name: 'Hill Steps' } },
    {
      nodes: [pond, place(x + 90, x + 150), hill, other],
      tags: { highway: 'cycleway', name: 'Park Greenway', foot: 'yes' },
    },
    {
      nodes: [hill, place(x + 160, x + 60)],
      tags: { highway: 'service', name: 'Keeper’s Drive', access: 'private' },
    },
  );
}

/** Winds out of the town and back to it. */
function trail(
  place: Place,
  ways: TownWay[],
  random: () => number,
  k: number,
  hill: string,
  grid: readonly number[][],
  streets: number,
  offset: number,
): void {
  const inside = (n: number) => Math.max(0, Math.min(streets - 1, n));
  const i = inside(3 + Math.floor(random() * (streets - 6)));
  const j = inside(3 + Math.floor(random() * (streets - 6)));
  const nodes = [grid[i]![j]!];
  let x = offset + i * BLOCK;
  let y = offset + j * BLOCK;
  let heading = random() * 2 * Math.PI;
  for (let step = 0; step < 40; step++) {
    heading += (random() - 0.5) * 0.7;
    x += Math.cos(heading) * 50;
    y += Math.sin(heading) * 50;
    nodes.push(place(x, y));
  }
  nodes.push(grid[inside(Math.round((x - offset) / BLOCK))]![inside(Math.round((y - offset) / BLOCK))]!);
  const tags: Tags =
    k % 3 === 0
      ? { highway: 'cycleway', name: `${hill} Greenway`, foot: 'yes', surface: 'asphalt' }
      : { highway: 'path', name: `${hill} Trail`, surface: 'gravel' };
  ways.push({ nodes, tags });
}

/** The town as an extract. */
export function demoTownExtract(options?: TownOptions): Buffer {
  const { nodes, ways } = demoTown(options);
  return writeExtract(nodes, ways);
}

/** Metres above the sea of the invented hills; null outside of the town. */
export function demoElevation(lat: number, lng: number): number | null {
  const x = ((lng - TOWN_CENTER.lng) * METERS_PER_DEGREE) / 1000;
  const y = ((lat - TOWN_CENTER.lat) * METERS_PER_DEGREE) / 1000;
  if (Math.abs(x) > 8 || Math.abs(y) > 8) return null;
  const hill = (cx: number, cy: number, height: number, width: number) =>
    height * Math.exp(-((x - cx) ** 2 + (y - cy) ** 2) / width);
  return 120 + hill(2.5, 2, 90, 2.2) + hill(-3, -1.5, 60, 3) + 8 * Math.sin(x * 1.7) * Math.cos(y * 1.3);
}

/** Whether the invented town is there; not where a Valhalla server finds the ways. */
export const offersDemoTown = ({
  ROUTING_DEMO,
  ROUTING_URL,
  DEMO = false,
}: Pick<Env, 'ROUTING_DEMO' | 'ROUTING_URL' | 'DEMO'>): boolean => ROUTING_DEMO ?? (DEMO && !ROUTING_URL);
