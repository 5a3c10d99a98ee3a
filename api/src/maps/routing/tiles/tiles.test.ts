import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { VectorTile } from '@mapbox/vector-tile';
import Flatbush from 'flatbush';
import { PbfReader } from 'pbf';
import { startTestApi } from '../../../testing/api.ts';
import { demoTownExtract } from '../../demo-town.ts';
import { buildGraph } from '../graph/build.ts';
import { readExtract } from '../../osm/extract.ts';
import { packGraph, unpackGraph } from '../graph/graph.ts';
import { graphOf } from '../graph/testing.ts';
import { joinRings } from '../../osm/land.ts';
import { writeExtract } from '../../osm/write-extract.ts';
import { clipLine, clipRing } from '../../map-tiles/clip.ts';
import { BUFFER, EXTENT } from '../../map-tiles/grid.ts';
import { TileCache } from './tile-cache.ts';
import { makeTile } from './tile.ts';

const read = (bytes: Uint8Array) => new VectorTile(new PbfReader(bytes));
/** The tile of the middle of the demo town. */
const tileAt = (z: number, lat = 0.5, lng = -150) => ({
  z,
  x: Math.floor(((lng + 180) / 360) * 2 ** z),
  y: Math.floor((0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI)) * 2 ** z),
});

async function town(demo = true) {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-tiles-'));
  try {
    const file = path.join(folder, 'town.osm.pbf');
    writeFileSync(file, demoTownExtract());
    return buildGraph(await readExtract(file), { name: 'Demo town', attribution: '', demo });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('[ROUTE-12] roads of the imported regions are there as map tiles, for anyone and as often as a map asks', async (t) => {
  const api = await startTestApi({ env: { ROUTING_DEMO: 'true', RATE_LIMITS: 'true' } });
  t.after(() => api.stop());
  const { z, x, y } = tileAt(14);
  const address = `${api.url}/services/routing/tiles/${z}/${x}/${y}.pbf`;
  const answer = await fetch(address);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/x-protobuf');
  assert.equal(answer.headers.get('content-encoding'), 'gzip');
  assert.match(answer.headers.get('cache-control') ?? '', /^public, max-age=\d+/);
  const tile = read(new Uint8Array(await answer.arrayBuffer()));
  assert.ok(tile.layers['roads']!.length > 5);

  const etag = answer.headers.get('etag')!;
  assert.equal((await fetch(address, { headers: { 'if-none-match': etag } })).status, 304);
  const plain = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.deepEqual(
    read(new Uint8Array(await plain.arrayBuffer())).layers['roads']!.length,
    tile.layers['roads']!.length,
  );

  const credits = await fetch(`${api.url}/services/routing/tiles/credits`);
  assert.deepEqual(
    ((await credits.json()) as { credits: { attribution: string; bounds: number[] }[] }).credits.map(
      ({ attribution, bounds }) => [attribution, bounds[0]! < -150 && bounds[2]! > -150],
    ),
    [['Invented by Waymark', true]],
    'the town is nobody else’s',
  );

  for (const where of ['14/0/0', '5/2/15', '15/2730/16338', '14/99999/0']) {
    const none = await fetch(`${api.url}/services/routing/tiles/${where}.pbf`);
    assert.equal(none.status, 204, where);
  }
  assert.equal((await fetch(`${api.url}/services/routing/tiles/14/a/0.pbf`)).status, 400);
  // More than any call that is limited takes in a minute.
  const url = `/services/routing/tiles/${z}/${x}/${y}.pbf`;
  for (let i = 0; i < 1300; i++)
    assert.equal((await api.app.inject({ url, headers: { 'if-none-match': etag } })).statusCode, 304);
});

test('[ROUTE-12] each zoom shows what one can tell apart on it, with classes and names', async () => {
  const graph = await town();
  const shown = (z: number) => {
    const { layers } = read(makeTile([graph], tileAt(z), [])!);
    const roads = layers['roads']!;
    const features = Array.from({ length: roads.length }, (_, i) => roads.feature(i));
    return {
      layers,
      features,
      classes: [...new Set(features.map(({ properties }) => String(properties['class'])))].toSorted((a, b) =>
        a.localeCompare(b),
      ),
    };
  };
  assert.deepEqual(shown(10).classes, ['major']);
  assert.deepEqual(shown(8).classes, ['major']);
  assert.deepEqual(shown(12).classes, ['major', 'minor', 'path', 'way']);
  const { features } = shown(13);
  assert.ok(features.some(({ properties }) => properties['name'] === '21st Street'));
  // A street is one feature, and its blocks one line: its name is written along it, not once for each block.
  const names = features.map(
    ({ properties }) => `${String(properties['class'])} ${String(properties['name'])}`,
  );
  assert.equal(new Set(names).size, names.length);
  for (const feature of features)
    for (const point of feature.loadGeometry().flat())
      for (const units of [point.x, point.y]) assert.ok(units >= -BUFFER && units <= EXTENT + BUFFER);
  const whole = read(makeTile([graph], tileAt(10), [{ name: 'Far away', lat: 40, lng: 0, population: 5 }])!);
  assert.equal(whole.layers['places']!.length, 1);
  assert.equal(whole.layers['places']!.feature(0).properties['name'], 'Demo town');
});

test('[ROUTE-12] land, woods, waters and parks lie below the roads, as areas that a map can fill', async () => {
  const graph = await town();
  const landAt = (z: number) => {
    const layer = read(makeTile([graph], tileAt(z), [])!).layers['land']!;
    return Array.from({ length: layer.length }, (_, i) => layer.feature(i));
  };
  const named = landAt(11).map(({ properties }) => String(properties['class']));
  assert.deepEqual([...new Set(named)], ['land', 'built', 'grass', 'wood', 'park', 'river']);
  assert.ok(landAt(8).some(({ properties }) => properties['name'] === 'Waymark Island'));
  const AREA = 3;
  for (const feature of landAt(12).filter(({ type }) => type === AREA)) {
    const { geometry } = feature.toGeoJSON(0, 0, 12);
    assert.equal(geometry.type, 'Polygon', 'outer rings go round the right way, and only once');
  }
  // What the roads do not reach is on the map all the same.
  const coast = makeTile([graph], tileAt(14, 0.5, -150.055), [])!;
  assert.equal(read(coast).layers['roads'], undefined);
  assert.ok(read(coast).layers['land']!.length > 0);
  const file = Buffer.concat([...packGraph(graph)]);
  assert.deepEqual(makeTile([unpackGraph(file)], tileAt(12), []), makeTile([graph], tileAt(12), []));
});

test('areas of several ways are joined at their ends; holes are cut, and what stays open is left out', () => {
  const rings = (...pieces: number[][]) =>
    joinRings(pieces.map((piece) => Int32Array.from(piece))).map((ring) => Array.from(ring));
  assert.deepEqual(rings([1, 2, 3, 1]), [[1, 2, 3, 1]]);
  const [joined, none] = rings([1, 2, 3], [5, 4, 3], [5, 6, 1]);
  assert.equal(none, undefined);
  assert.equal(joined!.length, 7);
  assert.equal(joined![0], joined!.at(-1));
  assert.deepEqual(new Set(joined), new Set([1, 2, 3, 4, 5, 6]));
  assert.deepEqual(rings([1, 2, 3], [3, 4, 5]), []);
  // A dead end takes nothing along, and rings that touch are two.
  assert.deepEqual(
    rings([9, 1], [1, 2, 3], [3, 4, 1]).map(({ length }) => length),
    [5],
  );
  assert.deepEqual(
    rings([1, 2, 3], [3, 4, 5], [5, 6, 3], [3, 7, 1]).map(({ length }) => length),
    [5, 5],
  );
  assert.equal(
    String(clipRing([-100, -100, 9000, -100, 9000, 9000, -100, 9000])),
    '-80,4176,-80,-80,4176,-80,4176,4176',
  );
  assert.deepEqual(clipRing([9000, 0, 9100, 0, 9100, 100]), []);
});

test('areas of hundreds of thousands of ways are joined in one go', { timeout: 20_000 }, () => {
  const around = 200_000;
  const ways = Array.from({ length: around }, (_, i) => Int32Array.of(i, (i + 1) % around));
  assert.deepEqual(
    joinRings(ways).map(({ length }) => length),
    [around + 1],
  );
  assert.deepEqual(joinRings(ways.slice(1)), []);
});

test('[ROUTE-12] a tile of a whole country is made of the largest areas: the router has other work', async () => {
  const graph = await town();
  const [count, points] = [900, 1000];
  const [lat, lng] = [new Int32Array(count * points), new Int32Array(count * points)];
  const index = new Flatbush(count);
  for (let i = 0; i < count; i++) {
    // Rings of growing size around the middle of the town.
    const radius = 0.1 + i / 1000;
    for (let p = 0; p < points; p++) {
      const angle = (p / (points - 1)) * 2 * Math.PI;
      lat[i * points + p] = Math.round((0.5 + radius * Math.sin(angle)) * 1e7);
      lng[i * points + p] = Math.round((-150 + radius * Math.cos(angle)) * 1e7);
    }
    index.add(-150 - radius, 0.5 - radius, -150 + radius, 0.5 + radius);
  }
  index.finish();
  const land = {
    kind: new Uint8Array(count),
    nameOf: new Uint32Array(count),
    fromZoom: Uint8Array.from({ length: count }, (_, i) => (i < 600 ? 6 : 5)),
    firstPart: Uint32Array.from({ length: count + 1 }, (_, i) => i),
    firstPoint: Uint32Array.from({ length: count + 1 }, (_, i) => i * points),
    lat,
    lng,
    index,
  };
  const layer = read(makeTile([{ ...graph, land }], tileAt(6), [])!).layers['land']!;
  assert.equal(layer.length, 400);
});

test('[ROUTE-12] a lake of several ways is an area with its island cut out; a path of asphalt is drawn whole', async () => {
  const corner = (lng: number, lat: number) => ({ lng: lng / 100, lat: lat / 100 });
  const around = [corner(0, 0), corner(4, 0), corner(4, 4), corner(0, 4)];
  const island = [corner(1, 1), corner(2, 1), corner(2, 2), corner(1, 2)];
  const graph = await graphOf(
    writeExtract(
      [...around, ...island],
      [
        { nodes: [0, 1, 2], tags: {} },
        { nodes: [2, 3, 0], tags: {} },
        { nodes: [4, 5, 6, 7, 4], tags: {} },
        { nodes: [0, 2], tags: { highway: 'path', surface: 'asphalt' } },
        { nodes: [1, 3], tags: { highway: 'residential', surface: 'gravel', name: 'Gravel Road' } },
      ],
      [{ ways: [0, 1, 2], tags: { type: 'multipolygon', natural: 'water', name: 'Long Lake' } }],
    ),
  );
  const { layers } = read(makeTile([graph], tileAt(13, 0.02, 0.02), [])!);
  const lake = layers['land']!.feature(0);
  assert.deepEqual({ ...lake.properties }, { class: 'water', name: 'Long Lake' });
  const { geometry } = lake.toGeoJSON(0, 0, 13);
  assert.equal(geometry.type === 'Polygon' && geometry.coordinates.length, 2);
  const roads = layers['roads']!;
  assert.deepEqual(
    new Set(Array.from({ length: roads.length }, (_, i) => roads.feature(i).properties['class'])),
    new Set(['way', 'track']),
  );
});

test('[ROUTE-12] roads lie where they are: what a tile draws is within a pixel of the way', async () => {
  const graph = await town();
  const at = tileAt(14);
  const { layers } = read(makeTile([graph], at, [])!);
  const roads = layers['roads']!;
  const pixel = 360 / 2 ** 14 / 256;
  for (let i = 0; i < roads.length; i++) {
    const { geometry } = roads.feature(i).toGeoJSON(at.x, at.y, at.z);
    if (geometry.type !== 'LineString' && geometry.type !== 'MultiLineString') assert.fail(geometry.type);
    const lines = geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates;
    for (const [lng, lat] of lines.flat()) {
      const [edge] = graph.index.neighbors(lng!, lat!, 1, pixel);
      assert.ok(edge !== undefined, `${lat}, ${lng}`);
    }
  }
});

test('a line that leaves a tile and comes back is in two pieces, cut at the buffer', () => {
  const edge = EXTENT + BUFFER;
  assert.deepEqual(clipLine([0, 0, 6000, 0, 6000, 100, 0, 100]), [
    [0, 0, edge, 0],
    [edge, 100, 0, 100],
  ]);
  assert.deepEqual(clipLine([-9000, 50, 9000, 50]), [[-BUFFER, 50, edge, 50]]);
  assert.deepEqual(clipLine([-9000, -50, -8000, 9000]), []);
  assert.deepEqual(clipLine([5, 5, 5.2, 5.1]), []);
});

test('tiles are made once; another region forgets them, and what is kept stays within bounds', async () => {
  const [graph, again] = [await town(), await town()];
  const cache = new TileCache();
  const first = cache.tileOf([graph], tileAt(13), []);
  assert.equal(cache.tileOf([graph], tileAt(13), []), first);
  const renewed = cache.tileOf([again], tileAt(13), []);
  assert.notEqual(renewed, first);
  assert.equal(renewed!.etag, first!.etag, 'the same roads are the same tile');
  const small = new TileCache(1000);
  const one = small.tileOf([graph], tileAt(13), []);
  small.tileOf([graph], tileAt(12), []);
  assert.notEqual(small.tileOf([graph], tileAt(13), []), one);
});
