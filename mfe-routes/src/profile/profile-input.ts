import { CURSOR_KEY_STEPS, rangeBetween } from '@waymark/chart';
import type { Range } from './profile-focus.ts';

/** Cursor and selection by keyboard. `anchor` is where a selection with Shift started. */
interface CursorState {
  cursor: number | null;
  range: Range | null;
  anchor: number | null;
}

/**
 * Where a key leads: arrows a little, Page Up and Down more, Home and End to the ends; with Shift all between start and
 * end of the way is selected; Escape clears the part, then the cursor.
 * @returns null for any other key
 */
export function applyKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { cursor, range, anchor }: CursorState,
  total: number,
): CursorState | null {
  if (key === 'Escape') {
    if (range) return { cursor, range: null, anchor: null };
    return cursor === null ? null : { cursor: null, range: null, anchor: null };
  }
  const step = CURSOR_KEY_STEPS[key];
  if (step === undefined) return null;
  const at = cursor ?? 0;
  const next = Math.min(total, Math.max(0, at + step * total));
  if (!shiftKey) return { cursor: next, range, anchor: null };
  const start = anchor ?? at;
  return { cursor: next, range: rangeBetween(start, next), anchor: start };
}
