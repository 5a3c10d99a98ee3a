import assert from 'node:assert/strict';
import test from 'node:test';
import { readEnv } from './env.ts';

test('an empty DATABASE_URL counts as none', () => {
  for (const url of ['', ' ', undefined])
    assert.equal(readEnv({ DATABASE_URL: url }).DATABASE_URL, undefined);
  assert.equal(readEnv({ DATABASE_URL: 'postgres://db/waymark' }).DATABASE_URL, 'postgres://db/waymark');
});
