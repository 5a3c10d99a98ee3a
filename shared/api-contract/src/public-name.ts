import type { FieldProblem } from './problems.ts';

/** The scripts that UAX 31 recommends for names; of the others many letters look like those of Latin. */
const SCRIPTS = (
  'Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Thaana Ethiopic Devanagari Bengali Gurmukhi Gujarati Oriya ' +
  'Tamil Telugu Kannada Malayalam Sinhala Thai Lao Tibetan Myanmar Khmer Hangul Hiragana Katakana Bopomofo Han'
).split(' ');
/** Scripts that stand in one word: UTS 39, "highly restrictive". */
const TOGETHER = [
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
];
const classOf = (scripts: readonly string[]): string =>
  scripts.map((script) => `\\p{Script_Extensions=${script}}`).join('');
const ANY_SCRIPT = classOf(['Common', 'Inherited']);
const GROUPS = [...SCRIPTS.map((script) => [script]), ...TOGETHER].map(
  (scripts) =>
    // unchecked expression: one class of characters, without repetition
    new RegExp(`[^${classOf(scripts)}${ANY_SCRIPT}]`, 'gu'),
);
const WORDS = /[\p{L}\p{M}\p{N}\u200C\u200D]+/gu;
/**
 * Letters of Latin that look like others and are in no language's names: clicks, phonetic letters and small capitals (but
 * for those that alphabets of Africa have), and those of old manuscripts.
 */
const LATIN_LOOK_ALIKES =
  String.raw`\u0184\u0185\u01A7\u01A8\u01BB-\u01C3\u0250-\u0252\u0255\u0258\u025A\u025C-\u025F\u0261\u0262\u0264-\u0267` +
  String.raw`\u026A-\u0271\u0273-\u0282\u0284-\u0287\u028C-\u0291\u0293\u0295-\u02AF\u1D00-\u1DBF\u2C6D-\u2C7F` +
  String.raw`\uA720-\uA7FF\uAB30-\uAB6F\u{10780}-\u{107BF}\u{1DF00}-\u{1DFFF}`;
// unchecked expression: one class of characters, without repetition
const LOOK_ALIKE = new RegExp(
  `[${LATIN_LOOK_ALIKES}]|(?![${classOf(SCRIPTS)}${ANY_SCRIPT}])[\\p{L}\\p{M}\\p{N}]`,
  'u',
);
/**
 * Letters and figures in another style: bold, raised, wide, joined. The ordinal signs stay: Mª is a first name. In other
 * scripts than these, compatible forms are how a word is spelled.
 */
const STYLED =
  /(?![\u00AA\u00BA])(?=[\p{L}\p{N}])[\p{Script=Latin}\p{Script=Greek}\p{Script=Arabic}\p{Script=Katakana}\p{Script=Common}]/gu;
const HYPHENS = /[\u2010\u2011]/gu;
/** A second dot on i and j is not seen; marks that strike a letter out or enclose it make another one of it. */
const MISLEADING_MARKS = /(?<=[ij])\u0307(?!\p{M})|[\u0334-\u0338]|(?!(?<=[\d#*]\uFE0F?)\u20E3)\p{Me}/gu;
const DIACRITICS = String.raw`\u0300-\u036F\u1AB0-\u1AFF\u1DC0-\u1DFF`;
/** No language puts more marks on a letter of Latin, Greek or Cyrillic. */
// unchecked expression: a class of a fixed number of times, and the same class once more
const STACKED_MARKS = new RegExp(`([${DIACRITICS}]{3})[${DIACRITICS}]+`, 'gu');
/** No name may be as long; one that is gets refused for that. */
const LENGTH_MAX = 500;
const ASCII = /^[ -~]*$/;

/** A name in the letters that everybody writes, so that two which are shown alike are stored alike. */
export const plainLetters = (name: string): string =>
  ASCII.test(name)
    ? name
    : name
        .replaceAll(STYLED, (letter) => letter.normalize('NFKC'))
        .replaceAll(HYPHENS, '-')
        .normalize('NFC')
        .replaceAll(MISLEADING_MARKS, '')
        .replaceAll(STACKED_MARKS, '$1');

/** The letter that is of another script than the rest of its word. */
function findForeignLetter(word: string): string | null {
  let fewest: RegExpMatchArray | null = null;
  for (const group of GROUPS) {
    const outside = word.match(group);
    if (!outside) return null;
    if (!fewest || outside.length < fewest.length) fewest = outside;
  }
  return fewest?.[0] ?? null;
}

/**
 * The one decision about names by which members tell each other, groups, challenges and apps apart: a letter that looks
 * like one of another script would make two of them look the same. Each word is of one script; a name may have several.
 * @returns what is wrong; null where nothing is
 */
export function findNameProblem(name: string): FieldProblem | null {
  if (ASCII.test(name)) return null;
  const text = name.slice(0, LENGTH_MAX);
  const character = LOOK_ALIKE.exec(text)?.[0];
  if (character !== undefined) return { code: 'look_alike', parameters: { character } };
  for (const [word] of text.matchAll(WORDS)) {
    const letter = findForeignLetter(word);
    if (letter !== null) return { code: 'mixed_scripts', parameters: { character: letter } };
  }
  return null;
}
