import { useEffect, useMemo, useRef, useState } from 'react';
import type { RowRange } from './use-workout-search.ts';

const SPARE_ROWS = 12;

/** Which rows of a list of equal heights are in sight of the window, as it scrolls. */
export function useVisibleRows(count: number, rowHeight: number) {
  const list = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState<RowRange>({ from: 0, to: 40 });
  useEffect(() => {
    let frame = 0;
    const measure = () => {
      frame = 0;
      const top = list.current?.getBoundingClientRect().top ?? 0;
      const from = Math.max(0, Math.floor(-top / rowHeight) - SPARE_ROWS);
      const to = Math.ceil((window.innerHeight - top) / rowHeight) + SPARE_ROWS;
      setRange((before) => (before.from === from && before.to === to ? before : { from, to }));
    };
    const onScroll = () => {
      frame ||= requestAnimationFrame(measure);
    };
    measure();
    addEventListener('scroll', onScroll, { passive: true });
    addEventListener('resize', onScroll);
    return () => {
      cancelAnimationFrame(frame);
      removeEventListener('scroll', onScroll);
      removeEventListener('resize', onScroll);
    };
  }, [rowHeight]);
  const visible = useMemo(
    () => ({ from: Math.min(range.from, count), to: Math.min(range.to, count) }),
    [range, count],
  );
  return { list, range: visible };
}
