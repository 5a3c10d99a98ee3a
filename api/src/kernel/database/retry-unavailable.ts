import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseUnavailable, wrapUnavailable } from './unavailable.ts';

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 3000;

export interface RetryOptions {
  /** How long to go on; the error of the last attempt is thrown then. */
  forMs: number;
  /** Ends the wait for the next attempt. */
  signal?: AbortSignal;
  onRetry?: (error: DatabaseUnavailable) => void;
}

/** Repeats work that may be repeated for as long as the database is not available, with growing pauses. */
export async function retryUnavailable<T>(
  work: () => Promise<T>,
  { forMs, signal, onRetry }: RetryOptions,
): Promise<T> {
  const end = performance.now() + forMs;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
    try {
      return await work();
    } catch (thrown) {
      const error = wrapUnavailable(thrown);
      if (!(error instanceof DatabaseUnavailable) || performance.now() + pauseMs > end || signal?.aborted)
        throw error;
      onRetry?.(error);
    }
    await wait(pauseMs, undefined, signal && { signal });
  }
}
