/** Progress when a file is claimed and when it is parsed; the rest is storing. */
export const CLAIMED_SHARE = 0.05;
export const PARSED_SHARE = 0.8;

const MIN_STEP = 0.1;
const MIN_INTERVAL_MS = 500;

/**
 * Writes the progress of parsing: in steps of a tenth, twice a second at most, one write at a time.
 * `report` takes the share of the bytes that are read; `finish` waits for the last write, so that none overtakes the
 * result.
 */
export function createProgressWriter(write: (share: number) => Promise<void>): {
  report(read: number): void;
  finish(): Promise<void>;
} {
  let shown = CLAIMED_SHARE;
  // Short files are done before anybody looks.
  let next = performance.now() + MIN_INTERVAL_MS;
  let writing: Promise<void> | null = null;
  return {
    report(read) {
      const share = CLAIMED_SHARE + (PARSED_SHARE - CLAIMED_SHARE) * Math.min(1, read);
      if (writing || share < shown + MIN_STEP || performance.now() < next) return;
      shown = share;
      next = performance.now() + MIN_INTERVAL_MS;
      // A failed write of progress does not fail the import.
      writing = write(share)
        .catch(() => {})
        .finally(() => (writing = null));
    },
    finish: async () => writing ?? undefined,
  };
}
