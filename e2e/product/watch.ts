import type { Page } from '@playwright/test';

export interface SentEvent {
  name: string;
  /** When it was, as an ISO date. */
  at: string;
  properties: Record<string, unknown>;
}

/** What the page reports to analytics from now on; grows as events are sent. */
export function sentEvents(page: Page): SentEvent[] {
  const sent: SentEvent[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !request.url().endsWith('/auth/client-events')) return;
    sent.push(...(request.postDataJSON() as { events: SentEvent[] }).events);
  });
  return sent;
}

/** Paths of the remotes' files that the page asks for from now on. */
export function remoteFiles(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/remotes/')) asked.push(pathname);
  });
  return asked;
}

export const remoteNames = (files: string[]): string[] => [
  ...new Set(files.map((file) => file.split('/')[2] ?? '')),
];

/** A remote's entry, at whatever attempt. */
export const entryOf = (remote: string): RegExp => new RegExp(`/remotes/${remote}/[^/]+/entry\\.`);

/** Opens a page of the host's own, and waits until the scripts that wait for an idle moment run too. */
export async function openSettled(page: Page, path: string): Promise<void> {
  const from = Date.now();
  // What the page before says as it goes away does not count.
  const told = page.waitForRequest((request) => {
    if (!request.url().endsWith('/auth/client-events')) return false;
    const { events } = request.postDataJSON() as { events: SentEvent[] };
    return events.some(({ name, at }) => name === 'page_view' && Date.parse(at) >= from);
  });
  await page.goto(path);
  await told;
}
