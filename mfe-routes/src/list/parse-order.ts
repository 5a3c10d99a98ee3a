import type { RouteOrder } from '@waymark/api-contract';

/** Those that a list offers; the nearest come first only where no other order makes sense. */
const ORDERS: Readonly<Record<Exclude<RouteOrder, 'nearest'>, true>> = {
  '-date_created': true,
  date_created: true,
  '-distance': true,
  distance: true,
  '-elevation': true,
  elevation: true,
  '-text_match': true,
};

/** An order of a list as an address has it; null for what is none. */
export const orderIn = (text: string | null): RouteOrder | null =>
  text !== null && Object.hasOwn(ORDERS, text) ? (text as RouteOrder) : null;
