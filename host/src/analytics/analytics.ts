import type { ClientEvent } from '@waymark/api-contract';
import { CLIENT_EVENTS_MAX_BYTES, isErrorReport } from '@waymark/api-contract/limits';
import { removeLinkKeys } from '@waymark/api-contract/link-key';
import type { EventProperties } from '@waymark/contract';
import type { Store } from '@waymark/store';

/** How long an event may wait for others to be sent with; ads and errors wait longer, they come in bursts. */
const WAIT_MS = 1000;
const LONG_WAIT_MS = 3000;
const TRIES = 5;
const RETRY_MS = 1000;
/** What the API takes at once, and what is kept while it does not answer. */
const BATCH = 50;
const KEPT = 500;
const LONGEST_TEXT = 2000;
/** A number that is a whole part of a path. */
const PATH_NUMBER = /\/\d+(?=[/?#:\s]|$)/g;
/** Room that a body needs besides its events. */
const ENVELOPE_BYTES = 1024;

const sizeOf = (event: ClientEvent) => new TextEncoder().encode(JSON.stringify(event)).length + 1;

/** Takes from the queue what one call may carry; an event that no call may carry goes alone and is refused alone. */
function takeBatch(queue: ClientEvent[]): ClientEvent[] {
  let bytes = ENVELOPE_BYTES;
  const end = queue.findIndex((event, index) => {
    bytes += sizeOf(event);
    return index === BATCH || (index > 0 && bytes > CLIENT_EVENTS_MAX_BYTES);
  });
  return queue.splice(0, end === -1 ? queue.length : end);
}

export interface AnalyticsOptions {
  /** Sends a batch. @returns false when it should be tried again */
  send: (events: ClientEvent[], options: { leaving: boolean }) => Promise<boolean>;
  /** Where an event belongs: the remote of the page and its version. */
  where: () => EventProperties;
  now: () => Date;
  /** Whether consents allow statistics; null until that is known, and events are held. Errors are reported always. */
  consent: Pick<Store<boolean | null>, 'get' | 'subscribe'>;
}

/** Collects events and sends them in batches; it never fails and never makes anyone wait. */
export function createAnalytics({ send, where, now, consent }: AnalyticsOptions) {
  let queue: ClientEvent[] = [];
  let held: ClientEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = Infinity;
  let sending = false;

  const plan = (ms: number) => {
    const at = now().getTime() + ms;
    if (sending || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void flush(), ms);
  };
  const flush = async () => {
    dueAt = Infinity;
    sending = true;
    while (queue.length > 0) {
      const batch = takeBatch(queue);
      for (let tries = 1; !(await attempt(batch)) && tries < TRIES; tries++)
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
    sending = false;
  };
  consent.subscribe(() => {
    const isGranted = consent.get();
    if (isGranted === null) return;
    if (isGranted && held.length > 0) {
      queue = [...queue, ...held].slice(-KEPT);
      plan(WAIT_MS);
    }
    if (!isGranted) queue = queue.filter(({ name }) => isErrorReport(name));
    held = [];
  });
  const attempt = (batch: ClientEvent[]) => send(batch, { leaving: false }).catch(() => false);

  return {
    track: (name: string, properties: EventProperties = {}): void => {
      const isGranted = isErrorReport(name) || consent.get();
      if (isGranted === false) return;
      // Addresses of profiles name a member by number.
      const redactAddresses = (text: string) =>
        consent.get() === true ? removeLinkKeys(text) : removeLinkKeys(text).replaceAll(PATH_NUMBER, '/:id');
      const event = {
        name,
        at: now().toISOString(),
        properties: Object.fromEntries(
          Object.entries({ ...where(), ...properties }).map(([key, value]) => [
            key,
            // The stack of a script in the page itself names the page's whole address.
            typeof value === 'string' ? redactAddresses(value).slice(0, LONGEST_TEXT) : value,
          ]),
        ),
      };
      if (isGranted === null) {
        held = [...held, event].slice(-KEPT);
        return;
      }
      queue = [...queue, event].slice(-KEPT);
      plan(/^(ad|error)(_|$)/.test(name) ? LONG_WAIT_MS : WAIT_MS);
    },
    /** The page is being left: what waits goes now, in one go that outlives the page. */
    leave: (): void => {
      while (queue.length > 0) void send(takeBatch(queue), { leaving: true }).catch(() => false);
    },
  };
}
export type Analytics = ReturnType<typeof createAnalytics>;
