import type { Tags } from './access.ts';

/** What a map shows below and beside the roads; the place in the list is what a region's file keeps. */
export const LAND_CLASSES = [
  'land',
  'built',
  'farmland',
  'grass',
  'wood',
  'park',
  'sand',
  'water',
  'building',
  'river',
  'stream',
  'rail',
] as const;
export type LandClass = (typeof LAND_CLASSES)[number];

/** Classes that are lines; the others are areas. */
export const LAND_LINES: ReadonlySet<LandClass> = new Set(['river', 'stream', 'rail']);

const AREAS: Readonly<Record<string, Readonly<Record<string, LandClass>>>> = {
  natural: {
    water: 'water',
    wood: 'wood',
    scrub: 'wood',
    grassland: 'grass',
    heath: 'grass',
    wetland: 'grass',
    beach: 'sand',
    sand: 'sand',
  },
  landuse: {
    forest: 'wood',
    grass: 'grass',
    meadow: 'grass',
    orchard: 'grass',
    vineyard: 'grass',
    village_green: 'park',
    recreation_ground: 'park',
    cemetery: 'park',
    farmland: 'farmland',
    reservoir: 'water',
    basin: 'water',
    residential: 'built',
    commercial: 'built',
    industrial: 'built',
    retail: 'built',
  },
  leisure: {
    park: 'park',
    garden: 'park',
    pitch: 'park',
    golf_course: 'park',
    nature_reserve: 'grass',
    swimming_pool: 'water',
  },
  waterway: { riverbank: 'water', dock: 'water' },
  place: { island: 'land', islet: 'land' },
};
const LINES: Readonly<Record<string, Readonly<Record<string, LandClass>>>> = {
  waterway: { river: 'river', canal: 'river', stream: 'stream' },
  railway: { rail: 'rail', light_rail: 'rail', narrow_gauge: 'rail' },
};

function classIn(table: typeof AREAS, tags: Tags): LandClass | null {
  for (const [key, values] of Object.entries(table)) {
    const value = tags[key];
    if (value !== undefined && Object.hasOwn(values, value)) return values[value]!;
  }
  return null;
}

/** How a map shows a closed way, or a relation of several; null where it does not. */
export const areaOf = (tags: Tags): LandClass | null =>
  classIn(AREAS, tags) ?? (tags.building && tags.building !== 'no' ? 'building' : null);

/** How a map shows a way as a line; null where it does not. What is below the ground is not seen. */
export const lineOf = (tags: Tags): LandClass | null =>
  tags.tunnel === undefined || tags.tunnel === 'no' ? classIn(LINES, tags) : null;

/** Joins pieces of rings at their ends; a ring that stays open is left out. */
export function joinRings(pieces: readonly Int32Array[]): Int32Array[] {
  const rings: Int32Array[] = [];
  const open = new Map<number, Set<number[]>>();
  const meet = (end: number, line: number[]) => {
    const lines = open.get(end);
    if (lines) lines.add(line);
    else open.set(end, new Set([line]));
  };
  const leave = (line: number[]) => {
    for (const end of [line[0]!, line.at(-1)!]) open.get(end)?.delete(line);
  };
  for (const piece of pieces) {
    let line = Array.from(piece);
    if (line.length < 2) continue;
    while (line[0] !== line.at(-1)) {
      const [first, last] = [line[0]!, line.at(-1)!];
      const [other] = [...(open.get(last) ?? []), ...(open.get(first) ?? [])];
      if (!other) break;
      leave(other);
      const forward = other[0] === last || other[0] === first ? other : other.toReversed();
      // `forward` begins where this line ends, or where it begins.
      line = forward[0] === last ? line.concat(forward.slice(1)) : line.toReversed().concat(forward.slice(1));
    }
    if (line[0] === line.at(-1)) {
      if (line.length >= 4) rings.push(Int32Array.from(line));
    } else for (const end of [line[0]!, line.at(-1)!]) meet(end, line);
  }
  return rings;
}

/** Surfaces of ways; the place in the list is what a graph keeps. */
export const SURFACES = ['unknown', 'paved', 'gravel', 'ground'] as const;
export type Surface = (typeof SURFACES)[number];

const SURFACE_TAGS: Readonly<Record<string, Surface>> = {
  paved: 'paved',
  asphalt: 'paved',
  chipseal: 'paved',
  concrete: 'paved',
  'concrete:lanes': 'paved',
  'concrete:plates': 'paved',
  paving_stones: 'paved',
  sett: 'paved',
  cobblestone: 'paved',
  unhewn_cobblestone: 'paved',
  bricks: 'paved',
  metal: 'paved',
  wood: 'paved',
  unpaved: 'gravel',
  compacted: 'gravel',
  fine_gravel: 'gravel',
  gravel: 'gravel',
  pebblestone: 'gravel',
  ground: 'ground',
  dirt: 'ground',
  earth: 'ground',
  grass: 'ground',
  grass_paver: 'ground',
  mud: 'ground',
  rock: 'ground',
  sand: 'ground',
  woodchips: 'ground',
};
/** Tracks often tell their grade only. */
const GRADES: Readonly<Record<string, Surface>> = {
  grade1: 'paved',
  grade2: 'gravel',
  grade3: 'gravel',
  grade4: 'ground',
  grade5: 'ground',
};

export function surfaceOf({ surface, tracktype }: Tags): number {
  const known =
    (surface !== undefined && Object.hasOwn(SURFACE_TAGS, surface) && SURFACE_TAGS[surface]) ||
    (tracktype !== undefined && Object.hasOwn(GRADES, tracktype) && GRADES[tracktype]) ||
    'unknown';
  return SURFACES.indexOf(known);
}
