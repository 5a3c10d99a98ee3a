/** The specification's interval for what follows a cursor. */
export const CURSOR_INTERVAL_MS = 50;

const pending = new Set<() => void>();
let lastRunAt = -CURSOR_INTERVAL_MS;
let isScheduled = false;

function run(): void {
  isScheduled = false;
  lastRunAt = performance.now();
  const due = [...pending];
  for (const update of due) if (pending.delete(update)) update();
}

/**
 * Runs `update` at most once in 50 ms, the last time with what holds then. Numbers that change with each frame cannot
 * be read, and their layout takes most of a frame on a slow machine. All updates of a page share one frame.
 */
export function createCursorThrottle(update: () => void): { request: () => void; cancel: () => void } {
  return {
    request() {
      pending.add(update);
      if (isScheduled) return;
      isScheduled = true;
      const delayMs = lastRunAt + CURSOR_INTERVAL_MS - performance.now();
      if (delayMs <= 0) requestAnimationFrame(run);
      else setTimeout(() => requestAnimationFrame(run), delayMs);
    },
    cancel() {
      pending.delete(update);
    },
  };
}

/** Replaces the text of an element in its text node: a new node has to be styled and laid out from the start. */
export function replaceText(element: Element, text: string): void {
  const node = element.firstChild;
  if (!(node instanceof Text)) element.textContent = text;
  else if (node.data !== text) node.data = text;
}

/**
 * The transform of a label at a cursor. It goes from its left end to its right end as the cursor does, and so never
 * leaves the drawing.
 */
export const labelTransform = (x: number, width: number): string =>
  `translateX(${x.toFixed(1)}px) translateX(${((-x / Math.max(1, width)) * 100).toFixed(1)}%)`;
