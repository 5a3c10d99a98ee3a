import assert from 'node:assert/strict';
import test from 'node:test';
import { ensurePlaces } from './testing.ts';
import { beginnings, normalizeText, slugOf } from '../../kernel/normalize-text.ts';
import { findPlaces } from './find-places.ts';
import { localityOf } from './locality.ts';
import { cityOfSlug } from './lookup.ts';
import { nearestCity } from './nearest.ts';
import { PART, TWIN } from './layout.ts';
import { Places, placesOf } from './places.ts';

ensurePlaces();
const places = placesOf({});
const named = (text: string, limit = 5) =>
  findPlaces(places, { text, limit }).map(({ kind, index }) =>
    kind === 'city'
      ? `${places.name(index)}, ${places.state(index)?.short ?? ''}, ${places.country(index).code}`
      : kind === 'state'
        ? places.data.states[index]!.name
        : places.data.countries[index]!.name,
  );

test('names are compared without accents, points and apostrophes; short forms are those in full', () => {
  assert.equal(normalizeText('Łódź'), 'lodz');
  assert.equal(normalizeText('St. Paul'), 'saint paul');
  assert.equal(normalizeText('  Sankt-Pölten '), 'sankt polten');
  assert.equal(normalizeText('East St', { typing: true }), 'east st');
  assert.deepEqual(beginnings('L’Aquila di Roma'), [0, 8, 11, 1]);
  assert.equal(slugOf("Coeur d'Alene (Idaho)"), 'coeur-dalene-idaho');
  assert.equal(slugOf('東京'), '');
});

test('[ROUTE-01] every city has an address of its own, and that leads back to it', () => {
  const seen = new Set<string>();
  let twins = 0;
  for (let city = 0; city < places.count; city++) {
    const slug = places.slug(city);
    const country = places.data.country[city]!;
    assert.match(slug, /^[a-z0-9]+(-[a-z0-9]+)*$/);
    const address = `${country}/${slug}`;
    assert.ok(!seen.has(address), address);
    seen.add(address);
    if (cityOfSlug(places, country, slug) !== city) assert.fail(`${address} leads elsewhere`);
    const id = places.data.ids[city]!;
    assert.equal(places.byId(id), city);
    if (places.data.flags[city]! & TWIN) {
      twins++;
      assert.ok(slug.endsWith(`-${id}`), slug);
    }
  }
  assert.ok(places.count > 130_000 && twins > 1000 && twins < 3000, `${places.count} cities, ${twins} twins`);
  for (const { country, slug } of places.data.states)
    assert.ok(!seen.has(`${country}/${slug}`), `state ${slug}`);
});

test('an address that ends with the id stays, whether or not another city shares the name', () => {
  const us = places.countryIndex('us');
  const austin = cityOfSlug(places, us, 'austin-tx');
  assert.equal(cityOfSlug(places, us, `austin-tx-${places.data.ids[austin]}`), austin);
  assert.equal(cityOfSlug(places, us, `dallas-tx-${places.data.ids[austin]}`), -1);
  assert.equal(cityOfSlug(places, places.countryIndex('de'), 'austin-tx'), -1);
});

test('[ROUTE-02] cities, states and countries are found by the beginning of any of their words', () => {
  assert.equal(named('austi')[0], 'Austin, TX, US');
  assert.equal(named('francis').includes('San Francisco, CA, US'), true);
  assert.equal(named('SÃO p')[0], 'São Paulo, SP, BR');
  assert.equal(named('sao p')[0], 'São Paulo, SP, BR');
  assert.equal(named('saint lou')[0], 'St. Louis, MO, US');
  assert.equal(named('st. lou')[0], 'St. Louis, MO, US');
  assert.equal(named('bavar')[0], 'Bavaria');
  assert.equal(named('germ')[0], 'Germany');
  assert.deepEqual(named('laquila'), ["L'Aquila, Abruzzo, IT"]);
  assert.deepEqual(named('xyzzyx'), []);
});

test('places are found by their names in other languages too, and keep their own', () => {
  assert.equal(named('münch')[0], 'Munich, Bavaria, DE');
  assert.equal(named('cologne')[0], 'Köln, North Rhine-Westphalia, DE');
  assert.equal(named('den haa')[0], 'The Hague, South Holland, NL');
  assert.equal(named('bayern')[0], 'Bavaria');
  assert.equal(named('deutschl')[0], 'Germany');
  assert.equal(named('roma, italia')[0], 'Rome, Lazio, IT');
  assert.deepEqual(named('munich munchen'), []);
});

test('what stands behind a name tells where it is, and every label finds its own city', () => {
  assert.equal(named('springfield il')[0], 'Springfield, IL, US');
  assert.equal(named('paris, tx')[0], 'Paris, TX, US');
  assert.equal(named('new york united states')[0], 'New York');
  assert.deepEqual(named('austin, narnia'), []);
  for (let city = 0; city < 2000; city += 40) {
    if (places.data.flags[city]! & PART) continue;
    const state = places.state(city)?.short;
    const label = [places.name(city), state, places.country(city).code].filter(Boolean).join(', ');
    const hits = findPlaces(places, { text: label, limit: 3 });
    assert.ok(
      hits.some(({ kind, index }) => kind === 'city' && index === city),
      label,
    );
  }
});

test('a place that is near comes before larger ones far away; twice the same is listed once', () => {
  const hits = (near?: { lat: number; lng: number }) =>
    findPlaces(places, { text: 'springfield', limit: 20, near }).map(({ index }) => index);
  const massachusetts = cityOfSlug(places, places.countryIndex('us'), 'springfield-ma');
  const oregon = cityOfSlug(places, places.countryIndex('us'), 'springfield-or');
  assert.equal(hits({ lat: 42.1, lng: -72.6 })[0], massachusetts);
  assert.equal(hits({ lat: 44.05, lng: -123.1 })[0], oregon);
  const all = findPlaces(places, { text: 'baden', limit: 20 });
  assert.equal(new Set(all.map(({ kind, index }) => `${kind} ${index}`)).size, all.length);
});

test('a place belongs to the city that it lies in, not to a borough, a hamlet or a larger city beside it', () => {
  const at = (lat: number, lng: number) => {
    const found = localityOf(lat, lng);
    return found && `${found.locality}, ${found.region}, ${found.country}`;
  };
  assert.equal(at(40.7829, -73.9654), 'New York City, NY, US');
  assert.equal(at(40.728, -74.078), 'Jersey City, NJ, US');
  assert.equal(at(42.3751, -71.1106), 'Cambridge, MA, US');
  assert.equal(at(30.267, -97.773), 'Austin, TX, US');
  assert.equal(at(51.5073, -0.1657), 'London, England, GB');
  assert.equal(at(0, -150), null, 'an ocean');
  assert.equal(at(90, 0), null);
  assert.equal(at(-90, 180), null);
  assert.equal(localityOf(30.267, -97.773, { PLACES_FILE: '/nowhere/places.bin' }), null);
});

test('the nearest city is sought on both sides of 180° of longitude', () => {
  const lng = places.data.lng.slice();
  const lat = places.data.lat.slice();
  [lat[0], lng[0]] = [-16.5 * 1e5, 179.9 * 1e5];
  const moved = new Places({ ...places.data, lat, lng });
  assert.equal(nearestCity(moved, { lat: -16.5, lng: -179.9 }), 0);
  assert.equal(nearestCity(moved, { lat: -16.5, lng: 179.8 }), 0);
  assert.equal(nearestCity(moved, { lat: -16.5, lng: -179 }), -1, 'more than 50 km away');
});
