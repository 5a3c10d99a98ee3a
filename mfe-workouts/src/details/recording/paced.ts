/** The specification's pace for what follows a cursor. */
export const CURSOR_MS = 50;

/**
 * Runs `tell` at most once in 50 ms, the last time with what holds then. Numbers that change with each frame cannot
 * be read, and laying them out takes longer than a frame on a slow machine.
 * @returns what asks for a run, and what ends all of it
 */
export function paced(tell: () => void): { ask: () => void; end: () => void } {
  let last = -CURSOR_MS;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    timer = undefined;
    last = performance.now();
    tell();
  };
  return {
    ask() {
      if (timer !== undefined) return;
      const wait = last + CURSOR_MS - performance.now();
      if (wait <= 0) run();
      else timer = setTimeout(run, wait);
    },
    end: () => clearTimeout(timer),
  };
}
