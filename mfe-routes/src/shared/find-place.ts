import type { GeocodeAnswer } from '@waymark/api-contract';
import { geocodeCalls } from '@waymark/api-contract/client';
import { call, track } from '@waymark/contract';
import type { Place } from '@waymark/routes';
import { haversine } from '@waymark/units';
import { createStore, useStore } from '@waymark/store';
import { placeText, readCoordinates } from './coordinates.ts';

export interface NamedPlace {
  place: Place;
  /** Empty where nobody has a name for it. */
  name: string;
}
export type Search =
  | ({ kind: 'found' } & NamedPlace)
  /** Several places are called so. */
  | { kind: 'which'; places: NamedPlace[] }
  /** Nothing is called so, the numbers are no place on earth, or the search does not answer. */
  | { kind: 'none' | 'only-cities' | 'nowhere' | 'failed' };

/** Metres within which a name still holds: a router moves what was found onto the next road. */
const NEAR = 150;
/** Requests that run at the same time. */
const MAX_CONCURRENT = 2;

/** What was searched for keeps the name it was found by. */
const found: NamedPlace[] = [];
const names = new Map<string, Promise<string>>();
/** Those of `names` that were answered. */
const answered = new Map<string, string>();
const waiting: (() => void)[] = [];
let running = 0;

/** Who is to be named for the places shown so far; '' while none came from anybody. */
const credit = createStore('');
/** The credit that the licence of the places asks for. */
export const usePlaceCredit = (): string => useStore(credit);

/** Takes note of whom the geocoder names. */
async function credited(asked: Promise<GeocodeAnswer>): Promise<GeocodeAnswer> {
  const answer = await asked;
  if (answer.features.length > 0) credit.set(answer.attribution);
  return answer;
}

/** The specification has failing searches noted, and nothing more. */
const log = (call: string, error: unknown) =>
  track('place_search_failed', { call, reason: error instanceof Error ? error.message : String(error) });

/** Places of one name that are asked about. */
const MAX_CHOICES = 6;
/** Metres: places of one name that are nearer are one. */
const SAME_PLACE = 5000;

type Found = GeocodeAnswer['features'][number];
const placeOf = ({ center }: Found): Place => ({ lng: center[0]!, lat: center[1]! });

/** The features that are called as the first one, each place once. */
function namesakes(features: readonly Found[]): Found[] {
  const name = features[0]?.properties.name.toLowerCase();
  const same: Found[] = [];
  for (const feature of features) {
    const { lat, lng } = placeOf(feature);
    const isKnown = same.map(placeOf).some((one) => haversine(one.lat, one.lng, lat, lng) < SAME_PLACE);
    if (!isKnown && feature.properties.name.toLowerCase() === name) same.push(feature);
  }
  return same;
}

/** Takes note of the name that a place was found by. */
export function rememberName(named: NamedPlace): void {
  if (named.name) found.push(named);
}

/** Finds one place by its name, its address or its coordinates. A failing search is noted in the log. */
export async function findPlace(text: string, { asks = false } = {}): Promise<Search> {
  const spot = readCoordinates(text);
  if (spot === 'nowhere') return { kind: 'nowhere' };
  if (spot) return { kind: 'found', place: spot, name: '' };
  try {
    const { features, addresses } = await credited(
      call(geocodeCalls.search, {
        query: { q: text.trim(), format: 'geojson', limit: asks ? MAX_CHOICES : 1 },
      }),
    );
    const places = (asks ? namesakes(features) : features).map((feature) => ({
      place: placeOf(feature),
      name: feature.properties.display_name,
    }));
    const [first, ...others] = places;
    if (!first) return { kind: addresses ? 'none' : 'only-cities' };
    if (others.length > 0) return { kind: 'which', places };
    rememberName(first);
    return { kind: 'found', ...first };
  } catch (error) {
    log('search', error);
    return { kind: 'failed' };
  }
}

/** What a place is called: the city it lies in, or what a configured geocoder says. '' where nobody knows. */
export async function localityOf(place: Place): Promise<string> {
  try {
    const { features } = await reverse(place);
    return features[0]?.properties.locality ?? '';
  } catch (error) {
    log('reverse', error);
    return '';
  }
}

/** The name that a waypoint was found by. */
export const searchedName = ({ lat, lng }: Place): string | undefined =>
  found.find(({ place }) => haversine(place.lat, place.lng, lat, lng) < NEAR)?.name;

/** The name of a waypoint where it is known by now; null where it has to be asked for. */
export const knownName = (place: Place): string | null =>
  searchedName(place) ?? answered.get(placeText(place)) ?? null;

/** The name of a waypoint, asked for once. */
export function nameOf(place: Place): Promise<string> {
  const known = knownName(place);
  if (known !== null) return Promise.resolve(known);
  const key = placeText(place);
  let name = names.get(key);
  if (!name) {
    name = limitConcurrency(async () => {
      const name = (await reverse(place)).features[0]?.properties.name ?? '';
      answered.set(key, name);
      return name;
    }).catch((error) => {
      log('reverse', error);
      names.delete(key);
      return '';
    });
    names.set(key, name);
  }
  return name;
}

const reverse = ({ lat, lng }: Place) => credited(call(geocodeCalls.reverse, { query: { lat, lon: lng } }));

/** Queues requests above the limit. */
async function limitConcurrency<T>(ask: () => Promise<T>): Promise<T> {
  if (running >= MAX_CONCURRENT) await new Promise<void>((go) => waiting.push(go));
  running++;
  try {
    return await ask();
  } finally {
    running--;
    waiting.shift()?.();
  }
}
