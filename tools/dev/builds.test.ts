import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import type { PublishedManifest } from '@waymark/contract/manifest';
import type { RemotesNow } from '@waymark/host/edge';
import { builtRemote } from '@waymark/host/edge/testing';
import { fileAt, withRemotesOf } from './builds.ts';

const PUBLISHED = {} as PublishedManifest;

async function development(t: test.TestContext) {
  const folder = mkdtempSync(path.join(tmpdir(), 'development-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const { manifest } = await builtRemote(path.join(folder, 'built'), { name: 'mfe-trails' });
  mkdirSync(path.join(folder, 'mfe-trails'));
  writeFileSync(path.join(folder, 'mfe-trails/manifest.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'secret.txt'), 'x');
  return folder;
}

test('[PLAT-09] a remote under development stands in for its published version, beside the others', async (t) => {
  const folder = await development(t);
  const published = ['mfe-trails', 'mfe-races', 'mfe-new'].map((name) => ({
    name,
    version: '1.0.0+abcdef12',
  }));
  const now = { revision: 7, remotes: () => published, manifest: () => PUBLISHED } as unknown as RemotesNow;
  // mfe-new is under development too, but was never built: its published version stays.
  const found = await withRemotesOf(folder, ['mfe-trails', 'mfe-new'])(async () => now)();
  assert.equal(found.revision, 7);
  assert.deepEqual(
    found.remotes(null).map(({ name, version }) => `${name} ${version}`),
    ['mfe-trails 1.0.0+development', 'mfe-races 1.0.0+abcdef12', 'mfe-new 1.0.0+abcdef12'],
  );
  const [own] = found.remotes(null);
  assert.deepEqual([own?.base, own?.integrity], ['/-/development/mfe-trails/', '']);
  // The page asks it for scripts that stand alone, and each published one for its own.
  assert.equal(found.manifest('mfe-trails', '1.0.0+development')?.name, 'mfe-trails');
  assert.equal(found.manifest('mfe-races', '1.0.0+abcdef12'), PUBLISHED);
});

test('only files of a remote under development are handed out', async (t) => {
  const folder = await development(t);
  const found = await fileAt(folder, '/-/development/mfe-trails/manifest.json');
  assert.equal(found, path.join(folder, 'mfe-trails/manifest.json'));
  for (const address of [
    'mfe-trails/gone.js',
    'mfe-trails/..%2fsecret.txt',
    '../secret.txt',
    'mfe-trails/../secret.txt',
    'secret.txt',
    'mfe-trails',
  ])
    assert.equal(await fileAt(folder, `/-/development/${address}`), null, address);
});
