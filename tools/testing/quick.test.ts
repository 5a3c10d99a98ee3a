import assert from 'node:assert/strict';
import test from 'node:test';
import { touchedTests } from './quick.ts';

test('a quick run tests what imports the change, the nearest first, and nothing else', () => {
  const dependents = new Map([
    ['pace.ts', ['pace.test.ts', 'splits.ts']],
    ['splits.ts', ['splits.test.tsx', 'page.tsx']],
    ['gear.ts', ['gear.test.ts']],
  ]);
  assert.deepEqual(touchedTests(['pace.ts'], dependents), ['pace.test.ts', 'splits.test.tsx']);
  assert.deepEqual(touchedTests(['gear.test.ts'], dependents), ['gear.test.ts']);
});

test('of tests that are equally near those in the folder of the change run first', () => {
  const dependents = new Map([
    ['api/rides/pace.ts', ['api/testing/api.ts']],
    ['api/testing/api.ts', ['api/gear/gear.test.ts', 'api/rides/splits.test.ts']],
  ]);
  assert.deepEqual(touchedTests(['api/rides/pace.ts'], dependents), [
    'api/rides/splits.test.ts',
    'api/gear/gear.test.ts',
  ]);
});
