import type { ServerResponse } from 'node:http';
import { readStates } from './builds.ts';

const LOOK_EVERY_MS = 100;
const RETRY_MS = 300;

export interface Events {
  /** Tells one page how each build stands, and each that follows, until the page goes. */
  tell(response: ServerResponse): Promise<void>;
  close(): void;
}

/** Tells open pages of builds, whichever process made them: builds leave their state in the folder. */
export function createEvents(folder: string, names: readonly string[]): Events {
  const pages = new Set<ServerResponse>();
  let told = new Map<string, string>();
  let looking = false;
  const look = async () => {
    if (looking || pages.size === 0) return;
    looking = true;
    const states = await readStates(folder, names);
    const news = [...states].filter(([name, state]) => told.get(name) !== state).map(([, state]) => state);
    told = states;
    for (const page of pages) send(page, news);
    looking = false;
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);

  return {
    async tell(response) {
      response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
      response.write(`retry: ${RETRY_MS}\n\n`);
      response.on('error', () => undefined);
      response.once('close', () => pages.delete(response));
      send(response, [...(await readStates(folder, names)).values()]);
      pages.add(response);
    },
    close() {
      clearInterval(timer);
      for (const page of pages) page.end();
    },
  };
}

/** JSON has no line breaks of its own, so each state is one line. */
const send = (page: ServerResponse, states: readonly string[]): void => {
  for (const state of states) page.write(`data: ${state}\n\n`);
};
