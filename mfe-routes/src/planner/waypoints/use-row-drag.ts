import { useRef, useState, type PointerEvent, type RefObject } from 'react';

/** Number of the row below the pointer: the point is put before it; `end` behind the last one. */
function rowAt(list: HTMLElement, y: number, end: number): number {
  for (const row of list.querySelectorAll<HTMLElement>('[data-stop]')) {
    const { top, height } = row.getBoundingClientRect();
    if (y < top + height / 2) return Number(row.dataset['stop']);
  }
  return end;
}

/** Drags a row by its grip, with mouse, pen or finger. Escape breaks it off. */
export function useRowDrag(
  list: RefObject<HTMLElement | null>,
  end: number,
  onDrop: (from: number, to: number) => void,
) {
  /** Where the point would be put; null while none is dragged. */
  const [drop, setDrop] = useState<number | null>(null);
  const stop = useRef<(() => void) | null>(null);

  const grab = (index: number, event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0 || !list.current) return;
    event.preventDefault();
    stop.current?.();
    let at: number | null = null;
    const { pointerId } = event;
    const moves = new AbortController();
    const { signal } = moves;
    const done = () => {
      moves.abort();
      stop.current = null;
      setDrop(null);
    };
    stop.current = done;
    const mine = (listener: (event: globalThis.PointerEvent) => void) => (e: globalThis.PointerEvent) => {
      if (e.pointerId === pointerId) listener(e);
    };
    addEventListener(
      'pointermove',
      mine(({ clientY }) => {
        at = list.current && rowAt(list.current, clientY, end);
        setDrop(at);
      }),
      { signal },
    );
    addEventListener(
      'pointerup',
      mine(() => {
        done();
        // Behind itself is where it is.
        const to = at !== null && at > index ? at - 1 : at;
        if (to !== null && to !== index) onDrop(index, to);
      }),
      { signal },
    );
    addEventListener('pointercancel', mine(done), { signal });
    addEventListener('keydown', (e) => e.key === 'Escape' && done(), { signal });
  };

  return { drop, grab };
}
