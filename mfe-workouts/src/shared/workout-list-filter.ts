import { ALL } from '@waymark/activities';
import type { WorkoutFilter, WorkoutOrder } from '@waymark/api-contract';

/** What the list shows, as its address has it. Distances in metres; empty text is no condition. */
export interface ListFilter {
  search: string;
  /** Ids as text, or ['all']. */
  activityTypes: readonly string[];
  from: string;
  to: string;
  distanceMin: number | null;
  distanceMax: number | null;
  gear: string;
  privacy: string;
  withPhoto: boolean;
  /** Name of the place, with its bounds as the call takes them. */
  place: string;
  bounds: string;
}

export interface ListOrder {
  by: WorkoutOrder;
  descending: boolean;
}

export const NO_FILTER: ListFilter = {
  search: '',
  activityTypes: [ALL],
  from: '',
  to: '',
  distanceMin: null,
  distanceMax: null,
  gear: '',
  privacy: '',
  withPhoto: false,
  place: '',
  bounds: '',
};
const NEWEST_FIRST = '-start';
const ORDERS: readonly WorkoutOrder[] = [
  'start',
  'name',
  'distance',
  'duration',
  'ascent',
  'speed',
  'energy',
  'heartrate',
  'load',
];

const DAY = /^(?:19|20|21)\d\d-\d\d-\d\d$/;
const BOUNDS = /^-?\d{1,3}(?:\.\d{1,7})?(?:,-?\d{1,3}(?:\.\d{1,7})?){3}$/;

/** Reads the filter of an address; what makes no sense is left out. */
export function readListFilter(params: URLSearchParams): ListFilter {
  const text = (name: string, isValid: RegExp) => {
    const value = params.get(name) ?? '';
    return isValid.test(value) ? value : '';
  };
  const day = (name: string) => {
    const value = text(name, DAY);
    return Number.isNaN(Date.parse(value)) ? '' : value;
  };
  const meters = (name: string) => {
    const value = text(name, /^\d{1,8}$/);
    return value === '' ? null : Number(value);
  };
  const bounds = text('bounds', BOUNDS);
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    activityTypes: text('activityTypes', /^\d{1,9}(?:,\d{1,9}){0,99}$/)
      .split(',')
      .filter(Boolean),
    from: day('from'),
    to: day('to'),
    distanceMin: meters('least'),
    distanceMax: meters('most'),
    gear: text('gear', /^\d{1,16}$/),
    privacy: text('privacy', /^[0136]$/),
    withPhoto: params.get('photo') === 'true',
    place: bounds ? (params.get('place') ?? '') : '',
    bounds,
  };
}

export function readListOrder(params: URLSearchParams): ListOrder {
  const text = params.get('order') ?? NEWEST_FIRST;
  const by = ORDERS.find((order) => order === text.replace(/^-/, ''));
  return by ? { by, descending: text.startsWith('-') } : { by: 'start', descending: true };
}

export const orderText = ({ by, descending }: ListOrder): string => `${descending ? '-' : ''}${by}`;

/** The address of a list. */
export function listParams(filter: ListFilter, order: ListOrder): URLSearchParams {
  const entries: [name: string, value: string][] = [
    ['search', filter.search],
    ['activityTypes', filter.activityTypes.filter((type) => type !== ALL).join(',')],
    ['from', filter.from],
    ['to', filter.to],
    ['least', filter.distanceMin === null ? '' : String(Math.round(filter.distanceMin))],
    ['most', filter.distanceMax === null ? '' : String(Math.round(filter.distanceMax))],
    ['gear', filter.gear],
    ['privacy', filter.privacy],
    ['photo', filter.withPhoto ? 'true' : ''],
    ['place', filter.bounds ? filter.place : ''],
    ['bounds', filter.bounds],
    ['order', orderText(order) === NEWEST_FIRST ? '' : orderText(order)],
  ];
  return new URLSearchParams(entries.filter(([, value]) => value !== ''));
}

/** The conditions as the call takes them. */
export function queryOf(filter: ListFilter): WorkoutFilter {
  const types = filter.activityTypes.filter((type) => type !== ALL);
  return {
    search: filter.search.trim() || undefined,
    activity_types: types.length > 0 ? types.join(',') : undefined,
    from: filter.from || undefined,
    to: filter.to || undefined,
    distance_min: filter.distanceMin ?? undefined,
    distance_max: filter.distanceMax ?? undefined,
    gear_id: filter.gear ? Number(filter.gear) : undefined,
    privacy: (filter.privacy || undefined) as WorkoutFilter['privacy'],
    has_photo: filter.withPhoto ? 'true' : undefined,
    bounds: filter.bounds || undefined,
  };
}

/** How many conditions there are beside the search. */
export const conditionCount = (filter: ListFilter): number =>
  [...listParams({ ...filter, search: '', place: '' }, { by: 'start', descending: true }).keys()].length;
