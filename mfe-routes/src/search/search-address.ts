import { orderIn } from '../list/parse-order.ts';
import {
  type Criteria,
  type DistanceUnit,
  maxRadius,
  emptyCriteria,
  radiusFits,
  wordOf,
} from './search-criteria.ts';

/** The criteria that an address gives wrongly; they are left out of the search. */
export type AddressProblem = 'location' | 'radius' | 'distance' | 'name' | 'activity' | 'sort' | 'page';

export interface AddressCriteria {
  criteria: Criteria;
  /** How many of the list come before the page shown. */
  from: number;
  wrong: readonly AddressProblem[];
}

const NUMBER = /^\d{1,9}(\.\d{1,9})?$/;
const PLACE = /^(-?\d{1,3}(?:\.\d{1,12})?),(-?\d{1,3}(?:\.\d{1,12})?)$/;
const TEXT_MAX = 100;

function placeIn(text: string): Criteria['location'] {
  const [, lat, lng] = PLACE.exec(text) ?? [];
  if (lat === undefined || Math.abs(Number(lat)) > 90 || Math.abs(Number(lng)) > 180) return null;
  return { lat: Number(lat), lng: Number(lng) };
}

/** Reads what an address asks for. @param system the unit of an address that names none */
export function readAddress(params: URLSearchParams, system: DistanceUnit): AddressCriteria {
  const wrong = new Set<AddressProblem>();
  /** A parameter that is there and can be read; undefined, and noted, where it cannot. */
  const read = <T>(name: string, of: AddressProblem, parse: (text: string) => T | null): T | undefined => {
    const text = params.get(name)?.trim();
    if (!text) return undefined;
    const value = parse(text);
    if (value === null) wrong.add(of);
    return value ?? undefined;
  };
  const unit = read('unit', 'distance', (text) => (text === 'mi' || text === 'km' ? text : null)) ?? system;
  const none = emptyCriteria(unit);
  const number = (text: string) => (NUMBER.test(text) ? Number(text) : null);
  const distance = (text: string) => {
    const value = number(text);
    return value !== null && value <= maxRadius(unit) ? value : null;
  };
  const location = read('location', 'location', placeIn) ?? null;
  const criteria: Criteria = {
    ...none,
    location,
    place: location ? (params.get('place') ?? '').trim().slice(0, TEXT_MAX) : '',
    radius:
      read('radius', 'radius', (text) => {
        const value = number(text);
        return value !== null && radiusFits(value, unit) ? value : null;
      }) ?? none.radius,
    distanceType:
      read('distanceType', 'distance', (text) => (text === 'atleast' || text === 'between' ? text : null)) ??
      none.distanceType,
    distanceMinimum: read('distanceMinimum', 'distance', distance) ?? null,
    distanceMaximum: read('distanceMaximum', 'distance', distance) ?? null,
    routeName: read('routeName', 'name', (text) => (wordOf(text) ? text.slice(0, TEXT_MAX) : null)) ?? '',
    activityType:
      read('activityType', 'activity', (text) =>
        text.toLowerCase() === 'all' ? 0 : /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null,
      ) || null,
    sort: read('sort', 'sort', orderIn) ?? null,
  };
  const { distanceMinimum: least, distanceMaximum: most, distanceType } = criteria;
  if (distanceType === 'between' && least !== null && most !== null && least > most) {
    wrong.add('distance');
    Object.assign(criteria, { distanceMinimum: null, distanceMaximum: null });
  }
  const from = read('from', 'page', (text) =>
    /^\d{1,6}$/.test(text) && Number(text) <= 100_000 ? Number(text) : null,
  );
  return { criteria, from: from ?? 0, wrong: [...wrong] };
}

/** The address of a search, for links to it as well. @param from how many of the list come before the page */
export function searchAddress(criteria: Criteria, from = 0): string {
  const { location, place, radius, unit, distanceType, distanceMinimum, distanceMaximum } = criteria;
  const between = distanceType === 'between' && distanceMaximum !== null;
  const params: Record<string, string | number | null> = {
    location: location && `${location.lat},${location.lng}`,
    place: location && place,
    radius: location && radius,
    unit: location || distanceMinimum !== null || between ? unit : null,
    distanceType: between ? 'between' : distanceMinimum === null ? null : 'atleast',
    distanceMinimum,
    distanceMaximum: between ? distanceMaximum : null,
    routeName: criteria.routeName,
    activityType: criteria.activityType,
    sort: criteria.sort,
    from: from || null,
  };
  const set = Object.entries(params).filter(([, value]) => value !== null && value !== '');
  const text = new URLSearchParams(set.map(([name, value]) => [name, String(value)])).toString();
  return `/routes/search${text && `?${text}`}`;
}
