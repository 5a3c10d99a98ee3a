import { useState } from 'react';

/** The clock when the component appeared, so that rendering again gives the same; `fixed` replaces it. */
export function useNow(fixed?: Date): Date {
  const [now] = useState(() => new Date());
  return fixed ?? now;
}
