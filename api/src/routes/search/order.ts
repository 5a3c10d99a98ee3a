import type { RouteOrder } from '@waymark/api-contract';

/** Ids are minted in the order of time: they stand for the date of creation, and decide between equals. */
const ORDERS: Readonly<Record<Exclude<RouteOrder, '-text_match'>, string>> = {
  '-date_created': 'r.id desc',
  date_created: 'r.id',
  '-distance': 'r.distance desc, r.id desc',
  distance: 'r.distance, r.id',
  '-elevation': 'r.ascent desc nulls last, r.id desc',
  elevation: 'r.ascent nulls last, r.id',
};

/**
 * The order of a list, as SQL. The best match of a text has it as its first word, better as that whole word, best as
 * nothing but it.
 * @param value takes a value and gives the parameter that stands for it
 */
export function orderOf(order: RouteOrder, word: string | null, value: (one: unknown) => string): string {
  if (order !== '-text_match') return ORDERS[order];
  if (word === null) return ORDERS['-date_created'];
  const whole = value(` ${word}`);
  return `(r.search_name = ${whole}) desc, (r.search_name || ' ' like ${whole} || ' %') desc,
    (r.search_name like ${whole} || '%') desc, r.id desc`;
}
