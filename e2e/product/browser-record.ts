import { expect, type BrowserContext, type Page } from '@playwright/test';

/** What a browser holds of the site: each cookie with its lifetime, and the names in every other storage. */
export interface StoredRecord {
  cookies: Record<string, string>;
  local: string[];
  session: string[];
  databases: string[];
  caches: string[];
  workers: string[];
}

/** Requests that could tell who it is: cookies, headers of our own, parameters of addresses, and reports of analytics. */
export interface SentRecord {
  hosts: Set<string>;
  cookies: Set<string>;
  headers: Set<string>;
  parameters: Set<string>;
  reports: { identity: Record<string, unknown>; events: string[] }[];
  texts: string[];
}

const DAY_SECONDS = 86_400;

const lifetimeOf = (expires: number): string =>
  expires === -1 ? 'browser' : `${Math.round((expires - Date.now() / 1000) / DAY_SECONDS)} days`;

/** Everything that this site has stored in the browser of a page. */
export async function readStored(page: Page): Promise<StoredRecord> {
  const cookies = await page.context().cookies();
  const rest = await page.evaluate(async () => ({
    local: Object.keys(localStorage).sort(),
    session: Object.keys(sessionStorage).sort(),
    databases: (await indexedDB.databases()).map(({ name }) => name ?? ''),
    caches: await caches.keys(),
    workers: (await navigator.serviceWorker.getRegistrations()).map(
      ({ active }) => new URL(active?.scriptURL ?? location.href).pathname,
    ),
  }));
  return {
    cookies: Object.fromEntries(
      cookies
        .toSorted((a, b) => a.name.localeCompare(b.name))
        .map(({ name, expires }) => [name, lifetimeOf(expires)]),
    ),
    ...rest,
  };
}

/** Headers that browsers send by themselves. */
const OF_BROWSER =
  /^(?::|sec-|accept|cache-control$|connection$|content-(?:length|type)$|cookie$|host$|origin$|pragma$|priority$|range$|referer$|upgrade-insecure-requests$|user-agent$|if-)/;

/** Records what pages of a browser send from now on; `take` returns it and begins anew. */
export function recordRequests(context: BrowserContext): { take: () => Promise<SentRecord> } {
  const empty = (): SentRecord => ({
    hosts: new Set(),
    cookies: new Set(),
    headers: new Set(),
    parameters: new Set(),
    reports: [],
    texts: [],
  });
  let sent = empty();
  let pending: Promise<void>[] = [];
  context.on('request', (request) => {
    const record = sent;
    const url = new URL(request.url());
    if (!url.protocol.startsWith('http')) return;
    const body = request.postData() ?? '';
    record.hosts.add(url.host);
    for (const name of url.searchParams.keys()) record.parameters.add(name);
    record.texts.push(`${request.method()} ${request.url()} ${body}`);
    if (url.pathname === '/auth/client-events') {
      const { events, ...identity } = JSON.parse(body) as { events: { name: string }[] };
      record.reports.push({ identity, events: events.map(({ name }) => name) });
    }
    const read = async () => {
      const { cookie = '', ...headers } = await request.allHeaders();
      for (const pair of cookie.split('; ').filter(Boolean)) record.cookies.add(pair.split('=')[0]!);
      for (const name of Object.keys(headers)) if (!OF_BROWSER.test(name)) record.headers.add(name);
    };
    // The headers of what a page sends as it goes away may no longer be there.
    pending.push(read().catch(() => undefined));
  });
  return {
    async take() {
      await Promise.all(pending);
      const record = sent;
      sent = empty();
      pending = [];
      return record;
    },
  };
}

/** Opens a page and waits until it has sent all that it would send before it is left. */
export async function visit(page: Page, path: string): Promise<void> {
  const status = page.waitForResponse((response) => response.url().includes('/consents-status'));
  await page.goto(path);
  await (await status).finished();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
  await sendReports(page);
}

/** Has the page report what waits, as it does when it is hidden. */
export async function sendReports(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // What the answers before this moment cause, happens before this one arrives.
    await fetch('/livez');
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
    Reflect.deleteProperty(document, 'visibilityState');
    await fetch('/livez');
  });
}
