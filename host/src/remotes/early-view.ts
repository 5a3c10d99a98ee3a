/** Until when the application holds back for the first view of its page, in milliseconds after the visit began. */
export const EARLY_UNTIL_MS = 1200;

/**
 * Starts the application: at once, or when the page's early view is on the screen. On a slow machine taking over first
 * would hold the view up for as long as it is there to bridge. On a slow line the view had its time while the
 * application's scripts were on their way.
 */
export function afterEarlyView(window: Window, run: () => void): void {
  const view = window.waymark?.earlyView;
  if (!view) return run();
  let begun = false;
  const begin = () => {
    if (!begun) run();
    begun = true;
  };
  // No frame comes in a tab in the background.
  window.setTimeout(begin, EARLY_UNTIL_MS - window.performance.now());
  const painted = () => window.requestAnimationFrame(() => window.setTimeout(begin));
  view.ended.then(() => (view.drawn ? painted() : begin()), begin);
}
