/** How long after the page began to arrive the application holds back for its first view, in milliseconds. */
export const EARLY_LIMIT_MS = 700;
/** How long where the view stands there and more of it is on its way. */
export const MORE_LIMIT_MS = 1100;

/**
 * Starts the application: at once, or when the page's early view is on the screen. On a slow machine taking over first
 * would hold the view up for as long as it is there to bridge. On a slow line the view had its time while the
 * application's scripts were on their way.
 */
export function afterEarlyView(window: Window, run: () => void): void {
  const view = window.__waymarkEarlyView;
  if (!view) return run();
  let begun = false;
  const begin = () => {
    if (!begun) run();
    begun = true;
  };
  const age = ageOf(window.performance);
  // No frame comes in a tab in the background.
  window.setTimeout(() => {
    if (view.drawn) window.setTimeout(begin, MORE_LIMIT_MS - Math.max(age, EARLY_LIMIT_MS));
    else begin();
  }, EARLY_LIMIT_MS - age);
  const painted = () => window.requestAnimationFrame(() => window.setTimeout(begin));
  view.ended.then(() => (view.drawn ? painted() : begin()), begin);
}

/** Milliseconds since the page began to arrive. */
function ageOf(performance: Performance): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page ? performance.now() - page.responseStart : 0;
}
