import assert from 'node:assert/strict';
import test from 'node:test';
import { readUnsubscribeToken } from '../mail/unsubscribe.ts';
import { isSameText } from './secrets.ts';

test('texts of one length with different numbers of bytes are different, and no error', () => {
  assert.ok(isSameText('né', 'né'));
  assert.ok(!isSameText('né', 'ne'));
  assert.ok(!isSameText('ne', 'net'));
  const keys = { derive: () => Buffer.alloc(32) };
  assert.equal(readUnsubscribeToken(keys, `1.account.${'é'.repeat(32)}`), null);
});
