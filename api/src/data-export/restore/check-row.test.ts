import assert from 'node:assert/strict';
import test from 'node:test';
import { checkRow } from './check-row.ts';

const column = { name: 'data', type: 'bytea', element: '', isNullable: false };
const check = (data: string) => checkRow('workout_streams', [column], { data }, { kind: 'rows' });

test('[ACCT-05] bytes of an archive are checked at any length', () => {
  for (const data of ['\\x', '\\x00ff', `\\x${'ab'.repeat(12_000_000)}`])
    assert.doesNotThrow(() => check(data));
  for (const data of ['', 'ab', '\\xabc', '\\xAB', '\\xzz', `\\x${'ab'.repeat(12_000_000)}g0`])
    assert.throws(() => check(data), /workout_streams\.data/);
});
