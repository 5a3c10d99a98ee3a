/** 2026-01-01T00:00:00Z: ids count milliseconds from here. */
export const ID_EPOCH = Date.UTC(2026, 0, 1);
const PER_MS = 128;
const NODES = 32;

/**
 * Mints ids of 53 bits, ordered by time: 41 bits of milliseconds since 2026, 5 of node, 7 of counter.
 * They are safe JSON numbers until 2095 and need no sequence of the database. A clock that steps back does not repeat one.
 */
export function idMint(node: number, now: () => number = Date.now): () => number {
  let last = 0;
  let n = 0;
  return () => {
    const ms = Math.max(now() - ID_EPOCH, last);
    if (ms === last && ++n >= PER_MS) {
      last = ms + 1;
      n = 0;
    } else if (ms > last) {
      last = ms;
      n = 0;
    }
    return (last * NODES + node) * PER_MS + n;
  };
}

/** The smallest id minted at or after a time: for ranges over ids. */
export const firstIdAt = (time: number): number => Math.max(0, time - ID_EPOCH) * NODES * PER_MS;
