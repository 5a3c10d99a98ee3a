import polyline from '@mapbox/polyline';
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { startTestApi } from '../../testing/api.ts';
import { HgtFolder } from './hgt.ts';
import { readHeights, type HeightTiles, type LatLng } from './height-tiles.ts';

const never = new AbortController().signal;

/** Tiles of one degree that are as high as their longitude says. */
function countingTiles(maxTiles: number): { tiles: HeightTiles<number>; reads: string[] } {
  const reads: string[] = [];
  const tiles: HeightTiles<number> = {
    maxTiles,
    keyOf: (_, lng) => String(Math.floor(lng)),
    read(key) {
      reads.push(key);
      return Promise.resolve(Number(key));
    },
    heightIn: (tile) => tile,
  };
  return { tiles, reads };
}

test('[ROUTE-12] places that go to and fro between tiles read each tile once, and of very many tiles only the first', async () => {
  const places = Array.from({ length: 7000 }, (_, i): LatLng => [0.5, (i % 7) + 0.5]);
  const { tiles, reads } = countingTiles(5);
  const heights = await readHeights(tiles, places, never);
  assert.deepEqual(reads, ['0', '1', '2', '3', '4']);
  assert.deepEqual(heights.slice(7, 14), [0, 1, 2, 3, 4, null, null]);
});

test('no further tile is read for a visitor who left', async () => {
  const left = new AbortController();
  const { tiles, reads } = countingTiles(100);
  const read = (key: string) => {
    left.abort();
    return tiles.read(key);
  };
  const places = [0, 1, 2].map((lng): LatLng => [0.5, lng + 0.5]);
  assert.deepEqual(await readHeights({ ...tiles, read }, places, left.signal), [0, null, null]);
  assert.deepEqual(reads, ['0']);
});

test('other work gets its turn while the heights of many places are worked out', async () => {
  const { tiles } = countingTiles(1);
  let turns = 0;
  const count = () => {
    turns++;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  const places = Array.from({ length: 20_000 }, (): LatLng => [0.5, 0.5]);
  await readHeights(tiles, places, never);
  clearImmediate(immediate);
  assert.ok(turns >= 10, `${turns} turns`);
});

test('[ROUTE-12] heights are those of HGT files, between their samples by distance; none where no file is', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'waymark-hgt-'));
  t.after(() => rm(folder, { recursive: true }));
  const write = (name: string, samples: readonly number[]) => {
    const bytes = Buffer.alloc(samples.length * 2);
    for (const [i, sample] of samples.entries()) bytes.writeInt16BE(sample, i * 2);
    return writeFile(path.join(folder, name), bytes);
  };
  await write('N46E007.hgt', [100, 100, 100, 100, 200, 100, -32_768, 100, 100]);
  await write('S01W001.hgt', Array<number>(9).fill(50));
  const places: LatLng[] = [
    [46.5, 7.5],
    [46.75, 7.5],
    [46.1, 7.1],
    [-0.5, -0.5],
    [10, 10],
  ];
  assert.deepEqual(await readHeights(new HgtFolder(folder), places, never), [200, 150, null, 50, null]);
});

test('a line of too many places is refused before it is decoded', async (t) => {
  const api = await startTestApi();
  t.after(() => api.stop());
  const decode = t.mock.method(polyline, 'decode');
  const ask = async (encoded_polyline: string) =>
    (await api.call('POST', '/services/elevation/height', { body: { encoded_polyline } })).status;
  assert.equal(await ask('?'.repeat(200_002)), 400);
  assert.equal(decode.mock.callCount(), 0);
  assert.equal(await ask('?'.repeat(200_000)), 200);
  assert.equal(decode.mock.callCount(), 1);
});
