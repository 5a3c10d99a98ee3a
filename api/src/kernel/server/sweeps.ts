import { setTimeout as wait } from 'node:timers/promises';
import type { Context } from './context.ts';
import type { Service } from './route.ts';

const PAUSE_MS = 15_000;

/** Does the work of a sweep for one thing after the other. One that fails is logged and keeps nothing from the others. */
export async function sweepEach<T>(
  { log }: Pick<Context, 'log'>,
  things: readonly T[],
  work: (thing: T) => Promise<unknown>,
): Promise<void> {
  for (const thing of things)
    await work(thing).catch((error: unknown) =>
      log.warn({ err: error, thing }, 'a sweep left something out and comes back to it'),
    );
}

/**
 * Runs each service's `sweep` again and again, in this process and not through the queue: it looks for what the queue
 * has lost, or for work that no queue has. One that fails is tried again after the longest pause.
 * @returns ends it
 */
export function runSweeps(
  services: readonly Service[],
  context: Context,
  { pauseMs = PAUSE_MS }: { pauseMs?: number } = {},
): () => Promise<void> {
  const ended = new AbortController();
  const pause = (ms: number) =>
    wait(ms, undefined, { signal: ended.signal, ref: false }).catch(() => undefined);
  const runs = services.map(async (service) => {
    if (!service.sweep) return;
    const ownPauseMs = Math.min(pauseMs, service.sweepPauseMs ?? pauseMs);
    let nextMs = ownPauseMs;
    for (await pause(nextMs); !ended.signal.aborted; await pause(nextMs))
      try {
        await service.sweep(context);
        nextMs = ownPauseMs;
      } catch (error) {
        nextMs = pauseMs;
        context.log.warn({ err: error, service: service.name }, 'a sweep failed and is tried again');
      }
  });
  return async () => {
    ended.abort();
    await Promise.all(runs);
  };
}
