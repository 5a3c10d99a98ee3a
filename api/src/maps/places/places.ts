import { closeSync, existsSync, openSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import type { Env } from '../../kernel/server/env.ts';
import { ApiProblem } from '../../kernel/server/errors.ts';
import { slugOf } from '../../kernel/normalize-text.ts';
import {
  MAGIC,
  unpack,
  type CountryInfo,
  type PlacesData,
  type StateInfo,
  TWIN,
  citySlug,
} from './layout.ts';

const STANDARD = path.resolve(import.meta.dirname, '../../../../tools/dist/places/places.bin');
const opened = new Map<string, Places>();
type Settings = Pick<Env, 'PLACES_FILE'>;
export const placesFile = ({ PLACES_FILE }: Settings): string => path.resolve(PLACES_FILE ?? STANDARD);
export const hasPlaces = (env: Settings): boolean =>
  opened.has(placesFile(env)) || existsSync(placesFile(env));

/** @throws Error naming a file that is there and holds something else */
export function checkPlaces(env: Settings): void {
  const file = placesFile(env);
  const start = Buffer.alloc(MAGIC.length);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, start);
  } finally {
    closeSync(handle);
  }
  if (start.toString('latin1') !== MAGIC)
    throw new Error(
      `PLACES_FILE: ${file} is no list of cities of this version. Make it with \`node tools/build.ts places\`.`,
    );
}

/** Degrees. */
export interface Spot {
  lat: number;
  lng: number;
}

/** A city as it is kept: everything about it is worked out from its index, the rank by population. */
export class Places {
  readonly data: PlacesData;
  readonly names: Buffer;

  constructor(data: PlacesData) {
    this.data = data;
    this.names = Buffer.from(data.names.buffer, data.names.byteOffset, data.names.length);
  }

  get count(): number {
    return this.data.ids.length;
  }
  name(city: number): string {
    const { nameStart } = this.data;
    return this.names.toString('utf8', nameStart[city], nameStart[city + 1]);
  }
  spot(city: number): Spot {
    return { lat: this.data.lat[city]! / 1e5, lng: this.data.lng[city]! / 1e5 };
  }
  state(city: number): StateInfo | undefined {
    return this.data.states[this.data.state[city]!];
  }
  country(city: number): CountryInfo {
    return this.data.countries[this.data.country[city]!]!;
  }
  slug(city: number): string {
    const twin = this.data.flags[city]! & TWIN;
    const id = twin ? this.data.ids[city] : undefined;
    return citySlug(slugOf(this.name(city)), this.state(city)?.slug, id);
  }
  /** Index of a city by its GeoNames id; -1 for none. */
  byId(id: number): number {
    const { byId, ids } = this.data;
    const at = lowerBound(byId.length, (i) => ids[byId[i]!]! < id);
    return at < byId.length && ids[byId[at]!] === id ? byId[at]! : -1;
  }
  countryIndex(code: string): number {
    return this.data.countries.findIndex((country) => country.code === code.toUpperCase());
  }
}

/** The first index for which `before` no longer holds. */
export function lowerBound(length: number, before: (index: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (before(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Reads the file when it is first asked for, in a few milliseconds. @throws ApiProblem 503 while there is none */
export function placesOf(env: Settings): Places {
  const file = placesFile(env);
  let places = opened.get(file);
  if (!places) {
    if (!existsSync(file))
      throw new ApiProblem(
        503,
        'places_missing',
        'The list of cities is not there yet. Run `npm start`, which makes it, or set PLACES_FILE.',
      );
    opened.set(file, (places = new Places(unpack(readFileSync(file)))));
  }
  return places;
}
