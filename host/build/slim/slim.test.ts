import assert from 'node:assert/strict';
import test from 'node:test';
import * as whole from 'zod/mini';
import replaceModule, { type SlimOptions } from './loader.ts';
import { refuseUnusedSlim } from './slim.ts';
import * as small from './zod-mini.ts';

test('a module of a library is replaced by ours', () => {
  type Loader = ThisParameterType<typeof replaceModule>;
  const moduleFor = (exports: SlimOptions['exports']) =>
    replaceModule.call({ getOptions: () => ({ file: '/ours.ts', exports }) } as Loader);
  assert.equal(moduleFor('default'), 'export { default } from "/ours.ts";');
  assert.equal(moduleFor('named'), 'export * from "/ours.ts";');
});

test('an entry whose file is gone from the library is named', () => {
  const modules = [{ nameForCondition: () => '/node_modules/axios/index.js' }];
  const compilation = { modules } as unknown as Parameters<typeof refuseUnusedSlim>[0];
  assert.throws(
    () => refuseUnusedSlim(compilation),
    ({ message }: Error) => /no longer there/.test(message) && !/axios\\\/index/.test(message),
  );
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
