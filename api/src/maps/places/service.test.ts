import assert from 'node:assert/strict';
import test from 'node:test';
import {
  SERVICE_BASES,
  type City,
  type ErrorBody,
  type PlacePage,
  type PlaceSuggestion,
  type State,
} from '@waymark/api-contract';
import { startTestApi, type TestApi } from '../../testing/api.ts';
import { citySearchService } from './search.ts';
import { geocodeService } from './geocode.ts';
import { regionsService } from './regions.ts';
import { ensurePlaces } from './testing.ts';

ensurePlaces();
const services = [regionsService, citySearchService, geocodeService];

interface States {
  country: string;
  country_name: string;
  states: State[];
  popular_cities: City[];
}
interface Cities {
  cities: City[];
  strong_cities_cutoff: number;
  state_name: string;
  state_short_name: string;
}

async function startWith(t: test.TestContext, env: Record<string, string> = {}) {
  const api = await startTestApi({ services, env: { COUNTRIES: 'us, de,ie,sg', ...env } });
  t.after(() => api.stop());
  return {
    api,
    region: <T>(path: string) => api.call<T>('GET', `${SERVICE_BASES.internal}/regions${path}`),
    search: (params: Record<string, string>) => suggestions(api, params),
  };
}

const suggestions = (api: TestApi, params: Record<string, string>) =>
  api.call<{ suggestions: PlaceSuggestion[] } & ErrorBody>(
    'GET',
    `${SERVICE_BASES.main}/search_for_city/?${new URLSearchParams(params).toString()}`,
  );

test('[ROUTE-01] [ROUTE-03] [DATA-02] a country, its states, their cities and their pages', async (t) => {
  const { region } = await startWith(t);

  const us = await region<States>('/states?country=us');
  assert.equal(us.status, 200);
  assert.equal(us.body.country_name, 'United States');
  assert.equal(us.body.states.length, 51);
  const texas = us.body.states.find(({ name }) => name === 'Texas')!;
  assert.deepEqual(texas, { name: 'Texas', short_name: 'TX', slug: 'tx', path: '/us/tx' });
  assert.equal(us.body.popular_cities[0]?.name, 'New York City');
  assert.ok(!us.body.popular_cities.some(({ name }) => name === 'Brooklyn'), 'no part of another');

  const cities = await region<Cities>('/cities?country=us&state=tx');
  assert.equal(cities.body.state_short_name, 'TX');
  const all = cities.body.cities;
  const { strong_cities_cutoff: cutoff } = cities.body;
  assert.ok(all.every((city, i) => i === 0 || city.population <= all[i - 1]!.population));
  assert.ok(cutoff >= 10 && cutoff <= 40 && cutoff < all.length);
  const austin = all.find(({ name }) => name === 'Austin')!;
  assert.equal(austin.path, '/us/austin-tx');
  assert.equal(austin.geoname_id, 4671654);
  assert.deepEqual([Math.round(austin.lat), Math.round(austin.lng)], [30, -98]);

  const city = await region<PlacePage>('/city?country=us&slug=austin-tx');
  assert.deepEqual(city.body, { kind: 'city', city: austin });
  const state = await region<PlacePage>('/city?country=US&slug=TX');
  assert.deepEqual(state.body, { kind: 'state', state: texas, country: 'US' });

  const routes = await region<{ city: City; routes_href: string }>('/city/routes/austin-tx');
  assert.deepEqual(routes.body, { city: austin, routes_href: '/services/main/v7.1/route/?city=4671654' });
  const part = await region<{ routes_href: string }>('/city/routes/brooklyn-ny?country=us');
  assert.match(part.body.routes_href, /\?close_to_location=40\.65\d*%2C-73\.9\d*&search_radius=5000$/);
});

test('[HOST-22] only countries of the configuration have pages; addresses of nothing are told apart from errors', async (t) => {
  const { region, search } = await startWith(t);
  for (const path of [
    '/states?country=fr',
    '/cities?country=fr&state=brittany',
    '/city?country=fr&slug=paris-ile-de-france',
    '/city/routes/paris-ile-de-france',
    '/city/routes/austin-tx?country=fr',
    '/states?country=zz',
    '/city?country=us&slug=stores',
    '/city?country=us&slug=tx-austin',
    '/city?country=us&slug=-4671654',
    '/cities?country=us&state=bavaria',
  ]) {
    const answer = await region<ErrorBody>(path);
    assert.equal(answer.status, 404, path);
    assert.match(answer.body.error_description, /^(Waymark has no pages|There is no such).*\.$/, path);
  }
  for (const path of ['/states', '/states?country=usa', '/states?country=../', '/city?country=us'])
    assert.equal((await region(path)).status, 400, path);
  const paris = (await search({ term: 'paris, france' })).body.suggestions[0]!;
  assert.deepEqual([paris.label, paris.path], ['Paris, Île-de-France, FR', null]);
});

test('a country without states has its cities', async (t) => {
  const { region } = await startWith(t);
  const { body } = await region<States>('/states?country=sg');
  assert.deepEqual(body.states, []);
  const [singapore] = body.popular_cities;
  assert.equal(singapore?.state_name, '');
  const page = await region<PlacePage>(`/city?country=sg&slug=${singapore.slug}`);
  assert.deepEqual(page.body, { kind: 'city', city: singapore });
});

test('[ROUTE-02] suggestions begin with three letters and say what they are and where their page is', async (t) => {
  const { search } = await startWith(t);
  assert.deepEqual((await search({ term: 'au' })).body.suggestions, []);
  assert.deepEqual((await search({ term: ' au ' })).body.suggestions, []);
  assert.deepEqual((await search({ term: 'qqqqq' })).body.suggestions, []);

  const [austin] = (await search({ term: 'austin' })).body.suggestions;
  assert.deepEqual(austin, {
    value: '30.26715,-97.74306',
    label: 'Austin, TX, US',
    locality: 'Austin',
    isCity: true,
    isRegion: false,
    isState: false,
    isCountry: false,
    geoname_id: 4671654,
    path: '/us/austin-tx',
  });
  const [bavaria] = (await search({ term: 'bavaria' })).body.suggestions;
  assert.equal(bavaria?.label, 'Bavaria, Germany');
  assert.deepEqual([bavaria?.isState, bavaria?.path], [true, '/de/bavaria']);
  const [germany] = (await search({ term: 'germany' })).body.suggestions;
  assert.deepEqual([germany?.label, germany?.isCountry, germany?.path], ['Germany', true, '/de']);

  const two = await search({ term: 'springfield', limit: '2', near: '42.1,-72.6' });
  assert.deepEqual([two.body.suggestions.length, two.body.suggestions[0]?.path], [2, '/us/springfield-ma']);
  for (const near of ['here', '91,0', '1,2,3', '10,181']) {
    const answer = await search({ term: 'spring', near });
    assert.equal(answer.status, 400, near);
    assert.match(answer.body.error_description, /lat,lng/);
  }
  assert.equal((await search({})).status, 400);
  assert.equal((await search({ term: 'spring', limit: '21' })).status, 400);
});

test('without the list of cities the calls say what to do, and the rest of the API runs', async (t) => {
  const { api, region, search } = await startWith(t, {
    PLACES_FILE: '/nowhere/places.bin',
    LOG_LEVEL: 'silent',
  });
  for (const answer of [await search({ term: 'austin' }), await region<ErrorBody>('/states?country=us')]) {
    assert.equal(answer.status, 503);
    assert.match(answer.body.error_description, /npm start/);
  }
  assert.equal((await api.call('GET', '/readyz')).status, 200);
});

test('a file that holds something else is named at the start', async () => {
  const env = { PLACES_FILE: import.meta.filename };
  await assert.rejects(
    startTestApi({ services, env }),
    /PLACES_FILE: .*service\.test\.ts is no list of cities/,
  );
});

test('lists of cities are asked for so often a minute and no more', async (t) => {
  const { region } = await startWith(t, { RATE_LIMITS: 'true' });
  const statuses = new Map<number, number>();
  const ask = async () => {
    const { status } = await region('/cities?country=us&state=none');
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  for (let round = 0; round < 31; round++) await Promise.all(Array.from({ length: 10 }, ask));
  assert.deepEqual(Object.fromEntries(statuses), { 404: 300, 429: 10 });
});
