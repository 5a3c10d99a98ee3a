import { setTimeout as wait } from 'node:timers/promises';
import { identify, isRunning } from './process-identity.ts';

const CHECK_MS = 200;
/** A server that ran this long has earned an immediate restart. */
const STABLE_MS = 3000;
const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

export interface SupervisorOptions {
  pid: number;
  /** Brings the server back; returns its process id. */
  restart: (signal: AbortSignal) => Promise<number>;
  log: (message: string) => void;
}

export interface Supervisor {
  /** The server's process; the last one while it is being restarted. */
  readonly pid: number;
  /** Stops watching. Resolves with the process to stop. */
  release(): Promise<number>;
}

/** The pause before a restart: none for a server that was stable, growing while it keeps dying. */
export const restartPauseMs = (deathsInARow: number): number =>
  deathsInARow <= 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (deathsInARow - 2), MAX_PAUSE_MS);

/** Watches a server, whether it is a child of this process or not, and restarts it when it ends. */
export function superviseServer({ pid: firstPid, restart, log }: SupervisorOptions): Supervisor {
  let server = identify(firstPid);
  let startedAt = performance.now();
  let deathsInARow = 0;
  let restarting: Promise<void> | null = null;
  const released = new AbortController();
  const { signal } = released;

  const bringBack = async (): Promise<void> => {
    while (!signal.aborted) {
      deathsInARow = performance.now() - startedAt > STABLE_MS ? 1 : deathsInARow + 1;
      const pauseMs = restartPauseMs(deathsInARow);
      log(
        `The database server (process ${server.pid}) has ended. It is started again${pauseMs ? ` in ${pauseMs / 1000} s` : ''}.`,
      );
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      startedAt = performance.now();
      try {
        server = identify(await restart(signal));
        log(`The database server runs again (process ${server.pid}).`);
        return;
      } catch (error) {
        log(`The database server did not start: ${(error as Error).message}`);
      }
    }
  };
  const timer = setInterval(() => {
    if (restarting || isRunning(server)) return;
    restarting = bringBack().finally(() => (restarting = null));
  }, CHECK_MS);
  // The process may end while nothing but the watch is left.
  timer.unref();

  return {
    get pid() {
      return server.pid;
    },
    async release() {
      clearInterval(timer);
      released.abort();
      await restarting;
      return server.pid;
    },
  };
}
