import { useEffect, useState } from 'react';

export type TransitionState = 'opening' | 'entered' | 'exiting' | 'closed';

const ENTER_DELAY_MS = 40;
const TRANSITION_MS = 250;

/**
 * The states of something that opens and closes: opening at once, entered after 40 ms, exiting when it is asked to
 * close, closed (take it out of the page) 250 ms later.
 */
export function useTransition(open: boolean): TransitionState {
  const [state, setState] = useState<TransitionState>(open ? 'opening' : 'closed');
  if (open && (state === 'closed' || state === 'exiting')) setState('opening');
  if (!open && (state === 'opening' || state === 'entered')) setState('exiting');
  useEffect(() => {
    if (state !== 'opening' && state !== 'exiting') return undefined;
    const next = state === 'opening' ? 'entered' : 'closed';
    const timer = setTimeout(() => setState(next), state === 'opening' ? ENTER_DELAY_MS : TRANSITION_MS);
    return () => clearTimeout(timer);
  }, [state]);
  return state;
}
