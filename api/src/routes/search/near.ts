import type { RouteOrder } from '@waymark/api-contract';
import type { Context } from '../../server/context.ts';
import { Best } from './best.ts';
import { cellsWithin, leastProduct, onSphere } from './cells.ts';
import { type Columns, Squares } from './columns.ts';
import { familyOf, type Filter, type ListQuery } from './filter.ts';

/** Infinity and not a number cannot be subtracted: what has no height comes after all that have. */
const UNKNOWN = Number.MAX_VALUE / 4;
const climb = (ascent: number, sign: 1 | -1): number => (Number.isNaN(ascent) ? UNKNOWN : sign * ascent);

type Key = (columns: Columns, i: number) => number;

/** The orders of `orderOf`, as numbers of which the lowest comes first. */
function keyOf(order: RouteOrder, word: string | null): Key {
  switch (order) {
    case 'date_created':
      return ({ id }, i) => id[i]!;
    case 'distance':
      return ({ distance }, i) => distance[i]!;
    case '-distance':
      return ({ distance }, i) => -distance[i]!;
    case 'elevation':
      return ({ ascent }, i) => climb(ascent[i]!, 1);
    case '-elevation':
      return ({ ascent }, i) => climb(ascent[i]!, -1);
    case '-text_match':
      if (word !== null) return matchOf(` ${word}`);
      return ({ id }, i) => -id[i]!;
    case '-date_created':
      return ({ id }, i) => -id[i]!;
  }
}

const matchOf =
  (word: string): Key =>
  ({ names }, i) => {
    const name = names[i]!;
    if (name === word) return 0;
    if (name.startsWith(`${word} `)) return 1;
    return name.startsWith(word) ? 2 : 3;
  };

const UPWARDS: ReadonlySet<RouteOrder> = new Set(['date_created', 'distance', 'elevation']);
const known = new WeakMap<Context, Squares>();

/**
 * Ids of a page of the public routes around a place, and how many there are in all. Null where so many start there
 * that the database has to look.
 */
export async function searchNear(
  context: Context,
  query: ListQuery,
  { near, word }: Pick<Filter, 'near' | 'word'>,
): Promise<{ ids: number[]; total: number } | null> {
  const { lat, lng } = near!;
  let squares = known.get(context);
  if (!squares) known.set(context, (squares = new Squares()));
  const found = await squares.within(context.db, cellsWithin(lat, lng, query.search_radius));
  if (!found) return null;
  const [px, py, pz] = onSphere(lat, lng);
  const product = leastProduct(query.search_radius);
  const least = query.minimum_distance ?? 0;
  const most = query.maximum_distance ?? Number.POSITIVE_INFINITY;
  const family = query.activity_type === undefined ? null : new Set(familyOf(query.activity_type));
  const start = word === null ? null : ` ${word}`;
  const key = keyOf(query.order_by, word);
  const best = new Best(query.offset + query.limit, !UPWARDS.has(query.order_by));
  let total = 0;
  for (const columns of found) {
    const { n, x, y, z, distance, activity, names, id } = columns;
    for (let i = 0; i < n; i++) {
      if (x[i]! * px + y[i]! * py + z[i]! * pz < product) continue;
      if (distance[i]! < least || distance[i]! > most) continue;
      if (family && !family.has(activity[i]!)) continue;
      if (start !== null && !names[i]!.includes(start)) continue;
      total++;
      best.add(key(columns, i), id[i]!);
    }
  }
  return { ids: best.from(query.offset), total };
}
