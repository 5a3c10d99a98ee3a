import assert from 'node:assert/strict';
import test from 'node:test';
import { OFFLINE_BASEMAP, StartupSettings } from '@waymark/api-contract';
import { readEnv } from '../kernel/server/env.ts';
import { settingsOf } from './settings.ts';

const OSM = {
  type: 'OSM',
  kind: 'raster',
  url: 'https://tiles.example/{z}/{x}/{y}.png',
  maxZoom: 19,
  attribution: '© OpenStreetMap contributors',
};
const sourcesOf = (sources: unknown) =>
  settingsOf(readEnv({ MAP_SOURCES: typeof sources === 'string' ? sources : JSON.stringify(sources) }), {
    country: null,
    webp: false,
  });

test('[ROUTE-10] each map type has a configured source; the road map that comes along is there without one', () => {
  assert.deepEqual(sourcesOf('').appConfig.mapSources, [OFFLINE_BASEMAP]);
  const settings = sourcesOf([OSM]);
  assert.deepEqual(settings.appConfig.mapSources, [OFFLINE_BASEMAP, OSM]);
  assert.deepEqual(StartupSettings.parse(settings), settings);
  const own = { ...OSM, type: 'roadmap', url: '/streets/{z}/{x}/{y}.pbf', kind: 'vector' };
  assert.deepEqual(sourcesOf([OSM, own]).appConfig.mapSources, [OSM, own]);
});

test('[ROUTE-10] public services are chosen by their names', () => {
  const { mapSources } = sourcesOf('osm, opentopomap').appConfig;
  assert.deepEqual(
    mapSources.map(({ type, kind }) => [type, kind]),
    [
      ['roadmap', 'raster'],
      ['terrain', 'raster'],
    ],
  );
  const all = sourcesOf('osm,cyclosm,opentopomap,usgs-topo,usgs-imagery').appConfig.mapSources;
  assert.equal(new Set(all.map(({ type }) => type)).size, 5);
  assert.deepEqual(sourcesOf('opentopomap').appConfig.mapSources[0], OFFLINE_BASEMAP);
  assert.throws(() => sourcesOf('osm,toString'), /knows no “toString”\. The names are osm, carto, cyclosm/);
});

test('[ROUTE-10] pictures of the dark scheme have an address of their own where a service has them', () => {
  const dark = { ...OSM, darkUrl: 'https://tiles.example/dark/{z}/{x}/{y}.png' };
  const settings = sourcesOf([dark]);
  assert.deepEqual(settings.appConfig.mapSources[1], dark);
  assert.deepEqual(StartupSettings.parse(settings), settings);
  const [carto] = sourcesOf('carto').appConfig.mapSources;
  assert.match(carto!.darkUrl!, /dark_all\/\{z\}\/\{x\}\/\{y\}/);
  for (const { darkUrl } of sourcesOf('osm,cyclosm,opentopomap,usgs-topo,usgs-imagery').appConfig.mapSources)
    assert.equal(darkUrl, undefined);
  assert.throws(() => sourcesOf('osm,carto'), /has two sources of type roadmap/);
});

test('a source that cannot work is named at the start, with what is wrong about it', () => {
  const wrong: [unknown, RegExp][] = [
    ['https://tiles.example', /MAP_SOURCES: is not JSON\. Write a list like \[\{"type"/],
    [OSM, /MAP_SOURCES: .*Write a list like/],
    [[OSM, { ...OSM, type: 'moon' }], /source 2, type: /],
    [[{ ...OSM, kind: 'picture' }], /source 1, kind: /],
    [[{ ...OSM, url: 'https://tiles.example/{z}/{x}.png' }], /source 1, url: lacks \{y\}\./],
    [[{ ...OSM, url: 'https://{s}.tiles.example/{z}/{x}/{y}.png' }], /source 1, url: may hold \{z\}/],
    [[{ ...OSM, url: 'tiles.example/{z}/{x}/{y}.png' }], /source 1, url: begins with https/],
    [[{ ...OSM, url: '//tiles.example/{z}/{x}/{y}.png' }], /source 1, url: begins with https/],
    [[{ ...OSM, url: 'javascript:{z}/{x}/{y}' }], /source 1, url: begins with https/],
    [[{ ...OSM, darkUrl: 'https://tiles.example/dark.png' }], /source 1, darkUrl: lacks \{z\}/],
    [[{ ...OSM, kind: 'vector', darkUrl: OSM.url }], /source 1, darkUrl: is for pictures/],
    [[{ ...OSM, attribution: ' ' }], /source 1, attribution: is empty/],
    [[{ ...OSM, maxZoom: 99 }], /source 1, maxZoom: /],
    [[{ ...OSM, key: 'x' }], /source 1: .*key/],
    [[OSM, OSM], /has two sources of type OSM/],
  ];
  for (const [sources, message] of wrong) assert.throws(() => sourcesOf(sources), message);
});
