import { hasEarlyView } from '../early/has-early-view.ts';
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Loads a part of the page that may come later. `module` is undefined until it has loaded; `failed` offers `retry`.
 * @param load stays the same function
 * @param wanted false while nobody needs it yet
 */
export function useChunk<M>(load: () => Promise<M>, wanted: boolean) {
  const [module, setModule] = useState<{ value: M }>();
  const [failed, setFailed] = useState(false);
  const isMounted = useRef(false);
  const run = useCallback(() => {
    load().then(
      (value) => isMounted.current && setModule({ value }),
      () => isMounted.current && setFailed(true),
    );
  }, [load]);
  useEffect(() => {
    isMounted.current = true;
    return () => void (isMounted.current = false);
  }, []);
  useEffect(() => {
    if (wanted) run();
  }, [wanted, run]);
  const retry = () => {
    setFailed(false);
    run();
  };
  return { module: module?.value, failed, retry };
}

/** True once the first picture of the page is on the screen, so that what is heavy does not hold it up. */
export function useAfterPaint(): boolean {
  const [isPainted, setIsPainted] = useState(hasEarlyView);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setIsPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return isPainted;
}
