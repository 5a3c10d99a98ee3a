/** How a spreadsheet recognises a formula; also behind white space. */
const FORMULA = /^[\s\p{Cc}]*[=+\-@|%＝＋－＠]/u;

/** A text that a spreadsheet takes as a text: an apostrophe before what would run as a formula. */
export function textCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) || safe !== safe.trim() ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** With a point and without thousands, whatever the language: half of the world's spreadsheets ask, none guesses wrong. */
export function numberCell(value: number | null, digits: number): string {
  return value === null ? '' : String(Number(value.toFixed(digits)));
}

export const csvLine = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

/** Without it, spreadsheets read the umlauts of UTF-8 as something else. */
export const BYTE_ORDER_MARK = '\uFEFF';
