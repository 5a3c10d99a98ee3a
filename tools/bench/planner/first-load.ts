import { createServer } from 'node:http';
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { rules } from '@waymark/remote/build/rules';
import { runWebpack } from '@waymark/remote/build/webpack';
import { median } from '../row.ts';
import { waitForConsole } from '../../testing/browsers.ts';
import type { PlannerBench } from './product.ts';

const USABLE = 'bench: usable';

const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (0.75 * 1024 * 1024) / 8,
};

/** The page with the map library alone, packed as the product's scripts are, with the product's tiles in a map of the planner's size. */
async function serveBare(folder: string, site: string): Promise<{ url: string; stop: () => void }> {
  await runWebpack({
    mode: 'production',
    target: ['web', 'es2022'],
    entry: path.join(import.meta.dirname, 'bare.ts'),
    output: { path: folder, filename: 'bare.js' },
    module: { rules: rules('css-loader') },
    performance: false,
    stats: 'none',
  });
  const script = brotliCompressSync(readFileSync(path.join(folder, 'bare.js')));
  const server = createServer(({ url = '/' }, response) => {
    if (url === '/bare.js') {
      response.writeHead(200, { 'content-type': 'text/javascript', 'content-encoding': 'br' }).end(script);
    } else if (url === '/') {
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(
          '<!doctype html><style>body{width:920px;height:646px;margin:0}</style><body><script src="/bare.js"></script>',
        );
    } else {
      void fetch(site + url, { headers: { 'accept-encoding': 'identity' } }).then(async (tile) =>
        response.writeHead(tile.status).end(Buffer.from(await tile.arrayBuffer())),
      );
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () => server.close(),
  };
}

/** Runs in the page, from its beginning: notes when a selector first finds something, however late one asks. */
function watch({ selector, word }: { selector: string; word: string }): void {
  const seen = window as { usableAt?: number };
  const look = () => {
    if (seen.usableAt || !document.querySelector(selector)) return;
    seen.usableAt = performance.now();
    console.log(word);
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}

/** A visit with nothing in the cache. @returns milliseconds until the page can be used, and kB of script that came */
async function visit({ context: signedIn }: PlannerBench, url: string, usable: string) {
  // Signed in as before, but without the draft that the other measurements left.
  const context = await signedIn.browser()!.newContext({ storageState: await signedIn.storageState() });
  const page = await context.newPage();
  try {
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    await client.send('Network.setCacheDisabled', { cacheDisabled: true });
    await client.send('Network.emulateNetworkConditions', NETWORK);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await page.addInitScript(watch, { selector: usable, word: USABLE });
    const ready = waitForConsole(page, USABLE);
    await page.goto(url, { waitUntil: 'commit' });
    await ready;
    return await page.evaluate(() => ({
      ms: (window as { usableAt?: number }).usableAt!,
      kB: performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\.m?js(\?|$)/.test(name))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize / 1000, 0),
    }));
  } finally {
    await context.close();
  }
}

/** First visits in turns, so that both feel the same machine. */
export async function firstLoads(bench: PlannerBench, rounds: number) {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-bare-'));
  const bare = await serveBare(folder, bench.site);
  try {
    const planner: number[] = [];
    const alone: number[] = [];
    let kB = 0;
    for (let round = 0; round < rounds; round++) {
      alone.push((await visit(bench, bare.url, '[data-usable]')).ms);
      const mine = await visit(
        bench,
        `${bench.site}/routes/create?lat=0.5&lng=-150&zoom=13`,
        // Tools, course and the background in view are drawn.
        '[data-part=planner][data-drawn]:has([data-part=rail]):has(canvas[data-part=drawing])',
      );
      planner.push(mine.ms);
      kB = Math.max(kB, mine.kB);
    }
    return { planner: median(planner), bare: median(alone), kB };
  } finally {
    bare.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
