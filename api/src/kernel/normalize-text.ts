/** Letters that Unicode does not take apart into a plain one and a mark. */
const LETTERS: Record<string, string> = {
  ı: 'i',
  ł: 'l',
  ß: 'ss',
  ø: 'o',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ð: 'd',
  ħ: 'h',
  ə: 'e',
  þ: 'th',
};
const LONG: Record<string, string> = { st: 'saint', ste: 'sainte', mt: 'mount', ft: 'fort' };
/** Written inside of words: O'Fallon, Kailua‘ula. */
const APOSTROPHES = /['’‘`´ʻʼ]/gu;

const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ıłßøđæœðħəþ]/gu, (letter) => LETTERS[letter]!);

const words = (text: string): string[] => text.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/**
 * A name as it is compared: small letters without accents, words with one space between, `St.` as `saint`.
 * `typing`: the last word may go on, so that it is not taken for a short form.
 */
export function normalizeText(name: string, { typing = false } = {}): string {
  const all = words(plain(name).replaceAll(APOSTROPHES, ''));
  return all.map((word, i) => (typing && i === all.length - 1 ? word : (LONG[word] ?? word))).join(' ');
}

/** Where in a folded name somebody may begin to type: at each word, and after an apostrophe (`L’Aquila`). */
export function beginnings(name: string): number[] {
  const folded = normalizeText(name);
  const found = folded ? [0] : [];
  for (let at = folded.indexOf(' '); at >= 0; at = folded.indexOf(' ', at + 1)) found.push(at + 1);
  for (const part of plain(name).matchAll(/(?<!\p{L})(\p{L}+)['’‘`´ʻʼ](\p{L}{3,})/gu)) {
    const at = folded.indexOf(part[1]! + part[2]!);
    if (at >= 0) found.push(at + part[1]!.length);
  }
  return [...new Set(found)];
}

/** For addresses: small Latin letters, digits and hyphens; empty for names in other scripts. */
export const slugOf = (name: string): string =>
  plain(name)
    .replaceAll(APOSTROPHES, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** FNV-1a over UTF-16 units: finds a slug in the baked table. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}
