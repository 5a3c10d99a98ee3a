import assert from 'node:assert/strict';
import test from 'node:test';
import type { Privacy } from '@waymark/api-contract';
import { abilities } from '../../training/workout-store/policy.ts';
import { canRead, listedPrivacy, type Relation } from './policy.ts';

const LEVELS: Privacy[] = [0, 1, 3, 6];
const TABLE: [Relation, listed: Privacy[], readable: Privacy[]][] = [
  ['self', [0, 1, 3, 6], [0, 1, 3, 6]],
  ['friend', [1, 3], [1, 3]],
  ['link', [3], [3, 6]],
  ['other', [3], [3]],
  ['blocked', [], []],
  ['visitor', [3], [3]],
];

for (const [relation, listed, readable] of TABLE) {
  test(`[DATA-03] what a ${relation} finds in lists and may open`, () => {
    assert.deepEqual([...listedPrivacy(relation)], listed);
    assert.deepEqual(
      LEVELS.filter((privacy) => canRead(relation, privacy)),
      readable,
    );
    const own = relation === 'self';
    assert.deepEqual(abilities(relation), { edit: own, delete: own, copy: own });
  });
}
