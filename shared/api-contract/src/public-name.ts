import type { FieldProblem } from './problems.ts';

/** Scripts that UTS 39 recommends, and Cherokee, which looks like Latin. Letters of all others count as one script. */
const SCRIPTS = (
  'Latin Cyrillic Greek Armenian Georgian Hebrew Arabic Thaana Ethiopic Cherokee Devanagari Bengali Gurmukhi Gujarati Oriya ' +
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
const GROUPS = [
  ...[...SCRIPTS.map((script) => [script]), ...TOGETHER].map(
    (scripts) =>
      // unchecked expression: one class of characters, without repetition
      new RegExp(`[^${classOf(scripts)}${ANY_SCRIPT}]`, 'gu'),
  ),
  // unchecked expression: one class of characters, without repetition
  new RegExp(`[${classOf(SCRIPTS)}]`, 'gu'),
];
const WORDS = /[\p{L}\p{M}\p{N}\u200C\u200D]+/gu;
/** Small capitals and phonetic letters of Latin that look like those of the alphabet and are in no language's names. */
const LOOK_ALIKE =
  /[\u0251\u0261\u0262\u026A\u0274\u0280\u028F\u0299\u029C\u029F\u1D00-\u1D2B\u1D62-\u1D6A\uA730\uA731]/u;
/** Letters and figures in another style: bold, script, wide. */
const STYLED = /[\u{1D400}-\u{1D7FF}\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]|(?=\p{L})[\u2100-\u214F]/gu;
/** No name may be as long; one that is gets refused for that. */
const LENGTH_MAX = 500;
const ASCII = /^[ -~]*$/;

/** Letters in the style in which everybody writes them. */
export const plainLetters = (name: string): string =>
  name.replaceAll(STYLED, (letter) => letter.normalize('NFKC'));

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
