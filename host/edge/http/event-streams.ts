import type { IncomingMessage, ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export const isEventStream = (answer: IncomingMessage): boolean =>
  /^text\/event-stream\b/i.test(answer.headers['content-type'] ?? '');

export interface EventStreams {
  hasRoom(): boolean;
  /** Passes events on until the API, the visitor or `endAll` ends the stream. */
  relay(answer: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Ends all of them as the API does, so that pages open theirs again at the next process. */
  endAll(): void;
}

/** Streams of events have no end of their own: they are counted apart from calls, and a stop does not wait for them. */
export function createEventStreams(max: number): EventStreams {
  const open = new Set<() => void>();
  return {
    hasRoom: () => open.size < max,
    async relay(answer, response) {
      const events = new PassThrough();
      const end = () => {
        answer.unpipe(events);
        events.end();
      };
      open.add(end);
      answer.once('error', end);
      try {
        await pipeline(answer.pipe(events), response);
      } finally {
        open.delete(end);
        answer.destroy();
      }
    },
    endAll() {
      for (const end of open) end();
    },
  };
}
