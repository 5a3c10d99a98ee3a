const LINE_BREAKS = /\r\n?|[\u0085\u2028\u2029]/gu;
/** Controls, and what turns the direction of the text that follows: a name could be shown as another one. */
const UNPRINTABLE = /(?![\n\t])\p{Cc}|[\u061C\u202A-\u202E\u2066-\u2069\uFEFF]/gu;
/** No script puts more marks on one letter, and normalising takes quadratic time in their number. */
const STACKED_MARKS = /(\p{M}{8})\p{M}+/gu;
/** Spaces, and characters that show nothing. Within a text some of them join emoji or letters; one colours emoji. */
const BLANK = /\s|\u2800|(?!\uFE0F)\p{Default_Ignorable_Code_Point}/u;

/** Ends are found by code units, and tags, which end flags, have two: a name of nothing else is found by this. */
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

/** A name or title: one line that neither begins nor ends with what nobody sees. */
export function cleanName(text: string): string {
  const line = cleanText(text).replaceAll(/[\n\t]/gu, ' ');
  if (!isVisible(line)) return '';
  let from = 0;
  let to = line.length;
  while (from < to && BLANK.test(line[from]!)) from++;
  while (to > from && BLANK.test(line[to - 1]!)) to--;
  return line.slice(from, to);
}
