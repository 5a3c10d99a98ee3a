import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';
import { configurationTable, withTable } from './docs.ts';
import { ROOT } from './testing/results.ts';

const squeezed = (text: string) => text.replaceAll(/[ -]+/g, ' ');

test("the README's configuration table is the one of this code (node tools/docs.ts mends it)", () => {
  const readme = readFileSync(path.join(ROOT, 'README.md'), 'utf8');
  assert.equal(squeezed(readme), squeezed(withTable(readme)));
});

test('every variable has a description', () => {
  for (const line of configurationTable().split('\n').slice(2))
    assert.match(line, /^\| `[A-Z_]+` \| (API|edge|API, edge) \| \S.+ \|/);
});

test('every file that docs/security.md names exists', () => {
  const text = readFileSync(path.join(ROOT, 'docs/security.md'), 'utf8');
  const named = [...text.matchAll(/`((?:\w[\w-]*\/)+[\w.-]+\.\w+)`/gu)].map(([, file]) => file!);
  assert.ok(named.length > 60, String(named.length));
  assert.deepEqual(
    named.filter((file) => !existsSync(path.join(ROOT, file))),
    [],
  );
});
