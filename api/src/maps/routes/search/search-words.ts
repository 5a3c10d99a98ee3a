/** Letters that no decomposition takes apart. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** The words of a text without case and accents: `Łódź: Río-Loop` gives lodz, rio, loop. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}'’]/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => PLAIN[letter]!)
    .normalize('NFKC')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
}

/** A name as search reads it: its words, a blank before each. */
export const searchName = (name: string): string =>
  wordsOf(name)
    .map((word) => ` ${word}`)
    .join('');

/** What is searched for by a text: the beginning of a word. Null for a text without any letter. */
export const searchWord = (text: string | undefined): string | null => wordsOf(text ?? '')[0] ?? null;
