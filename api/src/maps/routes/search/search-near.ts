import type { RouteOrder } from '@waymark/api-contract';
import type { Context } from '../../../kernel/server/context.ts';
import { BestMatches } from './best-matches.ts';
import { cellsWithin, leastProduct, onSphere, wholeSquares } from './cells.ts';
import { type Columns, Squares } from './columns.ts';
import { familyOf, type Filter, type ListQuery } from './filter.ts';
import type { Match, Vocabulary } from './vocabulary.ts';

/** Infinity and not a number cannot be subtracted: what has no height comes after all that have. */
const UNKNOWN = Number.MAX_VALUE / 4;

/**
 * The orders of `orderOf`, as a column of which the lowest comes first, once it is multiplied by the sign. Those by
 * match and by place have keys of their own.
 */
const KEYS: Readonly<Record<RouteOrder, readonly ['id' | 'distance' | 'ascent', 1 | -1]>> = {
  date_created: ['id', 1],
  '-date_created': ['id', -1],
  distance: ['distance', 1],
  '-distance': ['distance', -1],
  elevation: ['ascent', 1],
  '-elevation': ['ascent', -1],
  '-text_match': ['id', -1],
  nearest: ['id', 1],
};

/** Whether a word of the route's name begins with what is searched for. */
function named({ words, firstWord }: Columns, i: number, { marks, stamp }: Match): boolean {
  for (let at = firstWord[i]!; at < firstWord[i + 1]!; at++) if (marks[words[at]!] === stamp) return true;
  return false;
}

/** Best is a name of nothing but the word, then one that begins with it, then one with a word that begins so. */
function matchKey({ words, firstWord }: Columns, i: number, { marks, stamp, whole }: Match): number {
  const [from, to] = [firstWord[i]!, firstWord[i + 1]!];
  const first = words[from]!;
  if (first === whole) return to - from === 1 ? 0 : 1;
  return marks[first] === stamp ? 2 : 3;
}

type Point = readonly [x: number, y: number, z: number];

/** The length of the line through the globe, squared: to the last digit what `orderOf` has the database sort by. */
function apart({ x, y, z }: Columns, i: number, place: Point): number {
  const dx = x[i]! - place[0];
  const dy = y[i]! - place[1];
  const dz = z[i]! - place[2];
  return dx * dx + dy * dy + dz * dz;
}

const product = (a: Point, b: Point): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** A place for each activity type: 1 where it is one of those searched for. */
function markedTypes(ids: readonly number[]): Uint8Array {
  const marked = new Uint8Array(Math.max(...ids) + 1);
  for (const id of ids) marked[id] = 1;
  return marked;
}

const UPWARDS: ReadonlySet<RouteOrder> = new Set(['date_created', 'distance', 'elevation', 'nearest']);
const known = new WeakMap<Context, Squares>();

/** Routes around a place: public ones that the caller does not see, and those of friends that only friends see. */
export interface NearExceptions {
  hidden: ReadonlySet<number>;
  shared: readonly {
    id: number;
    x: number;
    y: number;
    z: number;
    distance: number;
    ascent: number | null;
    name: string;
  }[];
}

/** As `matchKey` for a name that is not in the squares. */
function nameKey(name: string, word: string): number {
  if (name === word) return 0;
  if (name.startsWith(`${word} `)) return 1;
  return name.startsWith(word) ? 2 : 3;
}

/**
 * Ids of a page of the public routes around a place, and how many there are in all. Null where so many start there
 * that the database has to look.
 */
export async function searchNear(
  context: Context,
  query: ListQuery,
  { near, word }: Pick<Filter, 'near' | 'word'>,
  { hidden, shared }: NearExceptions,
): Promise<{ ids: number[]; total: number } | null> {
  const { lat, lng } = near!;
  let squares = known.get(context);
  if (!squares) known.set(context, (squares = new Squares()));
  const found = await squares.within(context.db, cellsWithin(lat, lng, query.search_radius));
  if (!found) return null;
  const place = onSphere(lat, lng);
  const [px, py, pz] = place;
  const within = leastProduct(query.search_radius);
  const { allInside, allOutside } = wholeSquares(query.search_radius);
  const least = query.minimum_distance ?? 0;
  const most = query.maximum_distance ?? Number.POSITIVE_INFINITY;
  const types = query.activity_type === undefined ? null : markedTypes(familyOf(query.activity_type));
  const byAway = query.order_by === 'nearest';
  // The nearest squares first: what comes later is seldom kept, however many there are.
  if (byAway) found.sort((a, b) => product(b.middle, place) - product(a.middle, place));
  const byMatch = word !== null && query.order_by === '-text_match';
  const [column, sign] = KEYS[query.order_by];
  const best = new BestMatches(query.offset + query.limit, !UPWARDS.has(query.order_by));
  let total = 0;
  let match: Match | null = null;
  let vocabulary: Vocabulary | null = null;
  for (const columns of found) {
    const { n, x, y, z, distance, activity, id, middle } = columns;
    const toMiddle = product(middle, place);
    if (toMiddle < allOutside) continue;
    const inside = toMiddle >= allInside;
    if (word !== null && columns.vocabulary !== vocabulary) {
      vocabulary = columns.vocabulary;
      match = vocabulary.matching(word);
    }
    const keys = columns[column];
    for (let i = 0; i < n; i++) {
      if (distance[i]! < least || distance[i]! > most) continue;
      if (types && types[activity[i]!] !== 1) continue;
      if (!inside && x[i]! * px + y[i]! * py + z[i]! * pz < within) continue;
      if (match && !named(columns, i, match)) continue;
      if (hidden.size > 0 && hidden.has(id[i]!)) continue;
      total++;
      const key = byAway
        ? apart(columns, i, place)
        : byMatch
          ? matchKey(columns, i, match!)
          : sign * keys[i]!;
      best.add(Number.isNaN(key) ? UNKNOWN : key, id[i]!);
    }
  }
  for (const route of shared) {
    total++;
    const [dx, dy, dz] = [route.x - px, route.y - py, route.z - pz];
    const value = route[column] ?? UNKNOWN;
    const key = byAway ? dx * dx + dy * dy + dz * dz : byMatch ? nameKey(route.name, word) : sign * value;
    best.add(value === UNKNOWN && !byAway && !byMatch ? UNKNOWN : key, route.id);
  }
  return { ids: best.from(query.offset), total };
}
