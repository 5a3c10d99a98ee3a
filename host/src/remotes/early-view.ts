/** How long the application holds back for the first view of its page, in milliseconds. */
export const EARLY_LIMIT_MS = 500;
/** How much longer where the view stands there and more of it is on its way. */
export const MORE_LIMIT_MS = 400;

/**
 * Starts the application: at once, or when the page's early view is on the screen. On a slow machine taking over first
 * would hold the view up for as long as it is there to bridge.
 */
export function afterEarlyView(window: Window, run: () => void): void {
  const view = window.__waymarkEarlyView;
  if (!view) return run();
  let begun = false;
  const begin = () => {
    if (!begun) run();
    begun = true;
  };
  // No frame comes in a tab in the background.
  window.setTimeout(() => {
    if (view.drawn) window.setTimeout(begin, MORE_LIMIT_MS);
    else begin();
  }, EARLY_LIMIT_MS);
  const painted = () => window.requestAnimationFrame(() => window.setTimeout(begin));
  view.ended.then(() => (view.drawn ? painted() : begin()), begin);
}
