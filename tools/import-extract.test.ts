import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after } from 'node:test';
import { demoTownExtract } from '@waymark/api/src/maps/demo-town.ts';
import { writeExtract } from '@waymark/api/src/maps/osm/write-extract.ts';
import { Regions } from '@waymark/api/src/maps/routing/regions/regions.ts';
import { showProgress } from './import-extract/progress.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'waymark-import-extract-'));
after(() => rmSync(folder, { recursive: true }));
const data = path.join(folder, 'data');
const written = (name: string, content: Uint8Array | string): string => {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
};
const town = demoTownExtract();

/** Runs the command as the shell does. */
const command = (...words: string[]) =>
  new Promise<{ code: number; out: string; error: string }>((resolve) => {
    const script = path.join(import.meta.dirname, 'import-extract.ts');
    execFile(
      process.execPath,
      [script, ...words],
      { env: { ...process.env, DATA_DIR: data } },
      (error, out, err) => resolve({ code: Number(error?.code ?? 0), out, error: err }),
    );
  });

test('[ROUTE-12] an extract is imported, listed, replaced and removed; a running product takes it up', async () => {
  const running = new Regions(data, false);
  assert.deepEqual(await running.all(), []);
  const first = await command(written('Harbour town.osm.pbf', town), '--attribution', '© Harbour');
  assert.equal(first.code, 0, first.error);
  assert.match(first.out, /Reading 0\.0 of 0\.0 MB, [\d,]+ nodes, \d+ ways, \d+\.\d s/);
  assert.match(first.out, /Harbour town: [\d,]+ crossings and [\d,]+ roads, .* s, \d+ MB of memory/);
  const [region] = await running.all();
  assert.deepEqual([region?.name, region?.attribution], ['Harbour town', '© Harbour']);

  const larger = written('larger.osm.pbf', demoTownExtract({ streets: 45 }));
  assert.equal((await command(larger, '--name', 'Harbour town')).code, 0);
  const [replaced, ...others] = await running.all();
  assert.ok(replaced!.lat.length > region!.lat.length && others.length === 0);
  assert.match(
    (await command('--list')).out,
    /^Harbour town: [\d,]+ crossings, .*© OpenStreetMap contributors\n$/,
  );
  const unknown = await command('--remove', 'Nowhere');
  assert.deepEqual(
    [unknown.code, unknown.error],
    [1, 'There is no region named Nowhere. There are: Harbour town.\n'],
  );
  assert.equal((await command('--remove', 'Harbour town')).code, 0);
  assert.deepEqual(await running.all(), []);
});

test('[ROUTE-12] a file that is no extract is refused with a sentence, and nothing is left behind', async () => {
  const wrong: [string, RegExp][] = [
    [path.join(folder, 'none.osm.pbf'), /none\.osm\.pbf is not there\. Name an OpenStreetMap extract/],
    [folder, /is a folder/],
    [written('map.osm.pbf', '<osm version="0.6"></osm>'), /is not an OpenStreetMap extract\. .*osmium/],
    [written('empty.osm.pbf', ''), /is not an OpenStreetMap extract/],
    [written('short.osm.pbf', town.subarray(0, town.length - 20)), /is damaged, or it ends too early/],
    [written('sea.osm.pbf', writeExtract([{ lat: 1, lng: 1 }], [])), /no road or path/],
  ];
  for (const [file, message] of wrong) {
    const { code, error } = await command(file);
    assert.equal(code, 1);
    assert.match(error, message);
    assert.doesNotMatch(error, /at .*\.ts:\d/, 'a sentence, not a stack');
  }
  assert.deepEqual(readdirSync(path.join(data, 'routing')), []);
  for (const words of [[], ['a', 'b'], ['--nome', 'x']])
    assert.match((await command(...words)).error, /Usage:/);
});

test('a terminal has one line that changes, a log one now and then', () => {
  const reading = (bytes: number) =>
    ({ doing: 'reading', bytes, size: 10e6, nodes: bytes / 100, ways: 3 }) as const;
  const steps = [reading(1e6), reading(2e6), reading(10e6), { doing: 'building' } as const];
  for (const isTTY of [true, false]) {
    let text = '';
    let time = 0;
    const progress = showProgress({ isTTY, write: (more) => (text += more) }, () => (time += 20));
    steps.forEach(progress);
    progress.end();
    if (isTTY) assert.equal(text.split('\n').length, 3);
    else assert.equal(text.split('\n').length - 1, 3);
    assert.match(text, /Reading 10\.0 of 10\.0 MB, 100,000 nodes, 3 ways, 0\.\d s/);
    assert.match(text, /Building the network/);
  }
});
