import { useSyncExternalStore } from 'react';
import { BREAKPOINTS } from '../theme/system.ts';

const THROTTLE_MS = 1000;

export interface Viewport {
  width: number;
  /** Below md (768 px). */
  isMobile: boolean;
  /** From md to lg (768 to 1023 px). */
  isTablet: boolean;
  /** From lg (1024 px). */
  isDesktop: boolean;
}

export function viewportOf(width: number): Viewport {
  return {
    width,
    isMobile: width < BREAKPOINTS.md,
    isTablet: width >= BREAKPOINTS.md && width < BREAKPOINTS.lg,
    isDesktop: width >= BREAKPOINTS.lg,
  };
}

let current: Viewport | undefined;
/** The same object as long as the width is the same. */
function readViewport(): Viewport {
  if (current?.width !== window.innerWidth) current = viewportOf(window.innerWidth);
  return current;
}

function subscribe(listener: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const onTimeout = () => {
    timer = undefined;
    listener();
  };
  // A trailing throttle: the last width always counts.
  const onResize = () => (timer ??= setTimeout(onTimeout, THROTTLE_MS));
  window.addEventListener('resize', onResize);
  return () => {
    window.removeEventListener('resize', onResize);
    clearTimeout(timer);
  };
}

/** The width of the window and what it is called; follows resizing at most once a second. Prefer CSS where it can do. */
export function useViewport(): Viewport {
  return useSyncExternalStore(subscribe, readViewport);
}
