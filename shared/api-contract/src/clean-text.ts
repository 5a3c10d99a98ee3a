const LINE_BREAKS = /\r\n?|[\u0085\u2028\u2029]/gu;
/** Controls, noncharacters, and what turns the direction of the text that follows: a name could be shown as another one. */
const UNPRINTABLE = /(?![\n\t])\p{Cc}|\p{Noncharacter_Code_Point}|[\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
/** No script puts more marks on one letter, and normalising takes quadratic time in their number. */
const STACKED_MARKS = /(\p{M}{8})\p{M}+/gu;

const VISIBLE = /[^\s\u2800\p{Default_Ignorable_Code_Point}]/u;

/** Whether a reader sees anything of a text. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

const PLAIN = /^[\n\t -~]*$/u;

/** A text of several lines without characters that nobody sees, in normal form. */
export const cleanText = (text: string): string =>
  PLAIN.test(text)
    ? text
    : text
        .toWellFormed()
        .replaceAll(LINE_BREAKS, '\n')
        .replaceAll(UNPRINTABLE, '')
        .replaceAll(STACKED_MARKS, '$1')
        .normalize('NFC');

const tagged = (letters: string): string =>
  Array.from(`${letters}\u007F`, (letter) => String.fromCodePoint(0xe0000 + letter.codePointAt(0)!)).join('');
/** Flags of England, Scotland and Wales: tags spell out the region. Whatever else they spell shows a black flag. */
const FLAG = String.raw`\u{1F3F4}(?:${['eng', 'sct', 'wls'].map((part) => tagged(`gb${part}`)).join('|')})`;
/** Joins parts of an emoji. */
const EMOJI_JOINER = String.raw`(?<=\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?)\u200D(?=\p{Extended_Pictographic})`;
/** Shows a character as text or in colours. */
const EMOJI_STYLE = String.raw`(?<=\p{Extended_Pictographic})[\uFE0E\uFE0F]|(?<=[\d#*])\uFE0F(?=\u20E3)`;
/** The sign that takes the vowel from a letter, in the scripts of India and their neighbours. */
const VIRAMA = String.raw`[\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D3B\u0D3C\u0D4D\u0DCA\u1039\u17D2]`;
/** Beside it both joiners choose between a ligature and its parts. */
const INDIC_JOINER = String.raw`(?<=${VIRAMA})[\u200C\u200D](?=\p{L})|(?<=\p{L})\u200D(?=${VIRAMA})`;
/** Ends the connection of two letters within a word, as Persian does. */
const ARABIC_JOINER = String.raw`(?<=[\p{Script=Arabic}\p{Script=Syriac}]\p{M}*)\u200C(?=[\p{Script=Arabic}\p{Script=Syriac}])`;

/** Kept where a script or emoji needs it. Forms of one character are not: most fonts show all of them alike. */
const NEEDED = [FLAG, EMOJI_JOINER, EMOJI_STYLE, INDIC_JOINER, ARABIC_JOINER].join('|');
/**
 * What shows nothing or not the same everywhere: ignorable, for private use, and not assigned unless it will be an emoji.
 * A Hangul filler, a soft hyphen or a direction mark makes two names look alike.
 */
const UNSEEN = String.raw`\p{Default_Ignorable_Code_Point}|\p{Co}|(?!\p{Extended_Pictographic})\p{Cn}`;
// unchecked expression: joined from the constant parts above, none of which repeats inside a repetition
const UNSEEN_OR_NEEDED = new RegExp(`(${NEEDED})|${UNSEEN}`, 'gu');
const BLANKS = /[\s\u2800]+/gu;

/** A name or title: one line in which nothing is that nobody sees, with one blank between words. */
export function cleanName(text: string): string {
  if (PLAIN.test(text)) return text.replaceAll(BLANKS, ' ').trim();
  const line = cleanText(text).replaceAll(UNSEEN_OR_NEEDED, '$1').replaceAll(BLANKS, ' ').trim();
  // What is left may have come together.
  return line.normalize('NFC');
}
