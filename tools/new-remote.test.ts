import { buildRemote } from '@waymark/remote/build';
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { checkBoundaries } from './check-boundaries.ts';
import { createRemote } from './new-remote.ts';

const libraries = path.resolve(import.meta.dirname, '../mfe-auth/node_modules');

function emptyWorkspace(t: test.TestContext): string {
  const root = mkdtempSync(path.join(tmpdir(), 'workspace-'));
  t.after(() => rmSync(root, { recursive: true }));
  return root;
}

test('[PLAT-13] a new remote builds into a version with its page, and keeps to its borders', async (t) => {
  const root = emptyWorkspace(t);
  const folder = createRemote(root, { name: 'mfe-hill-races', path: '/hill-races' });
  assert.deepEqual(checkBoundaries(root), []);
  symlinkSync(libraries, path.join(folder, 'node_modules'));
  const manifest = await buildRemote(folder, { mode: 'production', cache: false });
  assert.equal(manifest.name, 'mfe-hill-races');
  assert.deepEqual(
    manifest.pages.map(({ pattern }) => pattern),
    ['/hill-races'],
  );
  assert.equal(manifest.chunks.home?.length, 1);
});

for (const [what, remote, message] of [
  ['a name without mfe-', { name: 'races', path: '/races' }, /Take mfe- and small letters/],
  ['a name that leaves the folder', { name: 'mfe-../x', path: '/x' }, /Take mfe- and small letters/],
  ['an address without a slash', { name: 'mfe-other', path: 'races' }, /Take a path/],
  ['a name that is taken', { name: 'mfe-races', path: '/other' }, /is there already/],
  ["another remote's page", { name: 'mfe-other', path: '/races' }, /belongs to mfe-races/],
] as const)
  test(`[PLAT-13] ${what} is refused, and nothing is written`, (t) => {
    const root = emptyWorkspace(t);
    createRemote(root, { name: 'mfe-races', path: '/races' });
    assert.throws(() => createRemote(root, remote), message);
    assert.deepEqual(readdirSync(root), ['mfe-races']);
  });
