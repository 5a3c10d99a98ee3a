import { RESOURCES } from '@waymark/api-contract/client';
import * as z from 'zod/mini';
import { engine } from './engine.ts';

/** Every event that crosses the border between host and remotes, with the shape of what it carries. */
export const EVENTS = {
  /** Something was changed on the server, in this tab or another: answers that read it are stale. */
  'data.changed': z.object({ resources: z.array(z.enum(RESOURCES)) }),
} as const;
export type EventName = keyof typeof EVENTS;
export type EventPayload<N extends EventName> = z.infer<(typeof EVENTS)[N]>;

/** @throws Error naming event and field when the payload has another shape */
export function publish<N extends EventName>(name: N, payload: EventPayload<N>): void {
  const result = z.safeParse(EVENTS[name], payload);
  if (!result.success)
    throw new Error(
      `Event ${name}: ${result.error.issues.map((i) => `${i.path.join('.')} ${i.message}`).join(', ')}`,
    );
  engine().events.publish(name, result.data);
}

/** @returns the function that ends the subscription */
export function subscribe<N extends EventName>(
  name: N,
  listener: (payload: EventPayload<N>) => void,
): () => void {
  return engine().events.subscribe(name, listener as (payload: unknown) => void);
}
