import type { RouteQuery } from '../list/use-route-list.ts';
import type { RouteOrder } from '@waymark/api-contract';
import { AT_LEAST_DISTANCE_MAX, convert } from '@waymark/units';

export type DistanceUnit = 'mi' | 'km';

/** What is searched for, as its form and the page's address have it. Radius and distances are in `unit`. */
export interface Criteria {
  location: { lat: number; lng: number } | null;
  /** What the location is called; empty for a place on the map. */
  place: string;
  radius: number;
  unit: DistanceUnit;
  /** 'atleast' has no upper end but that of all routes. */
  distanceType: 'atleast' | 'between';
  distanceMinimum: number | null;
  distanceMaximum: number | null;
  routeName: string;
  /** Null for all. */
  activityType: number | null;
  /** Null for what suits: the best match of a name, else the newest first. */
  sort: RouteOrder | null;
}

/** The middle of the United States, where nothing tells where else to look. */
export const DEFAULT_CENTER = { lat: 37.09, lng: -95.71 } as const;
export const RADII: Readonly<Record<DistanceUnit, readonly number[]>> = {
  mi: [1, 2, 5, 10, 25, 50, 100, 300],
  km: [1, 2, 5, 10, 20, 50, 100, 500],
};
const DEFAULT_RADIUS: Readonly<Record<DistanceUnit, number>> = { mi: 10, km: 20 };
/** Metres that the API takes. */
const RADIUS_MIN = 100;
const RADIUS_MAX = 500_000;
const PAGE = 20;
const NAME_PAGE = 40;

export const metersOf = (value: number, unit: DistanceUnit): number => convert(value, unit, 'm');
/** The longest distance that can be asked for. */
export const maxRadius = (unit: DistanceUnit): number => convert(AT_LEAST_DISTANCE_MAX, 'm', unit);

export const emptyCriteria = (unit: DistanceUnit): Criteria => ({
  location: null,
  place: '',
  radius: DEFAULT_RADIUS[unit],
  unit,
  distanceType: 'atleast',
  distanceMinimum: null,
  distanceMaximum: null,
  routeName: '',
  activityType: null,
  sort: null,
});

/** A radius that the API takes, in `unit` with one decimal where it is small. */
export function radiusWithin(meters: number, unit: DistanceUnit): number {
  const value = convert(Math.min(RADIUS_MAX, Math.max(RADIUS_MIN * 2, meters)), 'm', unit);
  return value < 10 ? Math.ceil(value * 10) / 10 : Math.floor(value);
}

export const radiusFits = (value: number, unit: DistanceUnit): boolean => {
  const meters = metersOf(value, unit);
  return meters >= RADIUS_MIN && meters <= RADIUS_MAX;
};

/** The word of a name that search goes by: its first. Null where there is none. */
export const wordOf = (routeName: string): string | null =>
  routeName
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .split(/[^\p{L}\p{N}'’]+/u)
    .find((word) => /[\p{L}\p{N}]/u.test(word))
    ?.slice(0, 100) ?? null;

/** The order in which results come when nobody chose one. */
export const orderOf = ({ sort, routeName }: Criteria): RouteOrder =>
  sort ?? (wordOf(routeName) ? '-text_match' : '-date_created');

const limitOf = ({ routeName }: Criteria): number => (wordOf(routeName) ? NAME_PAGE : PAGE);

const meters = (value: number, unit: DistanceUnit) => Math.round(metersOf(value, unit) * 100) / 100;

/**
 * The search as the list call takes it. A name without a place is looked for everywhere.
 * @param home where to look without either
 */
export function searchParams(
  criteria: Criteria,
  home: { lat: number; lng: number } = DEFAULT_CENTER,
): RouteQuery {
  const { location, unit, distanceType, distanceMinimum: least, distanceMaximum: most } = criteria;
  const word = wordOf(criteria.routeName);
  const around = location ?? (word ? null : home);
  const atLeast = distanceType === 'atleast';
  return {
    ...(around && {
      close_to_location: `${around.lat},${around.lng}`,
      search_radius: location ? meters(criteria.radius, unit) : RADIUS_MAX,
    }),
    minimum_distance: least === null ? undefined : meters(least, unit),
    maximum_distance: atLeast
      ? least === null
        ? undefined
        : AT_LEAST_DISTANCE_MAX
      : most === null
        ? undefined
        : meters(most, unit),
    text_search: word ?? undefined,
    activity_type: criteria.activityType ?? undefined,
    order_by: orderOf(criteria),
    limit: limitOf(criteria),
  };
}

/** How many filters beside the place are set. */
export const filtersSet = (criteria: Criteria): number =>
  [
    criteria.distanceMinimum !== null || (criteria.distanceType === 'between' && criteria.distanceMaximum),
    criteria.activityType !== null,
    criteria.routeName !== '',
  ].filter(Boolean).length;
