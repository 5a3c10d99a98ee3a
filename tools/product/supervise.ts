import { setTimeout as wait } from 'node:timers/promises';
import type { Running } from './process.ts';

export interface SuperviseOptions {
  /** Pause before the first restart; it doubles with each further one. */
  firstPauseMs?: number;
  longestPauseMs?: number;
  /** A process that ran for so long is healthy: its next end is followed by the first pause again. */
  healthyMs?: number;
  /** Hears why a process ended and how long the pause is. */
  onEnd?: (reason: string, pauseMs: number) => void;
}

export interface SupervisedProcess {
  /** The process that runs, or the last one that did. */
  current(): Running;
  /** Ends the process and its restarts. */
  stop(): Promise<void>;
}

/** Starts a server again whenever it has ended, after pauses that grow: a fault that comes back costs little. */
export function supervise(
  first: Running,
  start: () => Running,
  { firstPauseMs = 250, longestPauseMs = 30_000, healthyMs = 60_000, onEnd }: SuperviseOptions = {},
): SupervisedProcess {
  const stopped = new AbortController();
  let running = first;
  const restarts = (async () => {
    let pauseMs = firstPauseMs;
    while (!stopped.signal.aborted) {
      const startedAt = performance.now();
      const reason = await running.ended;
      if (stopped.signal.aborted) return;
      if (performance.now() - startedAt >= healthyMs) pauseMs = firstPauseMs;
      onEnd?.(reason, pauseMs);
      await wait(pauseMs, undefined, { signal: stopped.signal }).catch(() => undefined);
      pauseMs = Math.min(pauseMs * 2, longestPauseMs);
      if (!stopped.signal.aborted) running = start();
    }
  })();
  return {
    current: () => running,
    async stop() {
      stopped.abort();
      await running.stop();
      await restarts;
    },
  };
}
