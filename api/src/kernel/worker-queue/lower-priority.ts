import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';

/** Threads of this process, each with a priority of its own; Linux only. */
const THREADS = '/proc/self/task';
const NICENESS = 10;
const MAX_NICENESS = 19;

/**
 * Lowers the priority of this process: calls and the database come first. On Linux a priority belongs to a thread: those
 * of the collector and the compiler, a third of the work, would otherwise compete with the process that answers calls.
 */
export function lowerPriority(): void {
  const niceness = Math.min(MAX_NICENESS, os.getPriority() + NICENESS);
  const threads = existsSync(THREADS) ? readdirSync(THREADS).map(Number) : [process.pid];
  for (const thread of threads) {
    try {
      os.setPriority(thread, niceness);
    } catch {
      // The thread has ended, or the system does not allow it.
    }
  }
}
