/** Shares of the work that are done when a file is begun and when it is parsed; the rest is storing. */
export const BEGUN = 0.05;
export const PARSED = 0.8;

const STEP = 0.1;
const PAUSE_MS = 500;

/**
 * Writes how far the parsing of a file is, sparingly: every tenth, twice a second at most, one write at a
 * time. `moved` takes the share of the bytes that are read; `settled` waits for the last write, so that none
 * comes after what is written next.
 */
export function progressBar(write: (share: number) => Promise<void>): {
  moved(read: number): void;
  settled(): Promise<void>;
} {
  let shown = BEGUN;
  // A short file is over before anybody looks.
  let next = performance.now() + PAUSE_MS;
  let writing: Promise<void> | null = null;
  return {
    moved(read) {
      const share = BEGUN + (PARSED - BEGUN) * Math.min(1, read);
      if (writing || share < shown + STEP || performance.now() < next) return;
      shown = share;
      next = performance.now() + PAUSE_MS;
      // A bar that stands still is no reason to give the file up.
      writing = write(share)
        .catch(() => {})
        .finally(() => (writing = null));
    },
    settled: async () => writing ?? undefined,
  };
}
