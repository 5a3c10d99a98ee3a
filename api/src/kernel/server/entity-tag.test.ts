import assert from 'node:assert/strict';
import test from 'node:test';
import { hasEntityTag } from './entity-tag.ts';

const TAG = '"m_UhsZW2"';
const has = (ifNoneMatch?: string, tag = TAG) =>
  hasEntityTag({ headers: { 'if-none-match': ifNoneMatch } }, tag);

test('[DATA-02] a version that the caller holds is found by its tag, by the weak one of a compressed answer, and in a list', () => {
  for (const held of [TAG, `W/${TAG}`, `"x", ${TAG}`, `W/"x",W/${TAG}`, '*']) {
    assert.ok(has(held), held);
    assert.ok(has(held, `W/${TAG}`), held);
  }
  for (const other of [undefined, '', '"x"', TAG.slice(1, -1), `w/${TAG}`, `W/W/${TAG}`, `"${TAG}"`])
    assert.ok(!has(other), other);
});
