import { useEffect, useState } from 'react';

/** False at first, true once `ms` have passed: what comes quickly never flashes a placeholder. */
export function useDelayed(ms: number, active = true): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = setTimeout(() => setPassed(true), ms);
    return () => {
      clearTimeout(timer);
      setPassed(false);
    };
  }, [ms, active]);
  return active && passed;
}
