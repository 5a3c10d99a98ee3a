import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test from 'node:test';
import vm from 'node:vm';
import { runWebpack } from '@waymark/remote/build/webpack';
import * as whole from 'zod/mini';
import replaceModule, { type SlimOptions } from './loader.ts';
import { browserConfiguration } from '../configuration.ts';
import { refuseUnusedSlim } from './slim.ts';
import { isPropValid } from './styling-parts.ts';
import * as small from './zod-mini.ts';

test('a module of a library is replaced by ours', () => {
  type Loader = ThisParameterType<typeof replaceModule>;
  const moduleFor = (exports: SlimOptions['exports']) =>
    replaceModule.call({ getOptions: () => ({ file: '/ours.ts', exports }) } as Loader);
  assert.equal(moduleFor('default'), 'export { default } from "/ours.ts";');
  assert.equal(moduleFor('named'), 'export * from "/ours.ts";');
  assert.equal(moduleFor({ default: 'utils' }), 'export { utils as default } from "/ours.ts";');
});

test('an entry whose file is gone from the library is named', () => {
  const modules = [{ nameForCondition: () => '/node_modules/axios/index.js' }];
  const compilation = { modules } as unknown as Parameters<typeof refuseUnusedSlim>[0];
  assert.throws(
    () => refuseUnusedSlim(compilation),
    ({ message }: Error) => /no longer there/.test(message) && !/axios\\\/index/.test(message),
  );
});

test('properties go on to elements as with the whole library, and what components keep does not', () => {
  const attributes =
    'id className style tabIndex role href htmlFor onClick onPointerEnter aria-label data-story disabled maxLength srcSet dangerouslySetInnerHTML strokeWidth viewBox';
  const kept = ['as', 'asChild', 'unstyled', 'recipe', 'theme', 'css'];
  const judged = (isPropValid: (name: string) => boolean) =>
    [...attributes.split(' '), ...kept].filter((name) => isPropValid(name));
  const ui = createRequire(new URL('../../../shared/ui/package.json', import.meta.url));
  const library = createRequire(ui.resolve('@chakra-ui/react'))('@emotion/is-prop-valid') as {
    default: typeof isPropValid;
  };
  assert.deepEqual(judged(isPropValid), judged(library.default));
  assert.deepEqual(judged(isPropValid), attributes.split(' '));
});

test('payloads of events are judged as the whole library judges them', () => {
  const shapes = (z: typeof whole | typeof small) => {
    const { array, number, string, object, enum: oneOf } = z as typeof whole;
    return [
      object({ id: number() }),
      object({ message: string() }),
      object({ theme: oneOf(['light', 'dark']) }),
      object({ themes: array(oneOf(['light', 'dark'])) }),
    ];
  };
  const payloads = [
    { id: 1 },
    { id: '1' },
    { id: Number.NaN },
    { id: Infinity },
    {},
    null,
    'text',
    [],
    { message: '' },
    { message: 3 },
    { theme: 'dark' },
    { theme: 'blue' },
    { themes: [] },
    { themes: ['dark', 'light'] },
    { themes: ['dark', 'blue', 3] },
    { themes: 'dark' },
    { themes: { 0: 'dark' } },
    { id: 1, message: 'a', theme: 'light', more: true },
  ];
  const judged = (z: typeof whole | typeof small) =>
    shapes(z).map((shape) =>
      payloads.map((payload) => {
        const result = (z as typeof whole).safeParse(shape, payload);
        return result.success ? result.data : result.error.issues.map(({ path }) => path);
      }),
    );
  assert.deepEqual(judged(small), judged(whole));
});

test('remotes load, give way to another version and fail as with the whole federation runtime', async (t) => {
  const outDir = mkdtempSync(path.join(tmpdir(), 'waymark-slim-'));
  t.after(() => rmSync(outDir, { recursive: true, force: true }));
  const folder = path.join(import.meta.dirname, '../..');
  const entry = './build/slim/federation.testing.ts';
  const configuration = browserConfiguration({
    mode: 'production',
    folder,
    entry,
    outDir,
    shared: {},
    cache: false,
  });
  await runWebpack({
    ...configuration,
    output: { path: outDir, filename: 'federation.js', library: { name: 'federation', type: 'var' } },
    optimization: { minimize: false },
  });
  const page: { federation?: { outcomes: Promise<unknown> } } = vm.createContext({
    console,
    setTimeout,
    URL,
  });
  vm.runInContext(readFileSync(path.join(outDir, 'federation.js'), 'utf8'), page);
  const outcomes = JSON.stringify(await page.federation?.outcomes);
  assert.equal(outcomes, '[[{"version":1},{"version":2}],"The script did not load."]');
});
