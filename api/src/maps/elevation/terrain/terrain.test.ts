import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { VectorTile } from '@mapbox/vector-tile';
import { StartupSettings } from '@waymark/api-contract';
import { METERS_PER_FOOT } from '@waymark/units';
import { PbfReader } from 'pbf';
import { sharp } from '../../../kernel/images/restricted-sharp.ts';
import { readEnv } from '../../../kernel/server/env.ts';
import { encodeTile } from '../../map-tiles/encode.ts';
import { EXTENT, latitudeAt, type Tile } from '../../map-tiles/grid.ts';
import { settingsOf } from '../../../platform/settings.ts';
import { startTestApi, type TestApi } from '../../../testing/api.ts';
import { contoursIn } from './contours.ts';
import { MARGIN, readHeightGrid, SIDE, TILE_PIXELS } from './height-grid.ts';
import { HgtTerrain, thinSamples } from './hgt-terrain.ts';
import { shadeGrid } from './shading.ts';

const METERS_PER_DEGREE = 111_194.93;
/** A cone in the middle of a degree. It stands in the sea. */
const CONE = { lat: 46.5, lng: 11.5, height: 3000, slope: 0.3 };
const SAMPLES = 1201;

const metersFromCone = (lat: number, lng: number): number =>
  Math.hypot(lat - CONE.lat, (lng - CONE.lng) * Math.cos((lat * Math.PI) / 180)) * METERS_PER_DEGREE;
const coneHeight = (lat: number, lng: number): number =>
  Math.max(0, CONE.height - CONE.slope * metersFromCone(lat, lng));

function hgtFile(south: number, west: number, n: number, heightAt: (lat: number, lng: number) => number) {
  const bytes = Buffer.alloc(n * n * 2);
  for (let row = 0; row < n; row++)
    for (let column = 0; column < n; column++)
      bytes.writeInt16BE(
        Math.round(heightAt(south + 1 - row / (n - 1), west + column / (n - 1))),
        (row * n + column) * 2,
      );
  return bytes;
}

/** A folder of HGT files by their names. */
function hgtFolder(t: test.TestContext, files: Readonly<Record<string, Buffer>>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-terrain-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, bytes] of Object.entries(files)) writeFileSync(path.join(folder, `${name}.hgt`), bytes);
  return folder;
}

const tileAt = (z: number, lat = CONE.lat, lng = CONE.lng): Tile => ({
  z,
  x: Math.floor(((lng + 180) / 360) * 2 ** z),
  y: Math.floor((0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI)) * 2 ** z),
});
/** Where a place lies on a tile, 0 to 1 from its north-west. */
const placeOn = ({ z, x, y }: Tile, lat: number, lng: number): [number, number] => [
  ((lng + 180) / 360) * 2 ** z - x,
  (0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI)) * 2 ** z - y,
];
const shading = ({ z, x, y }: Tile) => `/services/elevation/shading/${z}/${x}/${y}.webp`;
const contours = ({ z, x, y }: Tile) => `/services/elevation/contours/${z}/${x}/${y}.pbf`;

/** Knows the cone. */
let api: TestApi;
let coneFolder: string;
before(async () => {
  coneFolder = mkdtempSync(path.join(tmpdir(), 'waymark-terrain-'));
  writeFileSync(path.join(coneFolder, 'N46E011.hgt'), hgtFile(46, 11, SAMPLES, coneHeight));
  api = await startTestApi({ env: { ELEVATION_HGT: coneFolder } });
});
after(async () => {
  await api.stop();
  rmSync(coneFolder, { recursive: true });
});

/** Grey and alpha of a place on a picture. */
async function pixelsOf(api: TestApi, tile: Tile) {
  const answer = await fetch(api.url + shading(tile));
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'image/webp');
  const { data, info } = await sharp(Buffer.from(await answer.arrayBuffer()))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.deepEqual([info.width, info.height, info.channels], [TILE_PIXELS, TILE_PIXELS, 4]);
  return (column: number, row: number) => {
    const at = (row * TILE_PIXELS + column) * 4;
    return { grey: data[at]!, alpha: data[at + 3]! };
  };
}

async function linesOf(api: TestApi, tile: Tile, query = '') {
  const answer = await fetch(api.url + contours(tile) + query);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/x-protobuf');
  const layer = new VectorTile(new PbfReader(new Uint8Array(await answer.arrayBuffer()))).layers['contours']!;
  assert.equal(layer.extent, EXTENT);
  return Array.from({ length: layer.length }, (_, i) => {
    const feature = layer.feature(i);
    const { properties, type } = feature;
    assert.equal(type, 2, 'lines');
    return {
      height: Number(properties['height']),
      major: Number(properties['major']),
      points: feature
        .loadGeometry()
        .flat()
        .map(({ x, y }): [lat: number, lng: number] => [
          latitudeAt(tile.y + y / EXTENT, 2 ** tile.z),
          ((tile.x + x / EXTENT) / 2 ** tile.z) * 360 - 180,
        ]),
    };
  });
}

test('[ROUTE-10] slopes to the north-west are light, those to the south-east dark, the sea is clear', async () => {
  const tile = tileAt(10);
  const pixel = await pixelsOf(api, tile);
  const at = (lat: number, lng: number) => {
    const [x, y] = placeOn(tile, lat, lng);
    return pixel(Math.floor(x * TILE_PIXELS), Math.floor(y * TILE_PIXELS));
  };
  const [north, east] = [0.03, 0.03 / Math.cos((CONE.lat * Math.PI) / 180)];
  const lit = at(CONE.lat + north, CONE.lng - east);
  const dark = at(CONE.lat - north, CONE.lng + east);
  assert.ok(lit.grey > 200 && lit.alpha > 20, JSON.stringify(lit));
  assert.ok(dark.grey < 50 && dark.alpha > 20, JSON.stringify(dark));
  // Across the light a slope has what flat land has, and a little less for its steepness.
  for (const side of [1, -1]) {
    const across = at(CONE.lat + north * side, CONE.lng + east * side);
    assert.ok(across.alpha < dark.alpha / 2, JSON.stringify(across));
  }
  assert.equal(at(CONE.lat, CONE.lng + 0.2).alpha, 0, 'the sea');
});

test('[ROUTE-10] tiles of terrain agree along their borders, also where two files meet', async (t) => {
  const ridge = (lat: number, lng: number) => 800 + 400 * Math.sin(lat * 60) * Math.cos(lng * 45);
  const source = new HgtTerrain(
    hgtFolder(t, { N46E011: hgtFile(46, 11, 241, ridge), N46E012: hgtFile(46, 12, 241, ridge) }),
  );
  // The thirteenth has samples to spread, the eighth far more than it shows.
  for (const tile of [tileAt(13, 46.5, 11.999), tileAt(8, 46.5, 11.9)]) {
    const right = { ...tile, x: tile.x + 1 };
    const [here, there] = [(await readHeightGrid(tile, [source]))!, (await readHeightGrid(right, [source]))!];
    for (let row = 0; row < SIDE; row++)
      for (let column = 0; column < 2 * MARGIN; column++) {
        const [a, b] = [
          here.heights[row * SIDE + TILE_PIXELS + column]!,
          there.heights[row * SIDE + column]!,
        ];
        assert.ok(Math.abs(a - b) < 0.01 || (Number.isNaN(a) && Number.isNaN(b)), `${a} and ${b}`);
      }
    const [left, next] = [shadeGrid(here), shadeGrid(there)];
    const tones = (pixels: Uint8Array, column: number) =>
      Array.from({ length: TILE_PIXELS }, (_, row) => {
        const at = (row * TILE_PIXELS + column) * 2;
        return (pixels[at] === 0 ? -1 : 1) * pixels[at + 1]!;
      });
    const step = (a: readonly number[], b: readonly number[]) =>
      Math.max(...a.map((value, i) => Math.abs(value - b[i]!)));
    const within = Math.max(...[1, 2, 3].map((column) => step(tones(next, column - 1), tones(next, column))));
    assert.ok(step(tones(left, TILE_PIXELS - 1), tones(next, 0)) <= within + 6);
  }
});

test('[ROUTE-10] contour lines lie where the land has their height, every fifth is a major one', async () => {
  for (const [z, interval] of [
    [10, 100],
    [11, 50],
    [12, 20],
    [14, 10],
  ] as const) {
    const tile = tileAt(z, CONE.lat + 0.02, CONE.lng + 0.02);
    const lines = await linesOf(api, tile);
    assert.ok(lines.length > 4, `${lines.length} lines at zoom ${z}`);
    const heights = lines.map(({ height }) => height).toSorted((a, b) => a - b);
    for (const [i, height] of heights.entries()) assert.equal(height - heights[0]!, i * interval);
    const halfUnit = (METERS_PER_DEGREE * 360) / 2 ** z / EXTENT / 2;
    for (const { height, major, points } of lines) {
      assert.equal(major, height % (5 * interval) === 0 ? 1 : 0);
      for (const [lat, lng] of points) {
        const away = Math.abs(metersFromCone(lat, lng) - (CONE.height - height) / CONE.slope);
        // Samples are whole metres, and the tip is rounded.
        assert.ok(
          away < 12 + halfUnit || metersFromCone(lat, lng) < 300,
          `${height} m at zoom ${z}: ${away} m off`,
        );
      }
    }
  }
  const tile = tileAt(12, CONE.lat + 0.02, CONE.lng + 0.02);
  for (const { height, major, points } of await linesOf(api, tile, '?units=imperial')) {
    assert.equal(height % 80, 0);
    assert.equal(major, height % 400 === 0 ? 1 : 0);
    for (const [lat, lng] of points) {
      const meters = CONE.height - metersFromCone(lat, lng) * CONE.slope;
      assert.ok(Math.abs(meters - height * METERS_PER_FOOT) < 6, `${height} ft is at ${meters} m`);
    }
  }
});

test('[ROUTE-10] a contour line goes on in the next tile where it leaves the one before', async () => {
  const tile = tileAt(13, CONE.lat + 0.02, CONE.lng + 0.02);
  const edge = ((tile.x + 1) / 2 ** tile.z) * 360 - 180;
  /** Latitudes at which a line of each height crosses the border. */
  const crossings = (lines: Awaited<ReturnType<typeof linesOf>>) =>
    new Map(
      lines.map(({ height, points }) => [
        height,
        points.flatMap(([lat, lng], i) => {
          const [beforeLat, beforeLng] = points[i - 1] ?? [lat, lng];
          if (beforeLng < edge === lng < edge) return [];
          return [beforeLat + ((edge - beforeLng) / (lng - beforeLng)) * (lat - beforeLat)];
        }),
      ]),
    );
  const here = crossings(await linesOf(api, tile));
  const there = crossings(await linesOf(api, { ...tile, x: tile.x + 1 }));
  let compared = 0;
  for (const [height, latitudes] of here)
    for (const latitude of latitudes) {
      const others = there.get(height)!;
      const gap = Math.min(...others.map((other) => Math.abs(other - latitude))) * METERS_PER_DEGREE;
      assert.ok(gap < 8, `the line of ${height} m has a gap of ${gap} m`);
      compared++;
    }
  assert.ok(compared > 5);
});

test('[ROUTE-10] what is not measured is neither shaded nor lined', async (t) => {
  const half = hgtFile(46, 11, 301, (_, lng) => (lng > 11.5 ? -32_768 : 500 + 1000 * (lng - 11)));
  const source = new HgtTerrain(hgtFolder(t, { N46E011: half }));
  const tile = tileAt(12);
  const grid = (await readHeightGrid(tile, [source]))!;
  const pixels = shadeGrid(grid);
  const [x] = placeOn(tile, CONE.lat, 11.5);
  for (let row = 0; row < TILE_PIXELS; row++) {
    assert.equal(pixels[(row * TILE_PIXELS + Math.ceil(x * TILE_PIXELS)) * 2 + 1], 0);
    assert.ok(pixels[row * TILE_PIXELS * 2 + 1]! > 0);
  }
  const parts = contoursIn(grid, 'metric').flatMap((feature) => feature.parts);
  assert.ok(parts.length > 1);
  for (const part of parts)
    for (let i = 0; i < part.length; i += 2)
      assert.ok(part[i]! / EXTENT < x + 1e-3, 'no line along the border of what is known');
  assert.equal(await readHeightGrid(tileAt(12, 10, 10), [source]), null);
});

test('[ROUTE-10] a bump of one measurement is no hill, and land below the sea has lines too', async (t) => {
  const bump = (height: number) => (lat: number, lng: number) =>
    Math.round(lat * 1200) === 46.5 * 1200 && Math.round(lng * 1200) === 11.5 * 1200 ? height : 1017;
  const heightsFor = async (heightAt: (lat: number, lng: number) => number) => {
    const folder = hgtFolder(t, { N46E011: hgtFile(46, 11, SAMPLES, heightAt) });
    const features = contoursIn((await readHeightGrid(tileAt(12), [new HgtTerrain(folder)]))!, 'metric');
    const { layers } = new VectorTile(new PbfReader(encodeTile({ contours: features }) ?? new Uint8Array()));
    return features.map((_, i) => layers['contours']!.feature(i).properties['height']);
  };
  assert.deepEqual(await heightsFor(bump(1025)), []);
  assert.deepEqual(await heightsFor(bump(1090)), [1020, 1040]);
  const slope = (_: number, lng: number) => 1200 * (lng - 11.47);
  assert.deepEqual(await heightsFor(slope), [-40, -20, 20, 40]);
});

test('a file is thinned to means, its border to those of the border alone, without what is missing', () => {
  const n = 9;
  const plane = Int16Array.from({ length: n * n }, (_, i) => (i % n) * 10 + Math.floor(i / n));
  const thin = thinSamples({ data: plane, n }, 4);
  assert.deepEqual([...thin.data], [0, 40, 80, 4, 44, 84, 8, 48, 88]);
  plane[4 * n + 4] = -32_768;
  assert.equal(Math.round(thinSamples({ data: plane, n }, 4).data[4]!), 44);
  assert.equal(thinSamples({ data: new Int16Array(n * n).fill(-32_768), n }, 4).data[4], -32_768);
});

test('[ROUTE-10] tiles of terrain are there for anyone, may be kept for long, and wrong addresses are refused', async () => {
  for (const address of [shading(tileAt(12)), contours(tileAt(12))]) {
    const answer = await fetch(api.url + address);
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('cache-control')!, /^public, max-age=604800\b/);
    const headers = { 'if-none-match': answer.headers.get('etag')! };
    assert.equal((await fetch(api.url + address, { headers })).status, 304);
  }
  for (const nothing of [
    shading(tileAt(12, 10, 10)),
    contours(tileAt(12, 10, 10)),
    contours(tileAt(8)),
    shading({ z: 7, x: 0, y: 0 }),
  ]) {
    const answer = await fetch(api.url + nothing);
    assert.equal(answer.status, 204, nothing);
    assert.match(answer.headers.get('cache-control')!, /^public, max-age=3600\b/);
  }
  for (const wrong of [
    '6/0/0',
    '16/0/0',
    '12/4096/0',
    '12/0/4096',
    '12/-1/0',
    '12/1.5/0',
    '12/a/0',
    '1e1/0/0x',
  ]) {
    for (const name of [`shading/${wrong}.webp`, `contours/${wrong}.pbf`]) {
      const { status, body } = await api.call<{ error: string }>('GET', `/services/elevation/${name}`);
      assert.equal(status, 400, name);
      assert.equal(body.error, 'validation_error');
    }
  }
  const { status } = await api.call('GET', `${contours(tileAt(12))}?units=fathoms`);
  assert.equal(status, 400);
});

test('[ROUTE-10] without heights there are no tiles of terrain', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  for (const address of [shading(tileAt(12)), contours(tileAt(12))])
    assert.equal((await fetch(api.url + address)).status, 204);
});

test('[ROUTE-10] heights come from a server of Terrarium tiles too, one that fails is asked again', async (t) => {
  let isDown = true;
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    if (isDown) return void response.writeHead(500).end();
    const [z, x] = request.url!.split('/').slice(1).map(Number) as [number, number];
    // As high as the longitude says, and sea floor west of the tile.
    const rgb = Buffer.alloc(TILE_PIXELS * TILE_PIXELS * 3);
    for (let i = 0; i < TILE_PIXELS * TILE_PIXELS; i++) {
      const meters = x < tileAt(z).x ? -900 : 200 + 4 * (i % TILE_PIXELS);
      rgb.set([(meters + 32_768) >> 8, (meters + 32_768) & 255, 0], i * 3);
    }
    void sharp(rgb, { raw: { width: TILE_PIXELS, height: TILE_PIXELS, channels: 3 } })
      .png()
      .toBuffer()
      .then((png) => response.end(png));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/{z}/{x}/{y}.png`;
  const api = await startTestApi({ env: { ELEVATION_TERRARIUM_URL: url, LOG_LEVEL: 'silent' } });
  t.after(() => api.stop());
  assert.equal((await api.call('GET', shading(tileAt(12)))).status, 503);
  isDown = false;
  const lines = await linesOf(api, tileAt(12));
  assert.deepEqual(
    lines.map(({ height }) => height).filter((height) => height % 100 === 0),
    [100, 200, 300, 400, 500, 600, 700, 800, 900, 1000, 1100, 1200],
  );
  assert.equal((await pixelsOf(api, tileAt(12)))(128, 128).grey, 255, 'it rises to the east');
  assert.ok(asked.every((address) => address.startsWith('/12/')));
  await linesOf(api, tileAt(14));
  assert.ok(asked.some((address) => address.startsWith('/13/')));
  assert.ok(asked.every((address) => !address.startsWith('/14/')));
});

test('[ROUTE-10] Terrain is offered where heights are configured, unless the operator has one of their own', () => {
  const sourcesOf = (env: Record<string, string>) => {
    const settings = settingsOf(readEnv(env), { country: null, webp: false });
    assert.deepEqual(StartupSettings.parse(settings), settings);
    return settings.appConfig.mapSources;
  };
  const types = (env: Record<string, string>) => sourcesOf(env).map(({ type }) => type);
  assert.deepEqual(types({}), ['roadmap']);
  assert.deepEqual(types({ ELEVATION_URL: 'http://127.0.0.1:1' }), ['roadmap'], 'it knows lines only');
  assert.deepEqual(types({ ROUTING_DEMO: 'true' }), ['roadmap', 'terrain']);
  const [roadmap, terrain] = sourcesOf({ ELEVATION_HGT: '/heights', ELEVATION_ATTRIBUTION: ' SRTM (NASA) ' });
  assert.equal(roadmap!.relief, undefined);
  assert.deepEqual(terrain, {
    ...roadmap,
    type: 'terrain',
    attribution: `${roadmap!.attribution} · SRTM (NASA)`,
    relief: {
      shading: '/services/elevation/shading/{z}/{x}/{y}.webp',
      contours: '/services/elevation/contours/{z}/{x}/{y}.pbf',
    },
  });
  const own = sourcesOf({
    ELEVATION_TERRARIUM_URL: 'https://heights.example/{z}/{x}/{y}',
    MAP_SOURCES: 'osm,opentopomap',
  });
  assert.deepEqual(
    own.map(({ type, relief }) => [type, relief]),
    [
      ['roadmap', undefined],
      ['terrain', undefined],
    ],
  );
  assert.throws(
    () =>
      sourcesOf({
        MAP_SOURCES: JSON.stringify([{ ...terrain, relief: { shading: '/a', contours: '/b' } }]),
      }),
    /relief/,
  );
});
