/** A part between two places of an axis; `from` is less than `to`. */
export interface AxisRange {
  from: number;
  to: number;
}

/** What lies between two places; null where they are one. */
export const rangeBetween = (a: number, b: number): AxisRange | null =>
  a === b ? null : { from: Math.min(a, b), to: Math.max(a, b) };

/** How far each key moves a cursor, as a part of the visible range. */
export const CURSOR_KEY_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1 / 200,
  ArrowDown: -1 / 200,
  ArrowRight: 1 / 200,
  ArrowUp: 1 / 200,
  PageDown: -1 / 10,
  PageUp: 1 / 10,
  Home: -1,
  End: 1,
};

const DRAG_PIXELS = 4;
/** A finger that rests so long begins to select; before, it moves the cursor or scrolls the page. */
const HOLD_MS = 400;
const REST_PIXELS = 10;

export interface PointerSelectionOptions {
  /** The place of the axis at a horizontal position of the window. */
  placeAt: (clientX: number) => number;
  /** The cursor moved. `range` is what the drag selects (null for nothing); undefined while nothing is dragged. */
  onMove: (place: number, range?: AxisRange | null) => void;
  /** The mouse left the chart. */
  onLeave: () => void;
  /** A click without a drag. */
  onClear: () => void;
}

/**
 * Lets mouse, pen and finger move a cursor over a chart and select a part of it by dragging.
 * @param layer the element over the chart's drawing
 * @returns the function that ends it
 */
export function watchPointerSelection(layer: HTMLElement, options: PointerSelectionOptions): () => void {
  let drag: { clientX: number; place: number; hasMoved: boolean } | null = null;
  let hold: { timer: ReturnType<typeof setTimeout>; clientX: number } | null = null;

  const stop = () => {
    clearTimeout(hold?.timer);
    hold = null;
    drag = null;
  };
  const listeners: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void } = {
    pointerdown(event) {
      const { clientX } = event;
      const place = options.placeAt(clientX);
      if (event.pointerType === 'touch') {
        options.onMove(place);
        const timer = setTimeout(() => {
          drag = { clientX, place, hasMoved: true };
          navigator.vibrate?.(10);
        }, HOLD_MS);
        hold = { timer, clientX };
      } else if (event.button === 0) {
        layer.setPointerCapture?.(event.pointerId);
        drag = { clientX, place, hasMoved: false };
      }
    },
    pointermove(event) {
      // The page has nothing else to do with a moving pointer, and React would search its whole tree for listeners.
      event.stopPropagation();
      const place = options.placeAt(event.clientX);
      if (hold && Math.abs(event.clientX - hold.clientX) > REST_PIXELS) clearTimeout(hold.timer);
      if (drag) drag.hasMoved ||= Math.abs(event.clientX - drag.clientX) > DRAG_PIXELS;
      options.onMove(place, drag?.hasMoved ? rangeBetween(drag.place, place) : undefined);
    },
    mousemove: (event) => event.stopPropagation(),
    pointerup() {
      if (drag && !drag.hasMoved) options.onClear();
      stop();
    },
    pointercancel: stop,
    pointerleave(event) {
      if (event.pointerType !== 'touch' && !drag) options.onLeave();
    },
    contextmenu: (event) => drag && event.preventDefault(),
  };
  for (const [name, listener] of Object.entries(listeners))
    layer.addEventListener(name, listener as EventListener);
  return () => {
    stop();
    for (const [name, listener] of Object.entries(listeners))
      layer.removeEventListener(name, listener as EventListener);
  };
}
