/** The specification's pace for what follows a cursor. */
export const CURSOR_INTERVAL_MS = 50;

const waiting = new Set<() => void>();
let last = -CURSOR_INTERVAL_MS;
let coming = false;

function run(): void {
  coming = false;
  last = performance.now();
  const due = [...waiting];
  for (const tell of due) if (waiting.delete(tell)) tell();
}

/**
 * Runs `tell` at most once in 50 ms, the last time with what holds then. Numbers that change with each frame cannot
 * be read, and laying them out takes most of a frame on a slow machine: all change in the same one.
 * @returns what asks for a run, and what ends all of it
 */
export function createCursorThrottle(update: () => void): { ask: () => void; end: () => void } {
  return {
    ask() {
      waiting.add(update);
      if (coming) return;
      coming = true;
      const wait = last + CURSOR_INTERVAL_MS - performance.now();
      if (wait <= 0) requestAnimationFrame(run);
      else setTimeout(() => requestAnimationFrame(run), wait);
    },
    end() {
      waiting.delete(update);
    },
  };
}

/** Puts a text in the place of the last one in the same node: a new node has to be styled and laid out from the start. */
export function replaceText(element: Element, text: string): void {
  const node = element.firstChild;
  if (!(node instanceof Text)) element.textContent = text;
  else if (node.data !== text) node.data = text;
}
