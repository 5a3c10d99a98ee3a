const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'àƀçđéƒĝĥíĵķĺɱñóþɋŕšţúṽŵẋýžÀƁÇĐÉƑĜĤÍĴĶĹṀÑÓÞɊŔŠŢÚṼŴẊÝŽ';
const BY_LETTER = new Map(Array.from(PLAIN, (letter, i) => [letter, ACCENTED[i] ?? letter]));

/** English with an accent on each letter; the numbered tags of rich text stay as they are. */
export function pseudolocalize(text: string): string {
  return text.replace(/<\/?\d+\/?>|[a-zA-Z]/g, (part) => BY_LETTER.get(part) ?? part);
}
