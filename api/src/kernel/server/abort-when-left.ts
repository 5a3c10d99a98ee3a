import type { FastifyReply } from 'fastify';
import { busy } from './errors.ts';

/**
 * Aborts when a call's connection ends before its answer, for work that nobody waits for any more. Aborts after the
 * answer too, when it has no effect.
 */
export function abortWhenLeft({ raw }: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // Goes to nobody, and as a problem it is not logged.
  raw.once('close', () => controller.abort(busy('The caller left before the answer was there.')));
  return controller.signal;
}
