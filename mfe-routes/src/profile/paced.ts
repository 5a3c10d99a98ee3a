/** The specification's pace for what follows a cursor. */
const CURSOR_MS = 50;

/**
 * Runs `tell` at most once in 50 ms, the last time with what holds then: numbers that change with each frame cannot be
 * read, and take longer to lay out than a frame lasts.
 */
export function paced(tell: () => void): { ask: () => void; end: () => void } {
  let next = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    next = performance.now() + CURSOR_MS;
    tell();
  };
  return {
    ask() {
      if (timer !== undefined) return;
      const wait = next - performance.now();
      if (wait <= 0) run();
      else timer = setTimeout(run, wait);
    },
    end: () => clearTimeout(timer),
  };
}
