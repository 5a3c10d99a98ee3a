import { useCallback, useState, type ReactNode } from 'react';

/**
 * A part of the page that is still loading, as the page's early view drew it (`data-part`), so that nothing blinks or
 * moves between the two. `children` stand in for it where there is no early view, or none of that part. Parts may have
 * parts, which are found while the whole still stands.
 */
export function EarlyPart({ name, children }: { name: string; children?: ReactNode }) {
  const [drawn] = useState(() => document.querySelector(`[data-part="${name}"]`));
  const show = useCallback(
    (place: HTMLElement | null) => {
      if (drawn) place?.append(drawn);
    },
    [drawn],
  );
  return drawn ? <div ref={show} style={{ display: 'contents' }} /> : children;
}
