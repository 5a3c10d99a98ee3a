import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { pack, unpack } from '@waymark/api/src/maps/places/layout.ts';
import { bakePlaces } from './bake.ts';
import { otherNames, otherStateName, ownCountryName } from './other-names.ts';
import { markParts } from './parts.ts';
import { shortName } from './short-names.ts';
import type { SourceCity } from './sources.ts';

test('the cities of the world fit one small file, and the same data make the same file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-places-'));
  const file = path.join(folder, 'below', 'places.bin');
  const { cities, bytes } = bakePlaces(file);
  assert.ok(cities > 130_000 && bytes < 12e6, `${cities} cities, ${bytes} bytes`);
  const first = readFileSync(file);
  const data = unpack(first);
  assert.equal(data.ids.length, cities);
  assert.ok(Buffer.from(pack(data)).equals(first), 'packing what was unpacked');
  const twin = Buffer.concat([Buffer.alloc(1), first]).subarray(1);
  assert.deepEqual(unpack(twin).ids, data.ids, 'wherever in memory the file stands');
  assert.throws(() => unpack(Buffer.from('something else')), /no file of places/);
  assert.ok(
    data.population.every((people, i) => i === 0 || people <= data.population[i - 1]!),
    'in the order of the rank',
  );

  const us = data.countries.findIndex(({ code }) => code === 'US');
  const own = data.states.filter(({ country }) => country === us);
  assert.equal(own.length, 51);
  assert.ok(own.every(({ short, slug }) => /^[A-Z]{2}$/.test(short) && slug === short.toLowerCase()));
  const { lat, lng } = data.countries[us]!;
  assert.ok(lat > 30 && lat < 45 && lng > -105 && lng < -85, `the middle of the USA: ${lat}, ${lng}`);
  const places = data.states.map(({ country, slug }) => `${country}/${slug}`);
  assert.equal(new Set(places).size, places.length);
  rmSync(folder, { recursive: true });
});

const city = (given: Partial<SourceCity>): SourceCity => ({
  id: 1,
  name: 'Somewhere',
  country: 'US',
  admin1: 'NY',
  feature: 'PPL',
  population: 1000,
  lat: 40.71,
  lng: -74.01,
  ...given,
});

test('boroughs of New York are parts of it; what lies in the next state or farther off is not', () => {
  const parts = markParts([
    city({ id: 5128581, population: 8_000_000 }),
    city({ lat: 40.78, lng: -73.97 }),
    city({ lat: 40.73, lng: -74.08, admin1: 'NJ' }),
    city({ lat: 40.94, lng: -73.83 }),
    city({ lat: 48, lng: 11, country: 'DE', feature: 'PPLX' }),
  ]);
  assert.deepEqual(parts, [false, true, false, false, true]);
});

test('states have the short names that people write, and their names where there are none', () => {
  assert.equal(shortName('US', 'TX', 'Texas', 'texas'), 'TX');
  assert.equal(shortName('CA', '10', 'Québec', 'quebec'), 'QC');
  assert.equal(shortName('AU', '02', 'New South Wales', 'new south wales'), 'NSW');
  assert.equal(shortName('DE', '02', 'Bavaria', 'bavaria'), 'Bavaria');
});

test('an other name of a city that is gone from the list is told', () => {
  assert.throws(
    () => otherNames([{ name: 'Munich', country: 'DE' }]),
    /there is no city "AT Vienna" any more/,
  );
  assert.equal(ownCountryName('DE', 'Germany'), 'Deutschland');
  assert.equal(ownCountryName('US', 'United States'), undefined);
  assert.equal(otherStateName('DE', 'Bavaria'), 'Bayern');
});
