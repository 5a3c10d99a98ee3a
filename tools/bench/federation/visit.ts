import type { Browser, BrowserContext } from '@playwright/test';
import { waitForConsole } from '../../testing/browsers.ts';
import { VARIANT_COOKIE } from './front.ts';
import type { Variant } from './pages.ts';

export interface VisitTimes {
  /** First paint of anything, milliseconds after the navigation began. */
  paint: number;
  /** The content that was waited for is in the page. */
  content: number;
  /** It is the running application's, not markup. */
  live: number;
  /** All scripts of the visit, until the page is quiet. */
  scripts: Script[];
}

export interface Script {
  path: string;
  /** Bytes on the wire. */
  bytes: number;
  /** Came after the application had drawn the content: the page can be used without it. */
  later: boolean;
}

export type State = Awaited<ReturnType<BrowserContext['storageState']>>;

declare global {
  interface Window {
    benchContent?: number;
    benchLive?: number;
    /** React has put the content into the page; `benchLive` is when a script could see it there. */
    benchPut?: number;
  }
}

const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: 1.6e6 / 8,
  uploadThroughput: 750e3 / 8,
};
const CPU = { rate: 4 };
const QUIET_MS = 1500;
const LIVE = 'bench: live';

/** Loads a page in a browser that has never been there, on a slow line and a slow machine. */
export async function visit(
  browser: Browser,
  url: string,
  { variant, selector, state }: { variant: Variant; selector: string; state: State },
): Promise<{ visited: VisitTimes; state: State }> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    storageState: {
      ...state,
      cookies: [...state.cookies.filter(({ name }) => name !== VARIANT_COOKIE), cookie(url, variant)],
    },
  });
  try {
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.emulateNetworkConditions', NETWORK);
    await client.send('Emulation.setCPUThrottlingRate', CPU);
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.addInitScript(watch, { selector, word: LIVE });
    const live = waitForConsole(page, LIVE);
    await page.goto(url, { waitUntil: 'commit' });
    await live;
    await page.waitForFunction(noMoreScripts, QUIET_MS, { timeout: 60_000, polling: 100 });
    const visited = await page.evaluate(() => ({
      paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      content: window.benchContent ?? Number.NaN,
      live: window.benchLive ?? Number.NaN,
      scripts: (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
        .filter(({ name }) => name.endsWith('.js'))
        .map(({ name, encodedBodySize, responseEnd }) => ({
          path: new URL(name).pathname,
          bytes: encodedBodySize,
          later: responseEnd > (window.benchPut ?? 0),
        })),
    }));
    if (problems.length) throw new Error(`${variant} ${url}: ${problems.join(' ')}`);
    return { visited, state: await context.storageState() };
  } finally {
    await context.close();
  }
}

const cookie = (url: string, value: string) => ({
  name: VARIANT_COOKIE,
  value,
  domain: new URL(url).hostname,
  path: '/',
  expires: -1,
  httpOnly: false,
  secure: false,
  sameSite: 'Lax' as const,
});

/** Runs in the page: since a while no script has come any more, of those that follow when the browser is idle too. */
function noMoreScripts(quiet: number): boolean {
  const ends = performance
    .getEntriesByType('resource')
    .filter(({ name }) => name.endsWith('.js'))
    .map((entry) => (entry as PerformanceResourceTiming).responseEnd);
  return performance.now() > Math.max(window.benchLive ?? 0, ...ends) + quiet;
}

/** Runs in the page: looks every few milliseconds whether the content is there, and whether React holds it. */
function watch({ selector, word }: { selector: string; word: string }): void {
  const isLive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactFiber'));
  const observer = new MutationObserver(() => {
    const element = document.querySelector(selector);
    if (!element || !isLive(element)) return;
    window.benchPut = performance.now();
    observer.disconnect();
  });
  observer.observe(document, { childList: true, subtree: true });
  const look = () => {
    const element = document.querySelector(selector);
    if (element?.getBoundingClientRect().height) {
      window.benchContent ??= performance.now();
      if (isLive(element)) window.benchLive ??= performance.now();
    }
    if (window.benchLive) console.log(word);
    else setTimeout(look, 8);
  };
  look();
}
