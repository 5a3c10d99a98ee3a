import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContext, chromium, type Page } from '@playwright/test';
import { fitSample } from '@waymark/api/src/recordings/testing/sample-fit.ts';
import { type FileImport, LoginResponse, SERVICE_BASES } from '@waymark/api-contract';
import { buildAll } from '../build.ts';
import { DEMO, ensureDemoMember } from '../product/demo.ts';
import { launchProduct } from '../product/launch.ts';
import { ensureChromium, waitForConsole } from '../testing/browsers.ts';
import { median, type Row } from './row.ts';
import { send } from './upload.ts';

const RECORDS = 30_000;
const ROUNDS = 7;
const CPU = { rate: 4 };
/** Milliseconds; and the part of an idle page's frames that stay while the pointer moves. */
const REACH = { content: 1000, frames: 0.95 };
const HOVER_MS = 4000;
const SHOWN = 'bench: shown';

declare global {
  interface Window {
    /** When the tiles, the drawn chart, and its cursor first stood on the page: milliseconds after the navigation began. */
    shown?: { tiles?: number; chart?: number; cursor?: number };
  }
}

/** A long workout in a browser that has been there before, on a machine four times as slow. */
export async function run({ rounds = ROUNDS }: { rounds?: number } = {}): Promise<Row[]> {
  await buildAll();
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-'));
  const product = await launchProduct({ dataDir: path.join(folder, 'data'), env: { DEMO: 'true' } });
  const executablePath = await ensureChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await ensureDemoMember(product.apiUrl);
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const address = `${product.url}/workout/${await addLong(context, product.url, folder)}/`;
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await page.addInitScript(watch, SHOWN);
    // The first visit fills the cache; it is not measured.
    await open(page, address);
    await client.send('Emulation.setCPUThrottlingRate', CPU);
    const opened: Opened[] = [];
    for (let round = 0; round < rounds; round++) {
      await page.goto('about:blank');
      opened.push(await open(page, address));
    }
    const idle = await frames(page, () => wait(HOVER_MS));
    const hovered = await frames(page, () => hover(page));
    return [
      seconds('tiles in sight', median(opened.map(({ tiles }) => tiles))),
      seconds('chart drawn from the recording', median(opened.map(({ chart }) => chart))),
      {
        ...seconds('chart’s cursor can be moved', median(opened.map(({ cursor }) => cursor))),
        reach: 'not asked',
        ok: true,
      },
      {
        what: `frames a second while the pointer moves over the chart (idle: ${idle.toFixed(1)})`,
        measured: `${hovered.toFixed(1)}, ${(hovered / idle).toFixed(2)} of idle`,
        reach: `at least ${REACH.frames} of idle`,
        ok: hovered >= idle * REACH.frames,
      },
    ];
  } finally {
    await browser.close();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const seconds = (what: string, ms: number): Row => ({
  what: `workout of ${RECORDS.toLocaleString('en')} records, warm cache, CPU x${CPU.rate}: ${what}`,
  measured: `${ms.toFixed(0)} ms`,
  reach: `below ${REACH.content} ms`,
  ok: ms < REACH.content,
});

/** Signs the demo member in and imports a long ride for them. @returns its id */
async function addLong(context: BrowserContext, site: string, folder: string): Promise<number> {
  const answer = await context.request.post(`${site}${SERVICE_BASES.auth}/login`, {
    data: DEMO,
    headers: { 'x-requested-with': 'waymark', origin: site },
  });
  const { authToken } = LoginResponse.parse(await answer.json());
  const headers = { authorization: `Bearer ${authToken}` };
  const url = (where: string) => `${site}${SERVICE_BASES.main}${where}`;
  const file = path.join(folder, 'long.fit');
  writeFileSync(
    file,
    fitSample({ points: RECORDS, sport: 'cycling', subSport: 'road', speed: 8, power: true }),
  );
  const { id } = (await send({ url, headers }, file))._embedded.file_imports[0]!;
  for (;;) {
    const got = (await (await fetch(url(`/device/file_import/${id}/`), { headers })).json()) as FileImport;
    if (got.state === 'ready') return got.workouts[0]!.id;
    if (got.problem) throw new Error(got.problem.message);
    await wait(100);
  }
}

type Opened = { tiles: number; chart: number; cursor: number };

async function open(page: Page, address: string): Promise<Opened> {
  const shown = waitForConsole(page, SHOWN);
  await page.goto(address, { waitUntil: 'commit' });
  await shown;
  // What comes after the first view is there as well before the next visit begins.
  await page.getByRole('region', { name: 'Best efforts' }).waitFor();
  return page.evaluate(() => window.shown as Opened);
}

/** Runs in the page, from its beginning. */
function watch(word: string): void {
  const shown: NonNullable<Window['shown']> = {};
  window.shown = shown;
  const look = () => {
    // Looked at only until it is there: each look makes the browser lay the page out.
    const there = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().height;
    if (!shown.tiles && there('.wm-tile')) shown.tiles = performance.now();
    // Its element is there once it is drawn. Four series are shown at first: all of them.
    if (!shown.chart && document.querySelectorAll('.wm-w-chart canvas').length >= 4)
      shown.chart = performance.now();
    if (!shown.cursor && there('[role=slider]')) shown.cursor = performance.now();
    if (shown.cursor) console.log(word);
    else setTimeout(look, 4);
  };
  look();
}

/** Frames a second that the page drew while something was done. */
async function frames(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(window, { framesSeen: seen });
    const next = (at: number) => {
      seen.push(at);
      requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
  });
  await act();
  const seen = await page.evaluate(() => [...(window as unknown as { framesSeen: number[] }).framesSeen]);
  return ((seen.length - 1) / (seen.at(-1)! - seen[0]!)) * 1000;
}

/** Moves the pointer to and fro over the chart, a step for each frame. */
async function hover(page: Page): Promise<void> {
  const slider = page.getByRole('slider', { name: /^Position in the workout/ });
  await slider.scrollIntoViewIfNeeded();
  const box = (await slider.boundingBox())!;
  const until = performance.now() + HOVER_MS;
  for (let step = 0; performance.now() < until; step++) {
    const share = 0.5 + 0.48 * Math.sin(step / 40);
    await page.mouse.move(box.x + box.width * share, box.y + 20 + (step % 40));
    await wait(8);
  }
}
