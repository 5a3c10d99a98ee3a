import { createStore, type Store } from '@waymark/store';

export const BREAKPOINTS = { xs: 0, sm: 388, md: 768, lg: 1024, xl: 1485 } as const;
export type Breakpoint = keyof typeof BREAKPOINTS;
export type Device = 'mobile' | 'tablet' | 'desktop';
export const RESIZE_THROTTLE_MS = 1000;

export function breakpointAt(width: number): Breakpoint {
  let found: Breakpoint = 'xs';
  for (const [name, from] of Object.entries(BREAKPOINTS)) if (width >= from) found = name as Breakpoint;
  return found;
}

/** Mobile below md, tablet from md to lg, desktop from lg. */
export const deviceAt = (width: number): Device =>
  width < BREAKPOINTS.md ? 'mobile' : width < BREAKPOINTS.lg ? 'tablet' : 'desktop';

export interface Viewport {
  width: number;
  breakpoint: Breakpoint;
  device: Device;
}
const measured = (width: number): Viewport => ({
  width,
  breakpoint: breakpointAt(width),
  device: deviceAt(width),
});

/** The window's width class, updated at most once a second while it is resized; the last width always counts. */
export function watchViewport(window: Window): Store<Viewport> {
  const store = createStore(measured(window.innerWidth));
  let timer: ReturnType<typeof setTimeout> | undefined;
  window.addEventListener('resize', () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      if (window.innerWidth !== store.get().width) store.set(measured(window.innerWidth));
    }, RESIZE_THROTTLE_MS);
  });
  return store;
}
