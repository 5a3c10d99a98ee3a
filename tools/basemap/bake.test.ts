import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { bakeBasemap } from './bake.ts';
import { signedArea, unwrapRing } from './land.ts';

test('a ring that crosses the antimeridian runs on instead of jumping', () => {
  const ring = [
    [170, 60],
    [-170, 60],
    [-170, 70],
    [170, 70],
    [170, 60],
  ];
  const open = unwrapRing(ring);
  assert.deepEqual(open[1], [190, 60]);
  assert.equal(Math.max(...open.map((p) => p[0]!)) - Math.min(...open.map((p) => p[0]!)), 20);
  assert.notEqual(signedArea(open), 0);
});

test('the whole world is baked once, and not again', () => {
  const dir = path.join(mkdtempSync(path.join(tmpdir(), 'waymark-basemap-')), 'tiles');
  const first = bakeBasemap(dir);
  assert.ok(first.tiles > 1000 && first.bytes < 4e6, `${first.tiles} tiles, ${first.bytes} bytes`);
  const world = readFileSync(path.join(dir, '0/0/0.pbf'));
  for (const layer of ['land', 'countries', 'places']) assert.ok(world.includes(layer), layer);
  assert.ok(existsSync(path.join(dir, '6')));
  assert.equal(bakeBasemap(dir).fresh, false);
  rmSync(path.dirname(dir), { recursive: true });
});
