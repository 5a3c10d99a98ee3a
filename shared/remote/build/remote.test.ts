import assert from 'node:assert/strict';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { brotliDecompressSync } from 'node:zlib';
import { buildRemote } from './remote.ts';
import { integrityOf } from './webpack.ts';

const sharedUiFile = path.resolve(import.meta.dirname, '../../ui/src/theme/styles.ts');
const libraries = path.resolve(import.meta.dirname, '../../../mfe-auth/node_modules');
const REMOTE = `import { defineRemote } from '@waymark/remote';
  import { lazy } from 'react';
  import './look.css';
  const Details = lazy(() => import(/* webpackChunkName: "details" */ './details.tsx'));
  export default defineRemote(() => <Details />);`;
const FILES = {
  'waymark.json': JSON.stringify({
    name: 'mfe-sample',
    version: '1.2.3',
    pages: [{ pattern: '/sample', chunk: 'details' }],
  }),
  'src/remote.tsx': REMOTE,
  'src/details.tsx': "export default function Details() { return 'Details of a sample'; }",
  'src/look.css': "p { background: url('dot.svg') }",
  'src/dot.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
};

/** A remote's folder that sees the libraries of a real remote. */
function remote(t: test.TestContext, files: Record<string, string> = {}): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'remote-'));
  t.after(() => rmSync(folder, { recursive: true }));
  mkdirSync(path.join(folder, 'src'));
  symlinkSync(libraries, path.join(folder, 'node_modules'));
  for (const [name, content] of Object.entries({ ...FILES, ...files }))
    writeFileSync(path.join(folder, name), content);
  return folder;
}
const build = (folder: string) => buildRemote(folder, { mode: 'production', cache: false });

test('[PLAT-02] a version is one folder with a manifest that describes every file', async (t) => {
  const folder = remote(t);
  const manifest = await build(folder);
  const read = (name: string) => readFileSync(path.join(folder, 'dist', name));
  assert.deepEqual(JSON.parse(read('manifest.json').toString()), manifest);
  assert.equal(manifest.version, '1.2.3');
  const names = manifest.files.map((file) => file.path);
  assert.deepEqual(names.map((name) => name.replace(/\.\w{8}\./, '.*.')).toSorted(), [
    'details.*.js',
    'dot.*.svg',
    'entry.*.js',
  ]);
  for (const { path: name, bytes, integrity } of manifest.files) {
    assert.equal(integrity, integrityOf(read(name)));
    assert.equal(bytes, read(name).length);
    assert.deepEqual(brotliDecompressSync(read(`${name}.br`)), read(name));
  }
  assert.deepEqual(
    manifest.chunks.details,
    names.filter((name) => name.startsWith('details')),
  );
});

test('[PLAT-15] the entry carries the integrity of every chunk', async (t) => {
  const folder = remote(t);
  const { entry, chunks, files } = await build(folder);
  const source = readFileSync(path.join(folder, 'dist', entry), 'utf8');
  const chunk = files.find((file) => file.path === chunks.details?.[0]);
  assert.ok(
    chunk && source.includes(`"${chunk.path.split('.').at(-2)}":"${chunk.integrity.replace('sha256-', '')}"`),
  );
});

test('[PLAT-06] the manifest names the contract and the libraries that the remote takes from the page', async (t) => {
  const { contract, shared } = await build(remote(t));
  assert.match(contract, /^\d+\.\d+\.\d+$/);
  assert.deepEqual(Object.keys(shared).toSorted(), ['@waymark/remote', 'react', 'react/jsx-runtime']);
  assert.match(shared.react ?? '', /^\^19\./);
});

test('the same source gives the same version, in any folder; another source another', async (t) => {
  const [one, two] = [await build(remote(t)), await build(remote(t))];
  assert.deepEqual(one, two);
  const changed = await build(remote(t, { 'src/details.tsx': 'export default () => null;' }));
  assert.notEqual(changed.hash, one.hash);
  assert.notEqual(changed.entry, one.entry);
});

for (const [what, source, message] of [
  [
    "the host's side of a library",
    `import '${sharedUiFile}';`,
    /own copy of what the host provides[\s\S]*shared\/ui/,
  ],
  ['a missing file', "import './gone.ts';", /gone\.ts/],
] as const)
  test(`[PLAT-08] a remote that imports ${what} is not built, and nothing is left behind`, async (t) => {
    const folder = remote(t, { 'src/remote.tsx': `${source}\n${REMOTE}` });
    await assert.rejects(build(folder), message);
    assert.deepEqual(readdirSync(folder).toSorted(), ['node_modules', 'src', 'waymark.json']);
  });

test('a page whose chunk has no import is refused with what to write', async (t) => {
  const folder = remote(t, { 'src/remote.tsx': REMOTE.replace(/\/\*.*\*\//, '') });
  await assert.rejects(build(folder), /page \/sample names the chunk "details".*webpackChunkName/);
});

test('a declaration that is not one is refused with the field', async (t) => {
  const folder = remote(t, { 'waymark.json': '{ "name": "sample", "version": "1", "pages": [] }' });
  await assert.rejects(build(folder), /waymark\.json.*name: A remote is named mfe-something/);
});

const ALONE = JSON.stringify({
  name: 'mfe-sample',
  version: '1.2.3',
  pages: [
    { pattern: '/sample', chunk: 'details' },
    { pattern: '/alone', standalone: 'alone/alone' },
  ],
});

test('[ROUTE-08] a page that stands alone is one script of its own, which knows its chunks by their hash', async (t) => {
  const folder = remote(t, { 'waymark.json': ALONE });
  mkdirSync(path.join(folder, 'src/alone'));
  writeFileSync(path.join(folder, 'src/alone/alone.ts'), "void import('./later.ts');");
  writeFileSync(path.join(folder, 'src/alone/later.ts'), "console.info('a chunk of it');");
  const manifest = await build(folder);
  const script = manifest.standalone?.['alone/alone'] ?? '';
  const source = readFileSync(path.join(folder, 'dist', script), 'utf8');
  const chunk = manifest.files.find(({ path: file }) =>
    readFileSync(path.join(folder, 'dist', file), 'utf8').includes('a chunk of it'),
  );
  assert.ok(chunk && chunk.path !== script);
  assert.ok(source.includes(chunk.integrity.replace('sha256-', '')));
  assert.ok(
    manifest.files.some(({ path: file, integrity }) => file === script && integrity === integrityOf(source)),
  );
  assert.doesNotMatch(source, /react/);
});

test('a page that stands alone by a module that is not there is refused', async (t) => {
  await assert.rejects(
    build(remote(t, { 'waymark.json': ALONE })),
    /src\/alone\/alone\.ts, but there is none/,
  );
});

const EARLY = {
  'waymark.json': JSON.stringify({
    name: 'mfe-sample',
    version: '1.2.3',
    pages: [
      {
        pattern: '/sample',
        chunk: 'details',
        early: 'early',
        firstCalls: ['/services/main/v7.1/activity_type/'],
      },
    ],
  }),
  'src/early.ts': `import { drawEarly, el } from '@waymark/remote/early';
    import './look.css';
    drawEarly(() => el('p', {}, 'First view of a sample'));`,
};

test('an early view is a script of its own, with its integrity in the manifest', async (t) => {
  const folder = remote(t, EARLY);
  const { early, files } = await build(folder);
  const file = files.find(({ path: name }) => name === early?.early);
  const source = readFileSync(path.join(folder, 'dist', file?.path ?? ''), 'utf8');
  assert.match(file?.path ?? '', /^early\.\w{8}\.js$/);
  assert.equal(file?.integrity, integrityOf(source));
  assert.match(source, /First view of a sample/);
  assert.match(source, /adoptedStyleSheets/);
  // It starts by itself.
  assert.doesNotMatch(source, /waymark\.loader|import\(/);
});

for (const [what, files, message] of [
  [
    'with a library',
    { 'src/early.ts': "import { useState } from 'react'; useState();" },
    /carries none[\s\S]*react/,
  ],
  ['without its module', { 'src/early.ts': undefined }, /needs a module src\/early\.ts/],
  [
    'without a first call',
    { 'waymark.json': EARLY['waymark.json'].replace('"/services/main/v7.1/activity_type/"', '') },
    /a call in firstCalls/,
  ],
] as const)
  test(`an early view ${what} is refused`, async (t) => {
    const given = Object.entries({ ...EARLY, ...files }).filter(([, content]) => content !== undefined);
    await assert.rejects(build(remote(t, Object.fromEntries(given) as Record<string, string>)), message);
  });
