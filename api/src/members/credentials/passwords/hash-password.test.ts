import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import { hashPassword, hashWithSalt, verifyPassword } from './hash-password.ts';

const HASHES = 40;

test('[SESS-01] a password is known by its hash alone, in every form of its letters', async () => {
  const stored = await hashPassword('Zażółć gęślą jaźń'.normalize('NFD'));
  assert.match(stored, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.equal(await verifyPassword(stored, 'Zażółć gęślą jaźń'.normalize('NFC')), true);
  assert.equal(await verifyPassword(stored, 'Zazolc gesla jazn'), false);
  assert.equal(await verifyPassword(null, 'nobody has this password'), false);
});

test('[SESS-01] passwords that arrive together leave threads for files', async () => {
  let done = 0;
  const salt = Buffer.alloc(16);
  const hashes = Array.from({ length: HASHES }, (_, i) =>
    hashWithSalt(`password ${i}`, salt).then(() => done++),
  );
  await readFile(import.meta.filename);
  // In the line of the thread pool the file would come after all but three of them.
  assert.ok(done < HASHES / 2, `${done} of ${HASHES} came first`);
  await Promise.all(hashes);
  assert.equal(done, HASHES);
});
