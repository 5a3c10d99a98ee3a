import { COMMON_WORDS } from './common-words.ts';
import { invalid } from '../../../kernel/server/errors.ts';

const ROWS = [
  '1234567890',
  'qwertyuiop[]',
  "asdfghjkl;'",
  'zxcvbnm,./',
  'qwertzuiop',
  'azertyuiop',
  'yxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  // Down the columns of a keyboard, as in 1qaz2wsx.
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'qazwsxedcrfvtgbyhnujmikolp',
  '147258369',
  '159357',
  '112233445566778899',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '!@#$%^&*()',
];
const WALKS = ROWS.flatMap((row) => [row, row.split('').reverse().join('')]).map((row) => row + row);
const SHORTEST_WALK = 3;
const LEET: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/**
 * True for passwords that guessers try first: common words with figures, signs or look-alike letters,
 * keyboard runs, repetitions, dates, and the member's own name or address.
 */
export function isCommonPassword(password: string, own: readonly string[] = []): boolean {
  const text = password.normalize('NFKC').toLowerCase();
  return (
    isRepetition(text) ||
    isDate(text) ||
    isOnlyWalks(text) ||
    readings(text).some((reading) => isCommonWord(reading)) ||
    isOwn(text, own)
  );
}

const asLetters = (text: string) => text.replaceAll(/[013457@$!]/g, (char) => LEET[char] ?? char);

/** The text itself, and with look-alike figures read as letters. */
function readings(text: string): string[] {
  const plain = asLetters(text);
  // Figures at the end are an ending more often than letters: 'password1' is not 'passwordi'.
  const body = text.replace(/(?<![\d\W_])[\d\W_]+$/, '');
  const mixed = asLetters(body) + text.slice(body.length);
  return [text, plain, mixed];
}

function isCommonWord(text: string): boolean {
  if (COMMON_WORDS.has(text)) return true;
  const word = text.replaceAll(/^[\d\W_]+|(?<![\d\W_])[\d\W_]+$/gu, '');
  if (COMMON_WORDS.has(word)) return text.length - word.length <= 6;
  const half = word.length / 2;
  return (
    Number.isInteger(half) &&
    word.slice(0, half) === word.slice(half) &&
    COMMON_WORDS.has(word.slice(0, half))
  );
}

/** One to three characters over and over. */
const isRepetition = (text: string) => /^(.{1,3}?)\1+.{0,2}$/u.test(text);

/** Eight figures that are a day between 1900 and 2099. */
function isDate(text: string): boolean {
  const digits = text.replaceAll(/[-./ ]/g, '');
  return /^(?:(?:19|20)\d\d[01]\d[0-3]\d|[0-3]\d[01]\d(?:19|20)\d\d|[01]\d[0-3]\d(?:19|20)\d\d)$/.test(
    digits,
  );
}

/** Made of nothing but runs along a keyboard or the alphabet, each of three or more. */
function isOnlyWalks(text: string): boolean {
  let at = 0;
  while (at < text.length) {
    let length = text.length - at;
    while (length >= SHORTEST_WALK && !WALKS.some((walk) => walk.includes(text.slice(at, at + length))))
      length--;
    if (length < SHORTEST_WALK) return at >= 6 && text.length - at <= 2;
    at += length;
  }
  return true;
}

/** The member's address or names, with little around them. */
function isOwn(text: string, own: readonly string[]): boolean {
  const parts = own.flatMap((value) => {
    const whole = value.toLowerCase().trim();
    const local = whole.split('@')[0] ?? '';
    return [whole, local, local.replaceAll(/[^\p{L}\d]/gu, '')];
  });
  const names = own.map((value) => value.toLowerCase().replaceAll(/\s/g, ''));
  return [...parts, names.join(''), [...names].reverse().join('')].some(
    (part) => part.length >= 4 && text.includes(part) && text.length - part.length <= 4,
  );
}

/** @throws ApiProblem naming the field `password` when it is one of those that are guessed first */
export function checkPassword(password: string, own: readonly string[]): void {
  if (isCommonPassword(password, own))
    throw invalid(
      { password: ['This password is easy to guess. Choose one that few others would think of.'] },
      { password: [{ code: 'easy_to_guess' }] },
    );
}
