import type { RouteOrder } from '@waymark/api-contract';
import { onSphere } from './cells.ts';
import type { Filter } from './filter.ts';

/** Ids are minted in the order of time: they stand for the date of creation, and decide between equals. */
const ORDERS: Readonly<Record<Exclude<RouteOrder, '-text_match' | 'nearest'>, string>> = {
  '-date_created': 'r.id desc',
  date_created: 'r.id',
  '-distance': 'r.distance desc, r.id desc',
  distance: 'r.distance, r.id',
  '-elevation': 'r.ascent desc nulls last, r.id desc',
  elevation: 'r.ascent nulls last, r.id',
};

/**
 * The order of a list, as SQL. The best match of a text has it as its first word, better as that whole word, best as
 * nothing but it. The nearest have the shortest line through the globe.
 * @param value takes a value and gives the parameter that stands for it
 */
export function orderOf(
  order: RouteOrder,
  { word, near }: Pick<Filter, 'word' | 'near'>,
  value: (one: unknown) => string,
): string {
  if (order === 'nearest' && near) {
    const place = onSphere(near.lat, near.lng);
    const squares = (['x', 'y', 'z'] as const).map((axis, i) => {
      const apart = `(r.${axis} - ${value(place[i])}::float8)`;
      return `${apart} * ${apart}`;
    });
    return `${squares.join(' + ')}, r.id`;
  }
  if (order !== '-text_match' && order !== 'nearest') return ORDERS[order];
  if (word === null) return ORDERS['-date_created'];
  const whole = value(` ${word}`);
  return `(r.search_name = ${whole}) desc, (r.search_name || ' ' like ${whole} || ' %') desc,
    (r.search_name like ${whole} || '%') desc, r.id desc`;
}
