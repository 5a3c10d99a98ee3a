import { useStore } from '@waymark/store';
import { useCallback, useEffect, useState } from 'react';
import type { Planner, PlannerState } from '../planner.ts';

/**
 * A piece of the planner's state; the component is drawn again when it changes. The selector returns a piece of the
 * state as it is or a plain value, never an object made anew.
 */
export const usePlanner = <T>(planner: Planner, selector: (state: PlannerState) => T): T =>
  useStore(planner, selector);

/** Lists, charts and figures follow the map at most this often. */
const UPDATE_INTERVAL_MS = 50;

/**
 * As `usePlanner`, but the map is painted first: the component is drawn again after the next frame, and at most each
 * 50 ms; the last change is never left out.
 * @param selector stays the same function, and returns a piece of the state as it is
 * @returns the piece, and what makes it the newest at once
 */
export function useDeferredPlanner<T>(
  planner: Planner,
  selector: (state: PlannerState) => T,
): [T, () => void] {
  const [taken, setTaken] = useState(() => ({ planner, piece: selector(planner.get()) }));
  const take = useCallback(() => {
    const piece = selector(planner.get());
    setTaken((before) =>
      before.planner === planner && before.piece === piece ? before : { planner, piece },
    );
  }, [planner, selector]);
  useEffect(() => {
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = -Infinity;
    let published: T;
    const publish = () => {
      timer = undefined;
      last = performance.now();
      published = selector(planner.get());
      take();
    };
    const painted = () => {
      frame = 0;
      timer = setTimeout(publish, Math.max(0, last + UPDATE_INTERVAL_MS - performance.now()));
    };
    // The state may have changed before the subscription.
    publish();
    const stop = planner.subscribe(() => {
      if (frame || timer !== undefined || selector(planner.get()) === published) return;
      frame = requestAnimationFrame(painted);
    });
    return () => {
      stop();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [planner, selector, take]);
  return [taken.planner === planner ? taken.piece : selector(planner.get()), take];
}

/**
 * What `read` gives, again at most each 50 ms while the store changes; the last change is never left out.
 * @param same whether two answers look alike, so that nothing is drawn for them
 */
export function useThrottledValue<T>(
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
      const wait = last + UPDATE_INTERVAL_MS - performance.now();
      if (wait > 0) timer = setTimeout(take, wait);
      else take();
    };
    // The state may have changed before the subscription.
    take();
    const stop = subscribe(changed);
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [subscribe, read, same]);
  return value;
}
