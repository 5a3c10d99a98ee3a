import { hasEarlyView } from '@waymark/remote/early/shown';
import { useCallback, useEffect, useRef, useState } from 'react';

/**
 * Loads a part of the page that may come later. `module` is there once it is; `failed` offers `retry`.
 * @param load stays the same function
 */
export function useChunk<M>(load: () => Promise<M>, wanted: boolean) {
  const [module, setModule] = useState<{ value: M }>();
  const [failed, setFailed] = useState(false);
  const here = useRef(false);
  const run = useCallback(() => {
    // It may arrive after one has left the page.
    load().then(
      (value) => here.current && setModule({ value }),
      () => here.current && setFailed(true),
    );
  }, [load]);
  useEffect(() => {
    here.current = true;
    return () => void (here.current = false);
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
  const [painted, setPainted] = useState(hasEarlyView);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => setPainted(true));
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, []);
  return painted;
}
