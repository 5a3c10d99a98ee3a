import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { ensureChromium } from '../../testing/browsers.ts';
import { median, type Row } from '../row.ts';
import type { Kind, Measured } from './page.ts';
import { serveMaps } from './serve.ts';

const ROUNDS = 5;
const POINTS = { ours: 100_000, plain: 10_000 };
const REACH = { frame: 1.2, opened: 500, megabytes: 40 };
const VARIANTS = ['openlayers', 'maplibre'] as const;

/** A course of 100,000 points on our maps, beside each library by itself with one of 10,000. */
export async function run({ rounds = ROUNDS }: { rounds?: number } = {}): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-'));
  const { url, stop } = await serveMaps(folder);
  const executablePath = await ensureChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    // Frames as fast as they can be drawn: 60 a second would hide the difference.
    args: [
      '--no-sandbox',
      '--disable-frame-rate-limit',
      '--disable-gpu-vsync',
      '--enable-precise-memory-info',
      '--enable-unsafe-swiftshader',
      '--js-flags=--expose-gc',
    ],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    const problems: string[] = [];
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(url);
    const measure = (kind: Kind, points: number): Promise<Measured> =>
      page.evaluate(([which, n]) => window.measure!(which, n), [kind, points] as const);
    const rows: Row[] = [];
    for (const variant of VARIANTS) {
      const ours: Measured[] = [];
      const plain: Measured[] = [];
      for (let round = -1; round < rounds; round++) {
        const one = await measure(variant, POINTS.ours);
        const other = await measure(`plain ${variant}`, POINTS.plain);
        // The first of each is slow on any map.
        if (round < 0) continue;
        ours.push(one);
        plain.push(other);
      }
      rows.push(...rowsOf(variant, ours, plain));
    }
    if (problems.length) throw new Error(`The maps complain: ${problems.join('; ')}`);
    return rows;
  } finally {
    await browser.close();
    stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

function rowsOf(variant: string, ours: readonly Measured[], plain: readonly Measured[]): Row[] {
  const frame = (all: readonly Measured[]) => median(all.map(({ frames }) => median(frames)));
  const ratio = frame(ours) / frame(plain);
  const opened = median(ours.map((one) => one.opened));
  const megabytes = median(ours.map(({ heap }) => heap)) / 1e6;
  return [
    {
      what: `${variant}: a frame while 100,000 points are dragged, beside the library with 10,000`,
      measured: `${frame(ours).toFixed(1)} against ${frame(plain).toFixed(1)} ms, ${ratio.toFixed(2)}`,
      reach: `at most ${REACH.frame}`,
      ok: ratio <= REACH.frame,
    },
    {
      what: `${variant}: 100,000 points opened, tiles included`,
      measured: `${opened.toFixed(0)} ms (library with 10,000: ${median(plain.map((one) => one.opened)).toFixed(0)})`,
      reach: `below ${REACH.opened} ms`,
      ok: opened < REACH.opened,
    },
    {
      what: `${variant}: memory of the page that the map takes`,
      measured: `${megabytes.toFixed(1)} MB (library with 10,000: ${(median(plain.map(({ heap }) => heap)) / 1e6).toFixed(1)})`,
      reach: `below ${REACH.megabytes} MB`,
      ok: megabytes < REACH.megabytes,
    },
  ];
}
