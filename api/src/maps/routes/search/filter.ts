import { CATALOGUE } from '@waymark/activities/catalogue';
import type { RouteListQuery } from '@waymark/api-contract';
import type { z } from 'zod';
import { invalid, notSignedIn } from '../../../kernel/server/errors.ts';
import type { Caller } from '../../../kernel/server/route.ts';
import { type Audience, listedPrivacy, sharedWithText } from '../../../members/visibility/policy.ts';
import type { SearchAudience } from './audience.ts';
import { cellsWithin, leastProduct, onSphere } from './cells.ts';
import { searchWord } from './search-words.ts';

export type ListQuery = z.output<typeof RouteListQuery>;

/** Metres up to which the squares of a circle hold fewer routes than a word does. */
const NEAR = 60_000;

/** What rows must meet, and the values of that. The rows are called `r`. */
export interface Filter {
  /** Runs of squares, `c`, that are looked up one by one; null where another index serves. */
  squares: string | null;
  where: string[];
  /** Each row meets one of these: public routes, those of friends for friends. Each is looked for with an index of its own. */
  reaches: string[];
  values: unknown[];
  /** Where the caller searches. */
  near: { lat: number; lng: number } | null;
  /** The word searched for, as `search_name` holds it. */
  word: string | null;
}

const PUBLIC = sharedWithText('everyone', 'r.privacy');

/** An activity type with all below it. */
export function familyOf(id: number): number[] {
  const family = new Set([id]);
  for (let size = 0; size !== family.size;) {
    size = family.size;
    for (const type of CATALOGUE)
      if (type.parentId !== null && family.has(type.parentId)) family.add(type.id);
  }
  return [...family];
}

/** @throws ApiProblem for a place off the globe, a range turned around, a text without letters */
function checked(query: ListQuery): Pick<Filter, 'near' | 'word'> {
  const {
    close_to_location: place,
    text_search: text,
    minimum_distance: least,
    maximum_distance: most,
  } = query;
  const [lat, lng] = (place ?? '').split(',').map(Number);
  const near = place === undefined ? null : { lat: lat!, lng: lng! };
  if (near && !(Math.abs(near.lat) <= 90 && Math.abs(near.lng) <= 180))
    throw invalid({
      close_to_location: ['Latitude is between -90 and 90, longitude between -180 and 180.'],
    });
  if (least !== undefined && most !== undefined && least > most)
    throw invalid({ minimum_distance: ['The shortest distance cannot be above the longest.'] });
  const word = searchWord(text);
  if (query.order_by === 'nearest' && !near)
    throw invalid({ order_by: ['The nearest come first around a place: give close_to_location.'] });
  if (text && word === null) throw invalid({ text_search: ['Write a word of the name to search for.'] });
  return { near, word };
}

/**
 * The question as SQL. Privacy is part of it: of others' routes lists, searches and batches of ids show those open to
 * everyone, and those of friends for friends.
 * @param only the routes of some members that are shared so instead
 */
export function filterOf(
  query: ListQuery,
  caller: Caller | null,
  audience: SearchAudience,
  only?: { owners: number[]; shared: Audience },
): Filter {
  const { near, word } = checked(query);
  const values: unknown[] = [];
  const value = (one: unknown) => `$${values.push(one)}`;
  const where = ['r.deleted_at is null'];
  const { relation, hiddenOwners, sharingFriends } = audience;
  const shared = () =>
    sharingFriends.length > 0
      ? [
          `${sharedWithText('friends only', 'r.privacy')} and r.user_id = any(${value(sharingFriends)}::bigint[])`,
        ]
      : [];
  let reaches = ['true'];
  let squares: string | null = null;
  const userId =
    query.user ?? (query.ids || near || query.city || word !== null ? undefined : caller?.userId);
  const within = near && ([onSphere(near.lat, near.lng), leastProduct(query.search_radius)] as const);
  if (only) {
    where.push(
      `r.user_id = any(${value(only.owners)}::bigint[]) and ${sharedWithText(only.shared, 'r.privacy')}`,
    );
  } else if (query.ids) {
    where.push(`r.id = any(${value(idsOf(query.ids))}::bigint[])`);
    reaches = [`${PUBLIC} and r.user_id <> ${value(caller?.userId ?? 0)}`, ...shared()];
    if (caller) reaches.push(`r.user_id = ${value(caller.userId)}`);
    if (userId !== undefined) where.push(`r.user_id = ${value(userId)}`);
  } else if (userId !== undefined) {
    where.push(`r.user_id = ${value(userId)}`);
    where.push(`r.privacy = any(${value(listedPrivacy(relation))}::smallint[])`);
  } else if (query.city || (near && (word === null || query.search_radius <= NEAR))) {
    reaches = [PUBLIC, ...shared()];
    if (!query.city) squares = squaresOf(near!, query.search_radius, value);
  } else if (word !== null) {
    reaches = [PUBLIC, ...shared()];
    where.push(
      `array_to_tsvector(string_to_array(btrim(r.search_name), ' ')) @@ ${value(`'${word}':*`)}::tsquery`,
    );
  } else throw notSignedIn();
  if (!only && hiddenOwners.length > 0) where.push(`r.user_id <> all(${value(hiddenOwners)}::bigint[])`);
  if (within) {
    const [[x, y, z], least] = within;
    where.push(
      `r.x * ${value(x)}::float8 + r.y * ${value(y)}::float8 + r.z * ${value(z)}::float8 >= ${value(least)}::float8`,
    );
  }
  if (word !== null) where.push(`r.search_name like ${value(`% ${word}%`)}`);
  if (query.city) where.push(`r.geoname_id = ${value(query.city)}`);
  if (query.activity_type)
    where.push(`r.activity_type_id = any(${value(familyOf(query.activity_type))}::int[])`);
  if (query.minimum_distance) where.push(`r.distance >= ${value(query.minimum_distance)}`);
  if (query.maximum_distance !== undefined) where.push(`r.distance <= ${value(query.maximum_distance)}`);
  return { squares, where, reaches, values, near, word };
}

/** Ids as asked, each once. */
export const idsOf = (ids: string): number[] =>
  [...new Set(ids.split(',').map(Number))].filter((id) => Number.isSafeInteger(id));

function squaresOf(
  { lat, lng }: { lat: number; lng: number },
  radius: number,
  value: (one: unknown) => string,
): string {
  const { from, to } = cellsWithin(lat, lng, radius);
  return `unnest(${value(from)}::int[], ${value(to)}::int[]) as c (low, high)`;
}

/** The rows that meet a filter, as SQL after `from`. */
export function rowsOf({ squares, where, reaches }: Filter): string {
  const columns = 'r.id, r.x, r.y, r.z, r.distance, r.ascent, r.search_name';
  const [first, ...others] = reaches.map((reach) => [...where, reach].join(' and '));
  // The offset keeps each run a look-up of its own, which reads nothing but the index.
  const found = squares
    ? `${squares} cross join lateral (
        select ${columns} from routes r where r.cell between c.low and c.high and ${first} offset 0) as r`
    : `routes r where ${first}`;
  if (others.length === 0) return found;
  const rest = others.map((conditions) => `select ${columns} from routes r where ${conditions}`);
  return `(select ${columns} from ${found} union all ${rest.join(' union all ')}) as r`;
}
