import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { demoTownExtract } from '@waymark/api/src/maps/demo-town.ts';
import { importExtract } from '@waymark/api/src/maps/routing/regions/regions.ts';
import { type ApiProcess, startProcess } from '@waymark/api/src/testing/api-process.ts';
import { SERVICE_BASES } from '@waymark/api-contract';
import { ensureChromium } from '../../testing/browsers.ts';
import { median, type Row } from '../row.ts';
import type { Kind, Measured } from './page.ts';
import { serveMaps } from './serve.ts';

const ROUNDS = 5;
const POINTS = { ours: 100_000, plain: 10_000 };
const REACH = { frame: 1.2, opened: 500, megabytes: 40, streetsFrame: 1.3, streetsOpened: 1000 };
/** How much slower a phone is than this machine. */
const CPU_SLOWDOWN = 4;
/** Streets of the town in each direction: 50,000 nodes. */
const STREETS = 222;
const VARIANTS = ['openlayers', 'maplibre'] as const;

/** The API with the streets of a large town. */
async function startTown(folder: string): Promise<ApiProcess> {
  const dataDir = path.join(folder, 'api');
  const file = path.join(folder, 'town.osm.pbf');
  writeFileSync(file, demoTownExtract({ streets: STREETS }));
  await importExtract(file, dataDir, { name: 'town', attribution: 'Invented' });
  return startProcess(dataDir, { ROUTING_DEMO: 'false' });
}

/** A course of 100,000 points on our maps, beside each library by itself with one of 10,000. */
export async function run({ rounds = ROUNDS }: { rounds?: number } = {}): Promise<Row[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-'));
  const api = await startTown(folder);
  const { url, stop } = await serveMaps(folder, `${api.url}${SERVICE_BASES.routing}/tiles`);
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
    const slow = await page.context().newCDPSession(page);
    for (const variant of VARIANTS) {
      const look = (hasStreets: boolean): Promise<Measured> =>
        page.evaluate(([which, has]) => window.measureBackground!(which, has), [
          variant,
          hasStreets,
        ] as const);
      const streets: Measured[] = [];
      const background: Measured[] = [];
      for (let round = -1; round < rounds; round++) {
        const one = await look(true);
        const other = await look(false);
        if (round < 0) continue;
        streets.push(one);
        background.push(other);
      }
      const onPhone: Measured[] = [];
      await slow.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
      for (let round = 0; round < rounds; round++) onPhone.push(await look(true));
      await slow.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      rows.push(...rowsOfStreets(variant, { streets, background, onPhone }));
    }
    if (problems.length) throw new Error(`The maps complain: ${problems.join('; ')}`);
    return rows;
  } finally {
    await browser.close();
    stop();
    await api.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

const frame = (all: readonly Measured[]) => median(all.map(({ frames }) => median(frames)));

function rowsOfStreets(
  variant: string,
  {
    streets,
    background,
    onPhone,
  }: Readonly<Record<'streets' | 'background' | 'onPhone', readonly Measured[]>>,
): Row[] {
  const ratio = frame(streets) / frame(background);
  const opened = median(onPhone.map((one) => one.opened));
  return [
    {
      what: `${variant}: a frame while streets of an extract are dragged, beside the background alone`,
      measured: `${frame(streets).toFixed(1)} against ${frame(background).toFixed(1)} ms, ${ratio.toFixed(2)}`,
      reach: `at most ${REACH.streetsFrame}`,
      ok: ratio <= REACH.streetsFrame,
    },
    {
      what: `${variant}: first view of these streets, CPU x${CPU_SLOWDOWN}`,
      measured: `${opened.toFixed(0)} ms`,
      reach: `below ${REACH.streetsOpened} ms`,
      ok: opened < REACH.streetsOpened,
    },
  ];
}

function rowsOf(variant: string, ours: readonly Measured[], plain: readonly Measured[]): Row[] {
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
