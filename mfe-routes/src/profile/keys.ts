import type { Range } from './focus.ts';

/** A step of an arrow key, and of Page Up and Down, as a part of the course. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1 / 200,
  ArrowDown: -1 / 200,
  ArrowRight: 1 / 200,
  ArrowUp: 1 / 200,
  PageDown: -1 / 10,
  PageUp: 1 / 10,
  Home: -1,
  End: 1,
};

/** Where keys have led so far. `anchor` is where selecting with Shift began. */
export interface Looked {
  cursor: number | null;
  range: Range | null;
  anchor: number | null;
}

/**
 * Where a key leads: arrows a little, Page Up and Down more, Home and End to the ends; with Shift all between start and
 * end of the way is selected; Escape lets go of it, then of the cursor.
 * @returns null for any other key
 */
export function afterKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { cursor, range, anchor }: Looked,
  total: number,
): Looked | null {
  if (key === 'Escape') {
    if (range) return { cursor, range: null, anchor: null };
    return cursor === null ? null : { cursor: null, range: null, anchor: null };
  }
  const step = STEPS[key];
  if (step === undefined) return null;
  const at = cursor ?? 0;
  const next = Math.min(total, Math.max(0, at + step * total));
  if (!shiftKey) return { cursor: next, range, anchor: null };
  const start = anchor ?? at;
  return { cursor: next, range: rangeBetween(start, next), anchor: start };
}

/** What lies between two places; null where they are one. */
export const rangeBetween = (a: number, b: number): Range | null =>
  a === b ? null : { from: Math.min(a, b), to: Math.max(a, b) };
