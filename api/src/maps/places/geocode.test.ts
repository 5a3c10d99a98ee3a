import assert from 'node:assert/strict';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import test from 'node:test';
import { SERVICE_BASES, type ErrorBody, type GeocodeAnswer } from '@waymark/api-contract';
import { startTestApi } from '../../testing/api.ts';
import { readCoordinates } from './coordinates.ts';
import { geocodeService } from './geocode.ts';
import { ensurePlaces } from './testing.ts';

ensurePlaces();

async function startWith(t: test.TestContext, env: Record<string, string> = {}) {
  const api = await startTestApi({ services: [geocodeService], env });
  t.after(() => api.stop());
  const ask = (path: string, params: Record<string, string>) =>
    api.call<GeocodeAnswer & ErrorBody>(
      'GET',
      `${SERVICE_BASES.places}/${path}?${new URLSearchParams(params).toString()}`,
    );
  return { api, ask };
}

/** A Nominatim server of one answer. */
async function geocoder(t: test.TestContext, answer: (q: IncomingMessage, a: ServerResponse) => void) {
  const asked: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/nominatim` };
}

test('coordinates are read as people write them', () => {
  for (const [text, lat, lng] of [
    ['48.1, 11.5', 48.1, 11.5],
    ['48.1 11.5', 48.1, 11.5],
    ['-33.9,151.2', -33.9, 151.2],
    ['48°8′N 11°30′E', 48.133333, 11.5],
    ['48° 8\' 6" N, 11° 30\' 0" E', 48.135, 11.5],
    ['N48.1 W11.5', 48.1, -11.5],
    ['11.5E 48.1N', 48.1, 11.5],
    ['33.9 S, 18.4 E', -33.9, 18.4],
    ['(48.1; 11.5)', 48.1, 11.5],
    ['−33.9, −70.5', -33.9, -70.5],
  ] as const)
    assert.deepEqual(readCoordinates(text), { lat, lng }, text);
  for (const text of ['Austin', '48.1', '48.1N 11.5N', '48°61′N 11°E', '1, 2, 3', '12 Main Street', ''])
    assert.equal(readCoordinates(text), null, text);
  for (const text of ['95, 11', '11.5, 190', '91°N 11°E'])
    assert.throws(() => readCoordinates(text), /no place on earth/, text);
});

test('[ROUTE-13] [DATA-02] a name finds one place as GeoJSON; coordinates find theirs; places have names', async (t) => {
  const { ask } = await startWith(t);
  const munich = await ask('search', { q: 'Munich', format: 'geojson', limit: '1' });
  assert.equal(munich.body.attribution, 'GeoNames (CC BY 4.0)');
  assert.equal(munich.body.features.length, 1);
  const [feature] = munich.body.features;
  assert.equal(feature?.properties.display_name, 'Munich, Bavaria, Germany');
  assert.deepEqual(feature?.center, feature?.geometry.coordinates);
  assert.deepEqual(feature?.center.map(Math.round), [12, 48]);
  assert.equal((await ask('search', { q: 'xqzzy' })).body.features.length, 0);
  assert.equal(
    (await ask('search', { q: 'Bø' })).body.features[0]?.properties.name,
    'Bo',
    'whole names only',
  );
  assert.equal((await ask('search', { q: 'spring', limit: '10' })).body.features.length, 10);

  const typed = (await ask('search', { q: '48.1, 11.5' })).body.features[0]!;
  assert.deepEqual(typed.center, [11.5, 48.1]);
  assert.match(typed.properties.display_name, /^48\.1, 11\.5 \(.+, Bavaria, Germany\)$/);
  const ocean = (await ask('search', { q: '0, -150' })).body.features[0]!;
  assert.deepEqual([ocean.properties.name, ocean.properties.locality], ['0, -150', '']);

  const park = (await ask('reverse', { lat: '40.7829', lon: '-73.9654' })).body.features[0]!;
  assert.equal(park.properties.display_name, 'New York City, New York, United States');
  assert.deepEqual([park.properties.region, park.properties.geoname_id], ['NY', 5128581]);
  assert.deepEqual((await ask('reverse', { lat: '0', lon: '-150' })).body.features, []);

  const wrong = await ask('search', { q: '95, 11' });
  assert.equal(wrong.status, 400);
  assert.match(wrong.body.error_description, /no place on earth/);
  for (const params of [{ lat: '91', lon: '0' }, { lat: '1' }, { lat: 'a', lon: 'b' }] as Record<
    string,
    string
  >[])
    assert.equal((await ask('reverse', params)).status, 400);
  for (const params of [{ q: '' }, { q: 'x', limit: '11' }, { q: 'x'.repeat(201) }] as Record<
    string,
    string
  >[])
    assert.equal((await ask('search', params)).status, 400);
});

test('[ROUTE-13] a configured geocoder is asked politely, and once for each question', async (t) => {
  const { asked, url } = await geocoder(t, (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify({
        type: 'FeatureCollection',
        licence: 'Data of a test',
        features: [
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [-97.77, 30.26] },
            properties: {
              display_name: 'Barton Springs Road, Austin, Texas, United States',
              name: 'Barton Springs Road',
              address: { city: 'Austin', state: 'Texas', country_code: 'us' },
            },
          },
          {
            type: 'Feature',
            geometry: { type: 'Point', coordinates: [999, 0] },
            properties: { display_name: 'no' },
          },
        ],
      }),
    );
  });
  const { ask } = await startWith(t, { GEOCODER_URL: url, GEOCODER_PER_SECOND: '100' });
  for (let time = 0; time < 2; time++) {
    const { body } = await ask('search', { q: 'Barton Springs Road', limit: '2' });
    assert.equal(body.attribution, 'Data of a test');
    assert.equal(body.features.length, 1);
    assert.deepEqual(body.features[0]?.center, [-97.77, 30.26]);
    assert.equal(body.features[0].properties.locality, 'Austin');
    assert.equal(body.features[0].properties.country, 'US');
  }
  assert.equal(asked.length, 1, 'the second answer was kept');
  const question = new URL(asked[0]!.url!, url);
  assert.equal(question.pathname, '/nominatim/search');
  assert.deepEqual(
    ['q', 'format', 'limit'].map((name) => question.searchParams.get(name)),
    ['Barton Springs Road', 'geojson', '2'],
  );
  assert.match(asked[0]!.headers['user-agent'] ?? '', /^Waymark\/\S+ \(http/);
  await ask('search', { q: '30.26, -97.77' });
  assert.equal(asked.length, 1, 'coordinates need nobody');
  const name = await ask('reverse', { lat: '30.26', lon: '-97.77' });
  assert.match(asked[1]!.url!, /^\/nominatim\/reverse\?lat=30\.26000&lon=-97\.77000/);
  assert.equal(name.body.features[0]?.properties.name, 'Barton Springs Road');
});

test('[ROUTE-13] a geocoder that fails is only logged: cities of our own answer, and it is asked again', async (t) => {
  const failures: ((response: ServerResponse) => void)[] = [
    (response) => response.writeHead(500).end('no'),
    (response) => response.end('<html>a page in its place</html>'),
    (response) => response.end(JSON.stringify({ features: [{ geometry: null }] })),
    (response) => response.destroy(),
    (response) => response.end(JSON.stringify({ type: 'FeatureCollection', features: [] })),
  ];
  const { asked, url } = await geocoder(t, (_request, response) => failures[asked.length - 1]!(response));
  const { api, ask } = await startWith(t, {
    GEOCODER_URL: url,
    GEOCODER_PER_SECOND: '100',
    LOG_LEVEL: 'silent',
  });
  const warned: unknown[] = [];
  api.context.log.warn = (...line: unknown[]) => void warned.push(line.at(-1));
  for (const [time] of failures.entries()) {
    const { status, body } = await ask('search', { q: 'Munich' });
    assert.equal(status, 200);
    assert.equal(body.features[0]?.properties.name, 'Munich');
    assert.equal(body.attribution, 'GeoNames (CC BY 4.0)');
    assert.equal(asked.length, time + 1);
  }
  assert.equal(warned.filter((line) => String(line).includes('geocoder failed')).length, 4);
});

test('a geocoder is asked no faster than its operators allow: cities of our own are found meanwhile', async (t) => {
  const { asked, url } = await geocoder(t, (_request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ type: 'FeatureCollection', features: [] }));
  });
  // The second question would wait for ten seconds.
  const { ask } = await startWith(t, { GEOCODER_URL: url, GEOCODER_PER_SECOND: '0.1' });
  for (const q of ['Austin', 'Zurich', 'Lima']) assert.equal((await ask('search', { q })).status, 200);
  assert.equal(asked.length, 1);
});
