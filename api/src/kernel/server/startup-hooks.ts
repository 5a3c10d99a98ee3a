import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from './context.ts';
import type { Service } from './route.ts';

const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 60_000;

export interface StartupHooks {
  /** Settles when each hook has been tried once, whatever came of it. */
  firstAttempts: Promise<void>;
  /** Ends the repeats and waits for the hooks under way. */
  stop(): Promise<void>;
}

/**
 * Runs each service's `started` hook beside all other work. One that fails is logged and repeated after growing
 * pauses: whatever it finds stored, the API serves calls.
 */
export function runStartupHooks(services: readonly Service[], context: Context): StartupHooks {
  const { log } = context;
  const stopped = new AbortController();
  const firstAttempts: Promise<void>[] = [];
  const runs = services.map(async (service) => {
    if (!service.started) return;
    const attempt = async (): Promise<boolean> => {
      try {
        await service.started?.(context);
        return true;
      } catch (error) {
        log.error({ err: error, service: service.name }, 'a start hook failed and is tried again');
        return false;
      }
    };
    const first = attempt();
    firstAttempts.push(first.then(() => undefined));
    let isDone = await first;
    for (let pauseMs = FIRST_PAUSE_MS; !isDone; pauseMs = Math.min(pauseMs * 2, MAX_PAUSE_MS)) {
      await wait(pauseMs, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined);
      if (stopped.signal.aborted) return;
      isDone = await attempt();
    }
  });
  return {
    firstAttempts: Promise.all(firstAttempts).then(() => undefined),
    async stop() {
      stopped.abort();
      await Promise.all(runs);
    },
  };
}
