import assert from 'node:assert/strict';
import test from 'node:test';
import { idsOf, matchRequirements } from './requirements.ts';

test('a title may carry one id, several, or none', () => {
  assert.deepEqual(idsOf('[SESS-01] one refresh serves all'), ['SESS-01']);
  assert.deepEqual(idsOf('[UI-02, UI-03] both'), ['UI-02', 'UI-03']);
  assert.deepEqual(idsOf('a list [1, 2]'), []);
});

test('a requirement has the passing and failing tests that name it', () => {
  const rows = matchRequirements(
    [
      { title: '[A-01] works', file: 'a', state: 'passed' },
      { title: '[A-01] breaks', file: 'a', state: 'failed' },
      { title: '[A-010] another', file: 'a', state: 'passed' },
    ],
    'id\towner\trequirement\nA-01\thost\tfirst\nA-02\tapi\tsecond\n',
  );
  assert.deepEqual(
    rows.map((r) => [r.id, r.passing.length, r.failing.length]),
    [
      ['A-01', 1, 1],
      ['A-02', 0, 0],
    ],
  );
});
