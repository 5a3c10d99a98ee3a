import assert from 'node:assert/strict';
import test from 'node:test';
import { matrixOf } from './matrix.ts';
import { isBelowProtectedAge } from './protected-age.ts';

const matrix = matrixOf({ CONSENT_MATRIX_FILE: undefined });

test('[PRIV-02] members are protected below 16, or below the age that the law of their country names', () => {
  const on = new Date('2026-11-28T12:00:00Z');
  const isBelow = (country: string | null, birthdate: string | null) =>
    isBelowProtectedAge(matrix, { birthdate, country, on });
  assert.deepEqual([isBelow('US', '2010-11-29'), isBelow('US', '2010-11-28')], [true, false]);
  assert.deepEqual([isBelow('in', '2008-11-29'), isBelow('IN', '2008-11-28')], [true, false]);
  assert.equal(isBelow(null, '2009-01-01'), true, 'an unknown country has the highest age');
  assert.equal(isBelow('US', null), false);
});
