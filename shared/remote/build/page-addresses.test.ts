import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import test from 'node:test';
import { RemoteDeclaration } from '@waymark/contract/manifest';
import { problemOfAddresses } from './page-addresses.ts';

const declaration = (...patterns: string[]) =>
  RemoteDeclaration.parse({
    name: 'mfe-hello',
    version: '1.0.0',
    pages: patterns.map((pattern) => ({ pattern })),
  });

test('a route without a page and a page without a route are told', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'addresses-'));
  t.after(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'src'));
  await writeFile(join(folder, 'src/app.tsx'), '<Route path="/hello/:id" element={<Hello />} />');
  assert.equal(await problemOfAddresses(folder, declaration('/hello/:id(\\d+)')), null);
  assert.match((await problemOfAddresses(folder, declaration('/hello/:name')))!, /route \/hello\/:id/);
  assert.match(
    (await problemOfAddresses(folder, declaration('/hello/:id', '/hello')))!,
    /declares the page \/hello, for which/,
  );
});

test('every remote routes the pages that it declares', async () => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  for (const remote of (await readdir(root)).filter((name) => name.startsWith('mfe-'))) {
    const text = await readFile(join(root, remote, 'waymark.json'), 'utf8');
    const declared = RemoteDeclaration.parse(JSON.parse(text));
    assert.equal(await problemOfAddresses(join(root, remote), declared), null);
  }
});
