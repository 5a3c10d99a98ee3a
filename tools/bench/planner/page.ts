import type { Page } from '@playwright/test';

/** What the benchmark does inside the planner's page; put there before its scripts run. */
export interface Tools {
  /** Milliseconds until the drawing over the map was painted after `act`. */
  painted: (act: () => void) => Promise<number>;
  /** Tells the map what a pointer does. */
  point: (kind: 'down' | 'move' | 'up', x: number, y: number) => void;
  key: (key: string) => void;
  /** Waits, looking at each frame. @returns milliseconds */
  until: (done: () => boolean) => Promise<number>;
  figures: () => string;
  stops: () => number;
  /** Places and lengths in the list of waypoints; names come later. */
  list: () => string;
  map: () => { left: number; top: number; width: number; height: number };
}

declare global {
  interface Window {
    planning: Tools;
    gc?: () => void;
  }
}

/** Runs in the page. */
function install(): void {
  let onPaint: (() => void) | null = null;
  // oxlint-disable-next-line typescript/unbound-method -- it is bound where it is called
  const { clearRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.clearRect = function (...args) {
    clearRect.apply(this, args);
    if ((this.canvas as HTMLElement).dataset?.['part'] === 'drawing') onPaint?.();
  };
  const element = () => document.querySelector<HTMLElement>('[role=application]')!;
  const points = () => document.querySelector<HTMLElement>('ol[aria-label="Waypoints"]');
  window.planning = {
    painted: (act) =>
      new Promise((resolve) => {
        const began = performance.now();
        onPaint = () => {
          onPaint = null;
          // Behind the drawing that has just begun.
          queueMicrotask(() => resolve(performance.now() - began));
        };
        act();
      }),
    point(kind, x, y) {
      const target = kind === 'up' ? window : element();
      target.dispatchEvent(
        new PointerEvent(`pointer${kind}`, {
          bubbles: true,
          cancelable: true,
          pointerId: 1,
          pointerType: 'mouse',
          clientX: x,
          clientY: y,
          button: kind === 'move' ? -1 : 0,
          buttons: kind === 'down' ? 1 : 0,
        }),
      );
    },
    key: (key) => void document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })),
    until: (done) =>
      new Promise((resolve) => {
        const began = performance.now();
        const look = () => {
          if (done()) resolve(performance.now() - began);
          else requestAnimationFrame(look);
        };
        look();
      }),
    figures: () => document.querySelector<HTMLElement>('[role=group][aria-label^=Figures]')?.innerText ?? '',
    stops: () => points()?.children.length ?? 0,
    list: () =>
      Array.from(points()?.querySelectorAll('[data-figure]') ?? [], (one) => one.textContent).join(),
    map: () => element().getBoundingClientRect(),
  };
}

/** Opens the planner at a place. */
export async function openPlanner(page: Page, address: string): Promise<void> {
  await page.addInitScript(install);
  await page.goto(address);
  await page.getByRole('button', { name: 'Zoom in' }).waitFor();
  await page.getByRole('region', { name: 'Tools' }).waitFor();
}
