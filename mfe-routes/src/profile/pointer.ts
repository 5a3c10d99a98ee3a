import type { ProfileFocus } from './focus.ts';
import { rangeBetween } from './keys.ts';

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
