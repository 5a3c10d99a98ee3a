import { useCallback, useEffect, useState } from 'react';
import type { Planner, PlannerState } from '../planner.ts';

/** So long may lists and charts lag behind the map while a key is held down, in milliseconds. */
const PACE_MS = 50;

/**
 * As `usePlanner`, but the map is painted first: the component is drawn again after the next frame, and at most each
 * 50 ms; the last change is never left out.
 * @param selector stays the same function, and returns a piece of the state as it is
 * @returns the piece, and what makes it the newest at once
 */
export function useFollowing<T>(planner: Planner, selector: (state: PlannerState) => T): [T, () => void] {
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
    let told: T;
    const tell = () => {
      timer = undefined;
      last = performance.now();
      told = selector(planner.get());
      take();
    };
    const painted = () => {
      frame = 0;
      timer = setTimeout(tell, Math.max(0, last + PACE_MS - performance.now()));
    };
    // It may have changed before anyone listened.
    tell();
    const stop = planner.subscribe(() => {
      if (frame || timer !== undefined || selector(planner.get()) === told) return;
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
