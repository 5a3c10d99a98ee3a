import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { Partner, type StartupSettings } from '@waymark/api-contract';
import { startTestApi } from '../../testing/api.ts';
import { readPartners } from './partners.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'waymark-partners-'));
after(() => rmSync(folder, { recursive: true }));
let files = 0;
function written(content: unknown): string {
  const file = path.join(folder, `partners-${++files}.json`);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const HOUSE = { id: 'north', name: 'Harbour North', address: '1 Pier', lat: 54.35, lng: 18.65 };
const HOTEL = {
  code: 'harbour',
  name: 'Harbour Hotels',
  radius: 5000,
  support_link: 'https://harbour.example/help',
  origins: ['https://app.harbour.example'],
  locations: [HOUSE],
};

test('[PLAT-11] [ROUTE-15] a configured partner has its houses, and the settings say who frames it', async (t) => {
  const api = await startTestApi({ env: { PARTNERS_FILE: written([HOTEL]) } });
  t.after(() => api.stop());
  const { body } = await api.call<Partner>('GET', '/services/main/v7.1/partner/harbour/');
  const { origins, ...shown } = HOTEL;
  assert.deepEqual(body, shown);
  assert.deepEqual(Partner.parse(body), body);
  const settings = await api.call<StartupSettings>('GET', '/platform/settings');
  assert.deepEqual(settings.body.appConfig.partners, [{ code: 'harbour', name: HOTEL.name, origins }]);
  for (const code of ['wayside', 'HARBOUR', '..'])
    assert.equal(
      (await api.call('GET', `/services/main/v7.1/partner/${encodeURIComponent(code)}/`)).status,
      404,
      code,
    );
});

test('[ROUTE-15] the demo has a partner with houses in the demo town', async (t) => {
  const api = await startTestApi({ env: { DEMO: 'true' } });
  t.after(() => api.stop());
  const { body } = await api.call<Partner>('GET', '/services/main/v7.1/partner/wayside/');
  assert.deepEqual(Partner.parse(body), body);
  assert.equal(body.locations.length, 2);
  const { body: coverage } = await api.call<{ regions: { demo: boolean; bounds: number[] }[] }>(
    'GET',
    '/services/routing/coverage',
  );
  const [west, south, east, north] = coverage.regions.find(({ demo }) => demo)!.bounds as [
    number,
    number,
    number,
    number,
  ];
  for (const { lat, lng } of body.locations)
    assert.ok(lat > south && lat < north && lng > west && lng < east);
});

test('[PLAT-11] a file with mistakes stops the start and says which', async () => {
  const wrong: [unknown, RegExp][] = [
    ['[', /partners-\d+\.json is not JSON/],
    [HOTEL, /is no list of partners\. .*expected array/],
    [[{ ...HOTEL, code: 'Harbour' }], /partner 1, code: A partner code has small letters/],
    [[HOTEL, { ...HOTEL, radius: 5 }], /partner 2, radius: is in metres: at least 100/],
    [[{ ...HOTEL, support_link: 'help' }], /partner 1, support_link: begins with https/],
    [[{ ...HOTEL, support_link: 'javascript:alert(1)' }], /partner 1, support_link: begins with https/],
    [[{ ...HOTEL, origins: ['https://app.harbour.example/path'] }], /partner 1, origins, 0: is an origin/],
    [[{ ...HOTEL, origins: ['*'] }], /partner 1, origins, 0: is an origin/],
    [
      [{ ...HOTEL, origins: ["https://a.example; script-src 'unsafe-inline'"] }],
      /partner 1, origins, 0: is an origin/,
    ],
    [[{ ...HOTEL, origins: ['http://app.harbour.example'] }], /partner 1, origins, 0: is an origin/],
    [[{ ...HOTEL, locations: [] }], /partner 1, locations: names no house/],
    [[{ ...HOTEL, locations: [HOUSE, HOUSE] }], /two houses with the id north/],
    [[{ ...HOTEL, locations: [{ ...HOUSE, lat: 91 }] }], /partner 1, locations, 0, lat: /],
    [[{ ...HOTEL, house: 1 }], /partner 1: .*house/],
    [[HOTEL, HOTEL], /two partners with the code harbour/],
  ];
  for (const [content, message] of wrong) assert.throws(() => readPartners(written(content)), message);
  assert.throws(() => readPartners(path.join(folder, 'none.json')), /none\.json cannot be read/);
  await assert.rejects(
    startTestApi({ env: { PARTNERS_FILE: written([{ ...HOTEL, name: '' }]) } }),
    /partner 1, name: is empty/,
  );
});
