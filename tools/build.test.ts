import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { buildAll, steps } from './build.ts';
import { hashOf, workspaceFolders } from './build/sources.ts';

function folderWith(t: test.TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'build-'));
  t.after(() => rmSync(folder, { recursive: true }));
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  }
  return folder;
}

test('a changed, renamed or new source changes the hash; tests and results do not', (t) => {
  const folder = folderWith(t, { 'src/a.ts': '1', 'src/deep/b.ts': '2' });
  const write = (name: string, content: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  };
  const before = hashOf([folder]);
  write('src/a.test.ts', 'x');
  write('dist/a.js', 'x');
  write('node_modules/x/index.js', 'x');
  assert.equal(hashOf([folder]), before);
  write('src/deep/b.ts', '3');
  const changed = hashOf([folder]);
  assert.notEqual(changed, before);
  write('src/deep/c.ts', '');
  assert.notEqual(hashOf([folder]), changed);
});

test('a package is made of its own folder and of the packages behind it', (t) => {
  const manifest = (...names: string[]) =>
    JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '*'])) });
  const root = folderWith(t, {
    'mfe-auth/package.json': manifest('react', '@waymark/ui'),
    'shared/ui/package.json': manifest('@waymark/units'),
    'shared/units/package.json': manifest(),
    'shared/map/package.json': manifest(),
  });
  assert.deepEqual(
    workspaceFolders(root, 'mfe-auth').map((folder) => path.relative(root, folder)),
    ['mfe-auth', 'shared/ui', 'shared/units'],
  );
});

test('a name that nothing is built by is refused with the names there are', async () => {
  await assert.rejects(buildAll({ names: ['mfe-nothing'] }), /Nothing named "mfe-nothing".*host/);
});

test('the host, the basemap, the places and each folder that declares itself a remote are built', () => {
  const names = new Set(steps.map(({ name }) => name));
  assert.ok(names.has('host') && names.has('basemap') && names.has('places') && names.has('mfe-workouts'));
});
