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
let timer: ReturnType<typeof setTimeout> | undefined;
const listeners = new Set<() => void>();

function measure() {
  timer = undefined;
  if (window.innerWidth === current?.width) return;
  current = viewportOf(window.innerWidth);
  for (const listener of listeners) listener();
}
// A trailing throttle: the last width always counts.
const onResize = () => (timer ??= setTimeout(measure, THROTTLE_MS));

function subscribe(listener: () => void) {
  if (listeners.size === 0) window.addEventListener('resize', onResize);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    window.removeEventListener('resize', onResize);
    clearTimeout(timer);
    timer = undefined;
    current = undefined;
  };
}

/** The width of the window and what it is called; follows resizing at most once a second. Prefer CSS where it can do. */
export function useViewport(): Viewport {
  return useSyncExternalStore(subscribe, () => (current ??= viewportOf(window.innerWidth)));
}
