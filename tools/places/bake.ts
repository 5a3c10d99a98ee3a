import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beginnings, normalizeText, hashOf, slugOf } from '@waymark/api/src/kernel/normalize-text.ts';
import {
  NO_STATE,
  PART,
  TWIN,
  pack,
  type CountryInfo,
  type PlacesData,
  type StateInfo,
  RESERVED_SLUGS,
  citySlug,
} from '@waymark/api/src/maps/places/layout.ts';
import { groupsOf } from './groups.ts';
import { otherNames } from './other-names.ts';
import { markParts } from './parts.ts';
import { readCities, readStates, type SourceCity } from './sources.ts';

const PLACES_FILE = path.resolve(import.meta.dirname, '../dist/places/places.bin');

/** Writes the world's cities, states and countries into one file that the API reads at once. */
export function bakePlaces(file = PLACES_FILE): { cities: number; bytes: number } {
  const states = readStates();
  const cities = readCities(states);
  // The order is the rank: where two are as large, the id decides, so that it stays.
  cities.sort((a, b) => b.population - a.population || a.id - b.id);
  const bytes = pack(layOut(cities, states));
  mkdirSync(path.dirname(file), { recursive: true });
  const draft = `${file}.part`;
  writeFileSync(draft, bytes);
  rmSync(file, { force: true });
  renameSync(draft, file);
  return { cities: cities.length, bytes: bytes.length };
}

function layOut(cities: readonly SourceCity[], names: ReadonlyMap<string, string>): PlacesData {
  const parts = markParts(cities);
  const { countries, states, stateOf, countryOf } = groupsOf(cities, parts, names);
  const state = Uint16Array.from(cities, (city) => stateOf.get(`${city.country}.${city.admin1}`) ?? NO_STATE);
  const country = Uint8Array.from(cities, (city) => countryOf.get(city.country)!);
  const flags = Uint8Array.from(parts, (part) => (part ? PART : 0));
  const text = strings(cities.map(({ name }) => name));
  const others = otherNames(cities);
  const called = cities.map(({ name }, city) => [name, ...(others.get(city) ?? [])]);
  const folded = strings(called.map((all) => all.map((name) => normalizeText(name)).join('\n')));
  return {
    countries,
    states,
    ids: Uint32Array.from(cities, ({ id }) => id),
    lat: Int32Array.from(cities, ({ lat }) => Math.round(lat * 1e5)),
    lng: Int32Array.from(cities, ({ lng }) => Math.round(lng * 1e5)),
    population: Uint32Array.from(cities, ({ population }) => population),
    state,
    country,
    nameStart: text.start,
    names: text.bytes,
    foldStart: folded.start,
    folds: folded.bytes,
    ...wordsOf(called, folded),
    ...slugsOf(cities, { countries, states, state, country, flags }),
    flags,
    byId: Uint32Array.from(cities.keys()).sort((a, b) => cities[a]!.id - cities[b]!.id),
  };
}

interface Strings {
  start: Uint32Array<ArrayBuffer>;
  bytes: Uint8Array<ArrayBuffer>;
}

function strings(all: readonly string[]): Strings {
  const start = new Uint32Array(all.length + 1);
  const parts = all.map((text, i) => {
    const bytes = Buffer.from(text);
    start[i + 1] = start[i]! + bytes.length;
    return bytes;
  });
  return { start, bytes: Uint8Array.from(Buffer.concat(parts)) };
}

function wordsOf(called: readonly string[][], { start, bytes }: Strings) {
  const folds = Buffer.from(bytes.buffer);
  const words: { city: number; at: number }[] = [];
  for (const [city, all] of called.entries()) {
    let from = start[city]!;
    for (const name of all) {
      const folded = normalizeText(name);
      for (const at of beginnings(name))
        words.push({ city, at: from + Buffer.byteLength(folded.slice(0, at)) });
      from += Buffer.byteLength(folded) + 1;
    }
  }
  words.sort(
    (a, b) => folds.compare(folds, b.at, start[b.city + 1], a.at, start[a.city + 1]) || a.city - b.city,
  );
  return {
    words: Uint32Array.from(words, ({ at }) => at),
    wordCity: Uint32Array.from(words, ({ city }) => city),
  };
}

/** Marks who shares a slug with a larger city or a state, and sorts the slugs of the others by their hashes. */
function slugsOf(
  cities: readonly SourceCity[],
  laid: {
    countries: CountryInfo[];
    states: StateInfo[];
    state: Uint16Array;
    country: Uint8Array;
    flags: Uint8Array;
  },
) {
  const address = (country: number, slug: string) => `${laid.countries[country]!.code.toLowerCase()}/${slug}`;
  const taken = new Set(laid.states.map(({ country, slug }) => address(country, slug)));
  for (const country of laid.countries.keys())
    for (const slug of RESERVED_SLUGS) taken.add(address(country, slug));
  const plain: { hash: number; city: number }[] = [];
  for (const [city, { name }] of cities.entries()) {
    const slug = citySlug(slugOf(name), laid.states[laid.state[city]!]?.slug);
    const whole = address(laid.country[city]!, slug);
    // An address that ends like one with an id would be read as one.
    if (taken.has(whole) || !slugOf(name) || /-\d+$/.test(slug)) laid.flags[city]! |= TWIN;
    else plain.push({ hash: hashOf(whole), city });
    taken.add(whole);
  }
  plain.sort((a, b) => a.hash - b.hash || a.city - b.city);
  return {
    slugHash: Uint32Array.from(plain, ({ hash }) => hash),
    slugCity: Uint32Array.from(plain, ({ city }) => city),
  };
}

if (import.meta.main) {
  const { cities, bytes } = bakePlaces();
  console.log(`Places: ${cities.toLocaleString('en')} cities, ${(bytes / 1e6).toFixed(1)} MB`);
}
