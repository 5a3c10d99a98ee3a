/** An unfinished mention: what stands between the @ and the caret. */
export interface MentionSearch {
  /** Where its @ stands. */
  start: number;
  end: number;
  search: string;
}

const LONGEST_NAME = 40;
const NAME_CHARACTER = /[\w.-]/;

/** The mention that is being typed at the caret; null where none is. An @ within a word, as in an e-mail address, begins none. */
export function mentionAt(text: string, caret: number): MentionSearch | null {
  let start = caret;
  while (start > 0 && caret - start <= LONGEST_NAME && NAME_CHARACTER.test(text.charAt(start - 1))) start--;
  if (text.charAt(start - 1) !== '@') return null;
  const before = text.charAt(start - 2);
  if (before && NAME_CHARACTER.test(before)) return null;
  return { start: start - 1, end: caret, search: text.slice(start, caret) };
}

/** The text with the mention completed, and where the caret goes on. */
export function insertMention(
  text: string,
  { start, end }: MentionSearch,
  username: string,
): { text: string; caret: number } {
  const name = `@${username} `;
  return { text: text.slice(0, start) + name + text.slice(end).trimStart(), caret: start + name.length };
}
