import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { STORED_ITEMS } from '@waymark/api-contract/stored-items';
import { checkBoundaries } from './check-boundaries.ts';

const root = path.resolve(import.meta.dirname, '..');

/** A small workspace with one planted file. */
function planted(
  t: test.TestContext,
  file: string,
  source: string,
  more: Record<string, string> = {},
): string {
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
  for (const [name, content] of Object.entries({ [file]: source, ...more })) write(name, content);
  return folder;
}

for (const [what, file, source, message] of [
  [
    'the client that takes any path',
    'mfe-auth/src/a.ts',
    "import { http } from '@waymark/contract';",
    /takes 'http'.*use call, useCall or useSend/,
  ],
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
    /use call of '@waymark\/contract'/,
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
    import { call } from '@waymark/contract';
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

const CIRCLE = {
  'api/src/workouts/rows.ts': "import type { Gear } from '../gear/gear.ts';",
  'api/src/gear/gear.ts': "export { a } from '../stats/stats.ts';",
  'api/src/stats/stats.ts': "export const a = () => import('../workouts/rows.ts');",
};

test('folders that import each other in a circle are found, types and lazy imports included', (t) => {
  const problems = checkBoundaries(planted(t, 'api/src/zones/zones.ts', '', CIRCLE));
  assert.equal(problems.length, 1, problems.join('\n'));
  assert.match(problems[0] ?? '', /^api\/src: gear, stats, workouts import each other in a circle/);
  assert.match(problems[0] ?? '', /api\/src\/gear\/gear\.ts -> api\/src\/stats\/stats\.ts/);
});

test('a file and a folder beside it count as a circle, tests and a deeper folder do not', (t) => {
  const found = checkBoundaries(
    planted(t, 'mfe-auth/src/page.ts', "import './login/form.ts';", {
      'mfe-auth/src/login/form.ts': "import '../page.ts';",
    }),
  );
  assert.match(found[0] ?? '', /^mfe-auth\/src: login, page\.ts import/);
  const files = {
    'mfe-auth/src/login/form.ts': "import '../types.ts';",
    'mfe-auth/src/types.ts': '',
    'mfe-auth/src/types.test.ts': "import './login/form.ts';",
  };
  assert.deepEqual(
    checkBoundaries(planted(t, 'mfe-auth/src/page.ts', "import './login/form.ts';", files)),
    [],
  );
});

test('what pages share imports none of the pages', (t) => {
  const files = { 'mfe-auth/src/login/form.ts': '' };
  const problems = checkBoundaries(
    planted(t, 'mfe-auth/src/shared/a.ts', "import '../login/form.ts';", files),
  );
  assert.match(problems[0] ?? '', /shared\/a\.ts imports mfe-auth\/src\/login\/form\.ts upwards/);
});

test('the kernel of the API imports none of its services', (t) => {
  const files = { 'api/src/gear/gear.ts': '' };
  const problems = checkBoundaries(
    planted(t, 'api/src/kernel/jobs/a.ts', "import '../../gear/gear.ts';", files),
  );
  assert.match(problems[0] ?? '', /kernel\/jobs\/a\.ts imports api\/src\/gear\/gear\.ts upwards/);
});

const TABLES = {
  'api/src/training/gear/tables.ts': `
export interface GearTables {
  gear: { user_id: number; worn: { km: number } };
}
declare module '../../kernel/database/tables.ts' {
  interface Database extends GearTables {}
}`,
  'api/src/members/users/tables.ts': `
declare module '../../kernel/database/tables.ts' {
  interface Database {
    users: { id: number };
  }
}`,
};

for (const [file, source, problem] of [
  [
    'api/src/members/a.ts',
    "import '../training/gear/tables.ts';",
    /members\/a\.ts imports .* of a domain above members/,
  ],
  [
    'api/src/members/a.ts',
    "db.selectFrom('gear as g')",
    /reads the table gear of training, a domain above members/,
  ],
  ['api/src/members/a.ts', 'sql`select 1 from users join gear on true`', /reads the table gear of training/],
  ['api/src/members/a.ts', "trx.updateTable('users').from('gear')", /reads the table gear of training/],
  ['api/src/training/a.ts', "trx.updateTable('users')", /writes the table users of members/],
  [
    'api/src/training/a.ts',
    'sql`with gone as (\n  delete from users) select 1`',
    /writes the table users of members/,
  ],
  ['api/src/members/a.ts', "trx.insertInto('gear')", /writes the table gear of training/],
] as const)
  test(`a domain of the API keeps to what it owns and to those below: ${source}`, (t) => {
    const problems = checkBoundaries(planted(t, file, source, TABLES));
    assert.equal(problems.length, 1, problems.join('\n'));
    assert.match(problems[0] ?? '', problem);
  });

for (const [file, source] of [
  [
    'api/src/training/a.ts',
    "import '../members/users/tables.ts'; db.selectFrom('users'); trx.insertInto('gear');",
  ],
  ['api/src/members/a.ts', "db.selectFrom('worn'); // as gear\n/** reads from gear */"],
  ['api/src/members/a.test.ts', "db.selectFrom('gear')"],
] as const)
  test(`a domain of the API may do this: ${source}`, (t) => {
    assert.deepEqual(checkBoundaries(planted(t, file, source, TABLES)), []);
  });

for (const [source, path] of [
  ["fetch('/services' + `/workout/${id}/photos/`);", '/workout/:id/photos/'],
  ["ask('/workout/42/');", '/workout/:id/'],
  ['ask(`/usergear/?user=${id}`);', '/usergear/'],
  ['ask(`/challenges/challenge/${id}/details`);', '/challenges/challenge/:id/details'],
  ["ask('/friendship/');", '/friendship/'],
  ["ask('/billing-profiles');", '/billing-profiles'],
  ["ask('/training_plan/');", '/training_plan/'],
] as const)
  test(`a path of the API that a page writes by hand is refused: ${source}`, (t) => {
    const [problem = ''] = checkBoundaries(planted(t, 'mfe-auth/src/a.ts', source));
    assert.match(problem, /mfe-auth\/src\/a\.ts writes the path/);
    assert.ok(problem.includes(`'${path}'`), problem);
  });

test('addresses of pages and the paths in tests are no paths of the API', (t) => {
  const page = "open(`/workout/${id}`); open('/workout/create/'); open('/dashboard');";
  assert.deepEqual(checkBoundaries(planted(t, 'mfe-auth/src/a.ts', page)), []);
  assert.deepEqual(checkBoundaries(planted(t, 'mfe-auth/src/a.test.ts', "ask('/workout/42/');")), []);
});

for (const [file, source] of [
  ['mfe-auth/src/a.ts', 'location.assign(next);'],
  ['mfe-auth/src/a.ts', 'window.location.replace(next);'],
  ['mfe-auth/src/a.ts', 'window.location = next;'],
  ['mfe-auth/src/a.ts', 'location.href = next;'],
  ['api/src/gear/a.ts', "reply.code(303).header('location', next);"],
  ['api/src/gear/a.ts', 'void reply.redirect(next);'],
  ['host/edge/a.ts', 'send(302, { location: next });'],
] as const)
  test(`only the files that may redirect do: ${source}`, (t) => {
    assert.match(checkBoundaries(planted(t, file, source))[0] ?? '', /redirects by itself in line 1/);
    assert.deepEqual(checkBoundaries(planted(t, file.replace('a.ts', 'a.test.ts'), source)), []);
  });

test('reading an address is no redirect', (t) => {
  const source = "const location = place; if (window.location.href === '/') text.replace('a', 'b');";
  assert.deepEqual(checkBoundaries(planted(t, 'mfe-auth/src/a.ts', source)), []);
});

for (const [file, source] of [
  ['mfe-auth/src/a.ts', "localStorage.setItem('x', '1');"],
  ['mfe-auth/src/a.ts', 'const kept = window.sessionStorage;'],
  ['mfe-auth/src/a.ts', "document.cookie = 'x=1';"],
  ['mfe-auth/src/a.ts', "indexedDB.open('x');"],
  ['mfe-auth/src/a.ts', "void caches.open('x');"],
  ['api/src/gear/a.ts', "reply.header('set-cookie', 'x=1');"],
] as const)
  test(`[PRIV-02] only what is declared is stored in browsers: ${source}`, (t) => {
    assert.match(
      checkBoundaries(planted(t, file, source))[0] ?? '',
      /stores in browsers by itself in line 1/,
    );
    assert.deepEqual(checkBoundaries(planted(t, file.replace('a.ts', 'a.test.ts'), source)), []);
  });

test('[PRIV-02] what is declared to be stored in browsers is stored by some code', () => {
  const code = globSync('{api/src,host/{src,edge},shared/*,mfe-*/src}/**/*.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**'],
  })
    .filter((file) => !/\.test\.tsx?$|stored-items\.ts$/.test(file))
    .map((file) => readFileSync(path.join(root, file), 'utf8'))
    .join('\n');
  const unused = STORED_ITEMS.filter(({ name }) => !code.includes(name.replace('*', '')));
  assert.deepEqual(unused, []);
});
