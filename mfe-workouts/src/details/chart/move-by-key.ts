import { CURSOR_KEY_STEPS, nearestIndex, rangeBetween } from '@waymark/chart';
import type { SelectionState } from '../selection/recording-selection.ts';
import { rangeOf, type View } from './view.ts';

/**
 * Where a key moves the cursor: arrows a little, Page Up and Down more, Home and End to the ends of what is in sight.
 * With Shift what lies between start and end of the way is selected; Escape clears it.
 * @param anchor the sample where selecting with Shift began
 * @returns null for any other key
 */
export function moveByKey(
  { key, shiftKey }: { key: string; shiftKey: boolean },
  { cursor }: SelectionState,
  view: View,
  anchor: number | undefined,
): { change: Partial<SelectionState>; anchor: number | undefined } | null {
  if (key === 'Escape') return { change: { part: null }, anchor: undefined };
  const at = cursor ?? view.from;
  const target = targetOf(key, at, view);
  if (target === null) return null;
  if (!shiftKey) return { change: { cursor: target }, anchor: undefined };
  const start = anchor ?? at;
  return { change: { cursor: target, part: rangeBetween(start, target) }, anchor: start };
}

function targetOf(key: string, at: number, view: View): number | null {
  const move = CURSOR_KEY_STEPS[key];
  if (move === undefined) return null;
  const [low, high] = rangeOf(view);
  const { values } = view.axis;
  const wanted = nearestIndex(values, values[at]! + move * (high - low));
  // Where samples lie far apart, or stand still, one step is at least one sample.
  const moved = move > 0 ? Math.max(wanted, at + 1) : Math.min(wanted, at - 1);
  return Math.min(Math.max(moved, view.from), view.to);
}
