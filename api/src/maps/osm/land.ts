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

/** One line of several that follow each other, without the points at which they meet twice. */
function joined(lines: readonly Int32Array[]): Int32Array {
  const whole = new Int32Array(lines.reduce((sum, line) => sum + line.length - 1, 1));
  let at = 0;
  for (const line of lines) {
    whole.set(line, at);
    at += line.length - 1;
  }
  return whole;
}

/**
 * Joins pieces of rings at their ends, each in one step however many there are; what belongs to no ring is left out.
 */
export function joinRings(pieces: readonly Int32Array[]): Int32Array[] {
  const rings = pieces.filter((piece) => piece.length > 3 && piece[0] === piece.at(-1));
  const open = pieces.filter((piece) => piece.length > 1 && piece[0] !== piece.at(-1));
  const meeting = new Map<number, Int32Array[]>();
  for (const piece of open)
    for (const end of [piece[0]!, piece.at(-1)!]) {
      const known = meeting.get(end);
      if (known) known.push(piece);
      else meeting.set(end, [piece]);
    }
  const used = new Set<Int32Array>();
  const takeAt = (end: number): Int32Array | null => {
    const there = meeting.get(end)!;
    for (let piece = there.pop(); piece; piece = there.pop())
      if (!used.has(piece)) {
        used.add(piece);
        return piece;
      }
    return null;
  };
  for (const [start] of open) {
    // The way so far, and how many pieces lead to each of its ends.
    const way: Int32Array[] = [];
    const reached = new Map([[start!, 0]]);
    let here = start!;
    for (;;) {
      const piece = takeAt(here);
      if (piece) {
        way.push(piece[0] === here ? piece : piece.toReversed());
        here = way.at(-1)!.at(-1)!;
        const before = reached.get(here);
        if (before === undefined) {
          reached.set(here, way.length);
          continue;
        }
        const round = way.splice(before);
        for (const line of round.slice(0, -1)) reached.delete(line.at(-1)!);
        rings.push(joined(round));
      } else {
        // A dead end: backtrack.
        const last = way.pop();
        if (!last) break;
        reached.delete(here);
        here = last[0]!;
      }
    }
  }
  return rings.filter(({ length }) => length > 3);
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
/** Many tracks have a grade and no surface. */
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
