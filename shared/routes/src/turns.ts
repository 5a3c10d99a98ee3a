/** What an instruction asks for. `generic` is a note of the member's own. */
export type Turn =
  | 'generic'
  | 'straight'
  | 'left'
  | 'right'
  | 'slight_left'
  | 'slight_right'
  | 'sharp_left'
  | 'sharp_right'
  | 'u_turn';

const SIDES = /\b(?:(slight|bear|keep|sharp)(?:ly)?\b.{0,20}?)?\b(left|right)\b/i;

/** The direction in a turn instruction; what names none goes on. `own`: a note of the member's own. */
export function turnOf({ text, own }: { text: string; own: boolean }): Turn {
  if (own) return 'generic';
  if (/\bu-?turn\b/i.test(text)) return 'u_turn';
  const found = SIDES.exec(text);
  if (!found) return 'straight';
  const side = found[2]!.toLowerCase() as 'left' | 'right';
  const how = found[1]?.toLowerCase();
  return how === undefined ? side : `${how === 'sharp' ? 'sharp' : 'slight'}_${side}`;
}
