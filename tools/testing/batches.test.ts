import assert from 'node:assert/strict';
import test from 'node:test';
import { batchesOf } from './batches.ts';

test('each test file is in one batch, neighbours in different ones, and none has far more than others', () => {
  const files = Array.from({ length: 50 }, (_, index) => `file-${index}.test.ts`);
  const batches = batchesOf(files);
  assert.deepEqual(batches.flat().toSorted(), files.toSorted());
  assert.ok(batches.every((batch) => batch.length >= 7 && batch.length <= 8));
  assert.notEqual(
    batches.findIndex((batch) => batch.includes('file-0.test.ts')),
    batches.findIndex((batch) => batch.includes('file-1.test.ts')),
  );
  assert.deepEqual(batchesOf([]), []);
});
