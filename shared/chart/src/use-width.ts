import { useLayoutEffect, useState, type RefObject } from 'react';

/** The inner width of an element in pixels, 0 until it is known: before the first picture, where it has any room. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry!.contentRect.width)));
    // What is measured is on the page before the first picture of it: no second one.
    // oxlint-disable-next-line react/set-state-in-effect
    setWidth(Math.floor(element.current!.getBoundingClientRect().width));
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element]);
  return width;
}
