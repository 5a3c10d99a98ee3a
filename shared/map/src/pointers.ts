import type { MapEvents, MapPointer } from './view.ts';

const HOLD_MILLISECONDS = 500;
/** A pointer that stays within this many pixels has not been moved. */
const STILL = { mouse: 4, touch: 9 };

export interface PointerOptions {
  element: HTMLElement;
  /** Elements of the caller over the map, whose pointers are their own. */
  isOwn: (target: EventTarget | null) => boolean;
  at: (x: number, y: number) => MapPointer['at'];
  tell: <K extends keyof MapEvents>(event: K, ...about: Parameters<MapEvents[K]>) => void;
  /** Whether somebody listens. */
  heard: (event: keyof MapEvents) => boolean;
  /** Asks whether somebody takes the pointer. */
  grab: (pointer: MapPointer) => boolean;
}

/**
 * Turns what pointers do over an element into the events of a map, ahead of the library below it: a pointer that is
 * taken never reaches the library. @returns the function that ends it
 */
export function watchPointers({ element, isOwn, at, tell, heard, grab }: PointerOptions): () => void {
  const fingers = new Set<number>();
  let pressed: { id: number; x: number; y: number; still: boolean; taken: boolean; at: PointerEvent } | null =
    null;
  /** A finger that the library is told of late; it is nobody's to take. */
  let handedOver: PointerEvent | null = null;
  let hold: ReturnType<typeof setTimeout> | undefined;
  let frame = 0;
  let next: (() => void) | undefined;
  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };

  const pointerOf = (event: PointerEvent | MouseEvent): MapPointer => {
    const box = element.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    return {
      at: at(x, y),
      x,
      y,
      touch: 'pointerType' in event && event.pointerType === 'touch',
      shift: event.shiftKey,
      alt: event.altKey,
      ctrl: event.ctrlKey || event.metaKey,
    };
  };
  /** At most one of these a frame, the latest. */
  const soon = (work: () => void) => {
    next = work;
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      next?.();
      next = undefined;
    });
  };
  const flush = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    next?.();
    next = undefined;
  };
  const forget = () => {
    cancelAnimationFrame(frame);
    frame = 0;
    next = undefined;
  };
  const breakOff = () => {
    clearTimeout(hold);
    if (!pressed) return;
    const { taken } = pressed;
    pressed = null;
    forget();
    if (taken) tell('drop', null);
  };

  /** Two fingers move the map also where one draws: the library has to know of the first one as well. */
  const handOver = ({ at: last }: { at: PointerEvent }) => {
    const { pointerId, pointerType, clientX, clientY, target } = last;
    element.releasePointerCapture?.(pointerId);
    const place = { clientX, clientY, bubbles: true, cancelable: true, composed: true };
    handedOver = new PointerEvent('pointerdown', {
      pointerId,
      pointerType,
      isPrimary: true,
      buttons: 1,
      ...place,
    });
    target?.dispatchEvent(handedOver);
    handedOver = null;
  };

  const down = (event: PointerEvent) => {
    if (event === handedOver || isOwn(event.target)) return;
    fingers.add(event.pointerId);
    if (fingers.size > 1) {
      const first = pressed;
      breakOff();
      if (first?.taken && event.pointerType === 'touch') handOver(first);
      return;
    }
    if (event.button !== 0) return;
    forget();
    const pointer = pointerOf(event);
    const taken = grab(pointer);
    pressed = { id: event.pointerId, x: event.clientX, y: event.clientY, still: true, taken, at: event };
    if (taken) {
      event.stopImmediatePropagation();
      event.preventDefault();
      element.setPointerCapture?.(event.pointerId);
      if (element.tabIndex >= 0) element.focus({ preventScroll: true });
    }
    if (event.pointerType === 'mouse' || !heard('longpress')) return;
    hold = setTimeout(() => {
      if (!pressed?.still) return;
      breakOff();
      tell('longpress', pointer);
    }, HOLD_MILLISECONDS);
  };
  const move = (event: PointerEvent) => {
    if (pressed?.id === event.pointerId) {
      pressed.at = event;
      const reach = event.pointerType === 'mouse' ? STILL.mouse : STILL.touch;
      if (pressed.still && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > reach) {
        pressed.still = false;
        clearTimeout(hold);
      }
      if (!pressed.taken) return;
      event.stopImmediatePropagation();
      if (pressed.still) return;
      const pointer = pointerOf(event);
      soon(() => tell('drag', pointer));
      return;
    }
    if (event.buttons === 0 && event.pointerType !== 'touch' && !isOwn(event.target)) {
      const pointer = pointerOf(event);
      soon(() => tell('hover', pointer));
    }
  };
  const up = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    if (pressed?.id !== event.pointerId) return;
    clearTimeout(hold);
    const { still, taken } = pressed;
    pressed = null;
    const pointer = pointerOf(event);
    if (taken) {
      event.stopImmediatePropagation();
      flush();
      tell('drop', still ? null : pointer);
    }
    if (still) tell('click', pointer);
  };
  const cancel = (event: PointerEvent) => {
    fingers.delete(event.pointerId);
    if (pressed?.id === event.pointerId) breakOff();
  };
  const leave = () => {
    forget();
    tell('hover', null);
  };
  const menu = (event: MouseEvent) => {
    if (isOwn(event.target) || !heard('longpress')) return;
    event.preventDefault();
    // A long touch opens the menu as well; it has been told by then.
    if ('pointerType' in event && event.pointerType === 'touch') return;
    tell('longpress', pointerOf(event));
  };
  /** The libraries also listen to what comes before or after the events of pointers. */
  const swallow = (event: Event) => {
    if (!pressed?.taken) return;
    event.stopImmediatePropagation();
    if (event.cancelable) event.preventDefault();
  };
  const escape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !pressed?.taken) return;
    event.stopImmediatePropagation();
    breakOff();
  };

  element.addEventListener('pointerdown', down, options);
  element.addEventListener('pointermove', move, options);
  // A pointer that went down here may be let go anywhere.
  addEventListener('pointerup', up, options);
  addEventListener('pointercancel', cancel, options);
  element.addEventListener('pointerleave', leave, { signal: ended.signal });
  element.addEventListener('contextmenu', menu, options);
  element.addEventListener('mousedown', swallow, options);
  element.addEventListener('touchstart', swallow, { ...options, passive: false });
  element.addEventListener('touchmove', swallow, { ...options, passive: false });
  addEventListener('keydown', escape, options);
  return () => {
    ended.abort();
    clearTimeout(hold);
    forget();
  };
}
