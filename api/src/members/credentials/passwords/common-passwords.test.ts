import assert from 'node:assert/strict';
import test from 'node:test';
import { isCommonPassword } from './common-passwords.ts';
import { COMMON_WORDS } from './common-words.ts';

test('more than a thousand of the commonest passwords are known', () => {
  const endings = ['', '1', '123', '!', '2024'];
  const guesses = [...COMMON_WORDS]
    .flatMap((word) => endings.map((end) => word + end))
    .filter((p) => p.length >= 8);
  assert.ok(guesses.length > 1000, `${guesses.length}`);
  assert.deepEqual(
    guesses.filter((password) => !isCommonPassword(password)),
    [],
  );
});

test('disguises of common words, keyboard runs, repetitions and dates are known', () => {
  for (const password of [
    'P@ssw0rd!',
    'passwordpassword',
    '1qaz2wsx',
    'zxcvbnm123',
    'asdfqwer',
    'aaaaaaaa',
    'abcabcabc',
    '17051990',
    '1990-05-17',
    '!@#$%^&*',
    '987654321',
    'Dr4gon99',
  ])
    assert.ok(isCommonPassword(password), password);
});

test('the own address and names are known, others are not', () => {
  const own = ['ola.kowalska@example.pl', 'Ola', 'Kowalska'];
  for (const password of ['olakowalska1', 'KowalskaOla', 'ola.kowalska@example.pl', 'kowalska99'])
    assert.ok(isCommonPassword(password, own), password);
  assert.equal(isCommonPassword('kowalska99'), false);
});

test('passphrases, random text and other alphabets pass', () => {
  for (const password of [
    'correct horse battery',
    'k7#mQ2!vLp9x',
    'grey otter sings',
    'zażółćgęślą',
    'tr0ub4dor&3',
  ])
    assert.equal(isCommonPassword(password), false, password);
});
