import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import { findSlowExpressions } from './expressions/check.ts';
import { collectExpressions } from './expressions/collect.ts';
import { ROOT } from './testing/results.ts';

/** What meets text from outside: the product, servers of development, and tools that read other people's data. */
const SOURCE = [
  '{api/src,host/{src,edge},shared/*,mfe-*/src}/**/*.{ts,tsx}',
  'tools/{product,dev,import-extract,places,basemap}/**/*.ts',
  '{host/boot,tools/dev,tools/import-extract}.ts',
];
const LEFT_OUT = /testing|\.test\.|\.d\.ts$|^shared\/remote\/(?:build|development)\//;

test('every regular expression of the product is fast with any text', async (t) => {
  const files = globSync(SOURCE, { cwd: ROOT, exclude: ['**/node_modules/**', '**/dist/**'] })
    .filter((file) => !LEFT_OUT.test(file))
    .sort();
  const collected = files.map((file) => collectExpressions(ROOT, file));
  const places = new Map<string, { source: string; flags: string; places: string[] }>();
  for (const { source, flags, place } of collected.flatMap(({ expressions }) => expressions)) {
    const key = `/${source}/${flags}`;
    const known = places.get(key);
    if (known) known.places.push(place);
    else places.set(key, { source, flags, places: [place] });
  }
  assert.ok(places.size > 200, `${places.size} expressions were found`);
  assert.deepEqual(
    collected.flatMap(({ computed }) => computed),
    [],
    'expressions of constant parts can be checked; any other needs an allowance with its reason',
  );
  const start = performance.now();
  const slow = await findSlowExpressions([...places.values()]);
  t.diagnostic(`${places.size} expressions in ${Math.round(performance.now() - start)} ms`);
  assert.deepEqual(
    slow.map(
      ({ question: { source, flags, places: at }, attack }) =>
        `${at.join(', ')}: /${source}/${flags} is slow for ${attack}`,
    ),
    [],
  );
});

test('finds expressions that take long, with a text that shows it', async () => {
  const slow = await findSlowExpressions(
    [
      ['/+$', ''],
      ['^(a+)+$', ''],
      [String.raw`\s*,\s*,`, ''],
      ['a[^b]*b|a', 'g'],
      ['c[^d]*d|c', 'y'],
      [String.raw`^(\d+[.,]?)+\d$`, ''],
      // These are fast.
      ['^[a-z]+$', ''],
      ['/+', 'g'],
      [String.raw`^\d{1,9}(,\d{1,9}){0,99}$`, ''],
    ].map(([source = '', flags = '']) => ({ source, flags })),
  );
  assert.deepEqual(slow.map(({ question }) => question.source).sort(), [
    '/+$',
    '\\s*,\\s*,',
    '^(\\d+[.,]?)+\\d$',
    '^(a+)+$',
    'a[^b]*b|a',
    'c[^d]*d|c',
  ]);
});

test('what splits a text counts as searched for again and again', async (t) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'waymark-expressions-'));
  t.after(() => rm(folder, { recursive: true }));
  const code = "const COMMA = /,/u;\ntext.split(COMMA);\ntext.split(/;/);\ntext.replace(/:/, '');\n";
  await writeFile(path.join(folder, 'code.ts'), code);
  const { expressions } = collectExpressions(folder, 'code.ts');
  assert.deepEqual(
    expressions.map(({ source, flags }) => `/${source}/${flags}`),
    ['/,/ug', '/;/g', '/:/'],
  );
});
