import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { Minify } from './minify.ts';
import { runWebpack } from './webpack.ts';

test('scripts become small, and the licences in them stay beside them', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'minify-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const source = `/** @license MIT, by somebody */
    // Only a remark.
    export function greeting(personToGreet) { const politeText = 'Hello, ' + personToGreet; return politeText; }
    console.log(greeting(location.hash));`;
  writeFileSync(path.join(folder, 'main.js'), source);
  await runWebpack({
    mode: 'production',
    context: folder,
    entry: './main.js',
    output: { path: path.join(folder, 'out'), filename: 'main.js' },
    optimization: { minimizer: [new Minify()] },
  });
  const built = readFileSync(path.join(folder, 'out/main.js'), 'utf8');
  assert.ok(built.length < source.length / 2 && built.includes('Hello, '), built);
  assert.doesNotMatch(built, /remark|politeText/);
  assert.deepEqual(readdirSync(path.join(folder, 'out')).toSorted(), ['main.js', 'main.js.LICENSE.txt']);
  assert.match(readFileSync(path.join(folder, 'out/main.js.LICENSE.txt'), 'utf8'), /MIT, by somebody/);
});
