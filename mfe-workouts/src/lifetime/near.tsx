import { Box } from '@waymark/ui';
import { useEffect, useRef, useState, type ReactNode } from 'react';

/** How far below the window something begins to load. */
const AHEAD = '400px';

/** Holds the room of what is further down until the reader comes near. */
export function Near({ height, children }: { height: string; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(() => typeof IntersectionObserver === 'undefined');
  useEffect(() => {
    if (near) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setNear(true),
      { rootMargin: AHEAD },
    );
    observer.observe(box.current!);
    return () => observer.disconnect();
  }, [near]);
  return near ? children : <Box ref={box} minH={height} />;
}
