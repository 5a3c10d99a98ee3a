export type CsvCell = string | number | null;

/** How a spreadsheet recognises a formula. */
const FORMULA_START = /[=+\-@|%＝＋－＠]/u;
/** Readers split a line at one of these, whichever the writer meant. */
const SEPARATOR = /[;,|\t\r\n]/u;
/** Readers drop these before they look for a formula. */
const IGNORED = /[\s\p{Cc}"]/u;

/**
 * Puts an apostrophe before everything in a text that some reader would run as a formula: at its beginning and, since
 * a reader with another separator ignores our quotation marks, after each separator inside it.
 */
function neutralizeFormulas(text: string): string {
  let result = '';
  let isFieldStart = true;
  for (const character of text) {
    if (isFieldStart && FORMULA_START.test(character)) result += "'";
    isFieldStart = SEPARATOR.test(character) || (isFieldStart && IGNORED.test(character));
    result += character;
  }
  return result;
}

function csvField(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = neutralizeFormulas(cell);
  return /[";,|\t\r\n]/u.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * One record of a table. Numbers stay numbers, with a point and without thousands, whatever the language: half of the
 * world's spreadsheets ask, none guesses wrong.
 */
export const csvLine = (cells: readonly CsvCell[]): string => `${cells.map(csvField).join(',')}\r\n`;

/** Without it, spreadsheets read the umlauts of UTF-8 as something else. */
export const BYTE_ORDER_MARK = '\uFEFF';
