import { useEffect, useState } from 'react';

/** Figures follow a drag at this pace (ms). */
const PACE_MS = 50;

/**
 * What `read` gives, again at most each 50 ms while the store changes; the last change is never left out.
 * @param same whether two answers look alike, so that nothing is drawn for them
 */
export function useThrottled<T>(
  subscribe: (listener: () => void) => () => void,
  read: () => T,
  same: (a: T, b: T) => boolean,
): T {
  const [value, setValue] = useState(read);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = -Infinity;
    const take = () => {
      timer = undefined;
      last = performance.now();
      setValue((before) => {
        const next = read();
        return same(before, next) ? before : next;
      });
    };
    const changed = () => {
      if (timer !== undefined) return;
      const wait = last + PACE_MS - performance.now();
      if (wait > 0) timer = setTimeout(take, wait);
      else take();
    };
    // It may have changed before anyone listened.
    take();
    const stop = subscribe(changed);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [subscribe, read, same]);
  return value;
}
