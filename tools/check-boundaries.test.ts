import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { checkBoundaries } from './check-boundaries.ts';

const root = path.resolve(import.meta.dirname, '..');

/** A small workspace with one planted file. */
function planted(t: test.TestContext, file: string, source: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'boundaries-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const write = (name: string, content: string) => {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), content);
  };
  const everything = Object.fromEntries(
    ['api-contract', 'contract', 'ui', 'remote', 'units', 'host', 'mfe-social', 'api'].map((name) => [
      `@waymark/${name}`,
      'workspace:*',
    ]),
  );
  const libraries = { react: '19', 'react-router-dom': '7', axios: '1', '@tanstack/react-query': '5' };
  const manifest = (name: string, dependencies: object) =>
    JSON.stringify({ name: `@waymark/${name}`, dependencies });
  for (const name of ['host', 'api', 'mfe-auth', 'mfe-social'])
    write(`${name}/package.json`, manifest(name, { ...everything, ...libraries }));
  for (const name of ['units', 'api-contract', 'contract', 'ui', 'remote'])
    write(`shared/${name}/package.json`, manifest(name, name === 'units' ? {} : everything));
  write('host/src/federation/router.ts', "export { Link, Routes } from 'react-router-dom';");
  write(file, source);
  return folder;
}

for (const [what, file, source, message] of [
  [
    'another remote',
    'mfe-auth/src/a.tsx',
    "import { Feed } from '@waymark/mfe-social';",
    /A remote never imports another remote\. Use events/,
  ],
  [
    'the host',
    'mfe-auth/src/a.tsx',
    "export * from '@waymark/host';",
    /A remote never imports the host\. Use events/,
  ],
  [
    'another package by its path',
    'mfe-auth/src/a.ts',
    "import x from '../../mfe-social/src/x.ts';",
    /import '@waymark\/mfe-social' by name/,
  ],
  [
    'a remote from the host, lazily',
    'host/src/a.ts',
    "export const a = () => import('@waymark/mfe-auth');",
    /load them through the registry/,
  ],
  [
    'what is further right',
    'shared/contract/src/a.ts',
    "import type { X } from '@waymark/ui';",
    /Imports point one way/,
  ],
  [
    'the contract from the API',
    'api/src/a.ts',
    "import { http } from '@waymark/contract';",
    /move what is needed into one of them/,
  ],
  ['what is not declared', 'shared/units/src/a.ts', "import { z } from 'zod';", /add "zod": "catalog:"/],
  [
    "the host's own client",
    'mfe-auth/src/a.ts',
    "import axios from 'axios';",
    /use http\.service\('main'\) of '@waymark\/contract'/,
  ],
  [
    "the host's side of the contract",
    'mfe-auth/src/a.ts',
    "import { installHost } from '@waymark/contract/host';",
    /use '@waymark\/contract'/,
  ],
  [
    'a part of the router that is not handed out',
    'mfe-auth/src/a.ts',
    "import { Link, useBlocker } from 'react-router-dom';",
    /takes 'useBlocker'.*host\/src\/federation\/router\.ts/,
  ],
  ['the file system in a page', 'mfe-auth/src/a.ts', "import fs from 'node:fs';", /runs in a browser/],
] as const)
  test(`[PLAT-01] an import of ${what} is found, with what to do instead`, (t) => {
    const problems = checkBoundaries(planted(t, file, source));
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.ok(problems[0]?.startsWith(file));
    assert.match(problems[0] ?? '', message);
  });

test('imports that keep to their side pass', (t) => {
  const source = `import { Link } from 'react-router-dom';
    import type { DataRouter } from 'react-router-dom';
    import { http } from '@waymark/contract';
    import { Button } from '@waymark/ui';
    export const page = () => import('./page.tsx');
    export const text = "import x from '@waymark/host'";`;
  assert.deepEqual(checkBoundaries(planted(t, 'mfe-auth/src/a.tsx', source)), []);
});

test('[PLAT-01] the command fails on a violation and names the file', (t) => {
  const folder = planted(t, 'mfe-auth/src/a.ts', "import '@waymark/host';");
  const { status, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'tools/check-boundaries.ts'), folder],
    { encoding: 'utf8' },
  );
  assert.equal(status, 1);
  assert.match(stderr, /mfe-auth\/src\/a\.ts/);
});

test('[PLAT-01] the repository keeps to its borders', () => {
  assert.deepEqual(checkBoundaries(root), []);
});
