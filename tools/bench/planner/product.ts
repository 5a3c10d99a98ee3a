import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { demoTownExtract } from '@waymark/api/src/maps/demo-town.ts';
import { importExtract } from '@waymark/api/src/maps/routing/regions/regions.ts';
import { LoginResponse, type RouteDetail, type RoutePoint, SERVICE_BASES } from '@waymark/api-contract';
import { buildAll } from '../../build.ts';
import { DEMO, ensureDemoMember } from '../../product/demo.ts';
import { launchProduct } from '../../product/launch.ts';
import { ensureChromium } from '../../testing/browsers.ts';

/** Streets in each direction: 50,000 nodes. */
const STREETS = 222;

export interface PlannerBench {
  site: string;
  browser: Browser;
  /** Signed in as the demo member. */
  context: BrowserContext;
  /** Saves a route. @returns its id */
  save(points: readonly RoutePoint[]): Promise<number>;
  stop(): Promise<void>;
}

async function importTown(folder: string, dataDir: string): Promise<void> {
  const file = path.join(folder, 'town.osm.pbf');
  writeFileSync(file, demoTownExtract({ streets: STREETS }));
  await importExtract(file, dataDir, { name: 'town', attribution: 'Invented' });
}

/** The built product with the roads of a large town, and a browser in which the demo member is signed in. */
export async function startPlannerBench(): Promise<PlannerBench> {
  await buildAll();
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-planner-'));
  const dataDir = path.join(folder, 'data');
  await importTown(folder, dataDir);
  const product = await launchProduct({
    dataDir,
    env: { DEMO: 'true', ROUTING_DEMO: 'false', RATE_LIMITS: 'false' },
  });
  await ensureDemoMember(product.apiUrl);
  const executablePath = await ensureChromium();
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    // Frames as fast as they can be drawn: what is measured is the work, not the wait for the screen.
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-frame-rate-limit',
      '--disable-gpu-vsync',
      '--enable-precise-memory-info',
      '--js-flags=--expose-gc',
    ],
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  const answer = await context.request.post(`${product.url}${SERVICE_BASES.auth}/login`, {
    data: DEMO,
    headers: { 'x-requested-with': 'waymark', origin: product.url },
  });
  const { authToken } = LoginResponse.parse(await answer.json());
  return {
    site: product.url,
    browser,
    context,
    async save(points) {
      const saved = await fetch(`${product.apiUrl}${SERVICE_BASES.main}/route/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${authToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Long', activity_type_id: 11, points }),
      });
      if (!saved.ok) throw new Error(`saving a route: ${saved.status} ${await saved.text()}`);
      return ((await saved.json()) as RouteDetail).id;
    },
    async stop() {
      await browser.close();
      await product.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
