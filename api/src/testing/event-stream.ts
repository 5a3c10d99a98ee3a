import type { NotificationEvent } from '@waymark/api-contract';
import type { TestApi } from './api.ts';

export interface StreamedEvent {
  id: string;
  event: NotificationEvent;
}

export interface EventStream {
  response: Response;
  close(): void;
  /** The next event; null at the end of the stream. */
  next(): Promise<StreamedEvent | null>;
}

/** Opens a member's stream of notifications. */
export async function openEventStream(
  api: Pick<TestApi, 'url'>,
  token: string,
  query = '',
  headers: Record<string, string> = {},
): Promise<EventStream> {
  const ending = new AbortController();
  const response = await fetch(`${api.url}/services/main/v7.1/notification/stream/${query}`, {
    headers: { authorization: `Bearer ${token}`, ...headers },
    signal: ending.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  return {
    response,
    close: () => ending.abort(),
    async next() {
      for (;;) {
        const end = rest.indexOf('\n\n');
        if (end >= 0) {
          const block = rest.slice(0, end);
          rest = rest.slice(end + 2);
          const data = /^data: (.*)$/m.exec(block)?.[1];
          if (data)
            return { id: /^id: (.*)$/m.exec(block)![1]!, event: JSON.parse(data) as NotificationEvent };
          continue;
        }
        const { value, done } = await reader.read();
        if (done) return null;
        rest += value;
      }
    },
  };
}
