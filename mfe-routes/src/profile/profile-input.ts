import type { ProfileFocus, Range } from './profile-focus.ts';

const DRAG_PIXELS = 4;
/** A finger that rests so long begins to select; before, it moves the cursor or scrolls the page. */
const HOLD_MS = 400;
const REST_PIXELS = 10;

/**
 * Lets pointers move the cursor of a profile and select a part of it.
 * @param options.alongAt metres along the course at a place on the screen
 * @returns the function that ends it
 */
export function watchPointer(
  layer: HTMLElement,
  focus: () => ProfileFocus,
  alongAt: (clientX: number) => number,
): () => void {
  let drag: { pixel: number; along: number; moved: boolean } | null = null;
  let hold: { timer: ReturnType<typeof setTimeout>; pixel: number } | null = null;

  const down = (event: PointerEvent) => {
    const start = { pixel: event.clientX, along: alongAt(event.clientX) };
    if (event.pointerType !== 'touch') {
      if (event.button !== 0) return;
      layer.setPointerCapture?.(event.pointerId);
      drag = { ...start, moved: false };
      return;
    }
    focus().setCursor(start.along);
    const timer = setTimeout(() => {
      drag = { ...start, moved: true };
      navigator.vibrate?.(10);
    }, HOLD_MS);
    hold = { timer, pixel: start.pixel };
  };
  const move = (event: PointerEvent) => {
    const along = alongAt(event.clientX);
    if (hold && Math.abs(event.clientX - hold.pixel) > REST_PIXELS) clearTimeout(hold.timer);
    focus().setCursor(along);
    if (!drag) return;
    drag.moved ||= Math.abs(event.clientX - drag.pixel) > DRAG_PIXELS;
    if (drag.moved) focus().setRange(rangeBetween(drag.along, along));
  };
  const stop = () => {
    clearTimeout(hold?.timer);
    hold = null;
    drag = null;
  };
  const up = () => {
    // A click without a drag lets go of what was selected.
    if (drag && !drag.moved) focus().setRange(null);
    stop();
  };
  const leave = (event: PointerEvent) => {
    if (event.pointerType !== 'touch' && !drag) focus().setCursor(null);
  };
  const menu = (event: Event) => drag && event.preventDefault();

  const listeners = {
    pointerdown: down,
    pointermove: move,
    pointerup: up,
    pointercancel: stop,
    pointerleave: leave,
    contextmenu: menu,
  };
  for (const [name, listener] of Object.entries(listeners))
    layer.addEventListener(name, listener as EventListener);
  return () => {
    stop();
    for (const [name, listener] of Object.entries(listeners))
      layer.removeEventListener(name, listener as EventListener);
  };
}

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

/** Cursor and selection by keyboard. `anchor` is where a selection with Shift started. */
interface CursorState {
  cursor: number | null;
  range: Range | null;
  anchor: number | null;
}

/**
 * Where a key leads: arrows a little, Page Up and Down more, Home and End to the ends; with Shift all between start and
 * end of the way is selected; Escape lets go of it, then of the cursor.
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
  const step = STEPS[key];
  if (step === undefined) return null;
  const at = cursor ?? 0;
  const next = Math.min(total, Math.max(0, at + step * total));
  if (!shiftKey) return { cursor: next, range, anchor: null };
  const start = anchor ?? at;
  return { cursor: next, range: rangeBetween(start, next), anchor: start };
}

/** What lies between two places; null where they are one. */
const rangeBetween = (a: number, b: number): Range | null =>
  a === b ? null : { from: Math.min(a, b), to: Math.max(a, b) };
