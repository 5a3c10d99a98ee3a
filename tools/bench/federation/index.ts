import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { LoginResponse, SERVICE_BASES, WorkoutList } from '@waymark/api-contract';
import { buildAll } from '../../build.ts';
import { ensureDemoMember, DEMO } from '../../product/demo.ts';
import { launchProduct } from '../../product/launch.ts';
import { ensureChromium } from '../../testing/browsers.ts';
import { median, table, type Row } from '../row.ts';
import { startFront } from './front.ts';
import { buildOneBundle } from './one-bundle/build.ts';
import { VARIANTS, type Variant } from './pages.ts';
import { visit, type Script, type State, type VisitTimes } from './visit.ts';

const ROUNDS = 9;
const REACH = { home: 0.95, details: 0.9, feed: 0.5, staged: 1.03, paint: 0.5 };
const SCRIPTS = { home: 120, dashboard: 180, details: 200 };
const NOBODY: State = { cookies: [], origins: [] };

/** A page that is measured, and what must be there for it to count as shown. */
interface Page {
  name: 'home' | 'details' | 'dashboard' | 'feed';
  path: string;
  chunk?: string;
  selector: string;
  member: boolean;
  variants: readonly Variant[];
}

type Results = Map<string, VisitTimes[]>;
const keyOf = (page: string, variant: Variant) => `${page} ${variant}`;

/** Time to content and scripts on the wire, against the same code as one bundle, in one run. */
export async function run({ rounds = ROUNDS }: { rounds?: number } = {}): Promise<Row[]> {
  await buildAll();
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-bench-'));
  const bundle = await buildOneBundle(path.join(folder, 'one'));
  const front = await startFront(bundle);
  // Visits of one address must not run into the limits for one visitor.
  const product = await launchProduct({
    dataDir: path.join(folder, 'data'),
    env: { DEMO: 'true', SITE_URL: front.url },
  });
  let browser: Browser | undefined;
  try {
    await ensureDemoMember(product.apiUrl);
    const executablePath = await ensureChromium();
    browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    front.before(product.url, {});
    const { state, workout } = await signIn(browser, front.url);
    const pages = pagesOf(workout);
    front.before(
      product.url,
      Object.fromEntries(pages.flatMap(({ path: address, chunk }) => (chunk ? [[address, chunk]] : []))),
    );
    const results = await measure(browser, front.url, { pages, state, rounds });
    return rows(results, mapLibrary());
  } finally {
    await browser?.close();
    await product.stop();
    front.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

const pagesOf = (workout: string): Page[] => [
  { name: 'home', path: '/', selector: '#root h1', member: false, variants: VARIANTS },
  {
    name: 'details',
    path: workout,
    chunk: 'details',
    selector: '.wm-tile',
    member: true,
    variants: VARIANTS,
  },
  {
    name: 'dashboard',
    path: '/dashboard/',
    chunk: 'dashboard',
    selector: '.wm-tile',
    member: true,
    variants: ['ours', 'one'],
  },
  {
    name: 'feed',
    path: '/activity_feed',
    chunk: 'feed',
    selector: '.wm-f-story',
    member: true,
    variants: ['ours', 'one'],
  },
];

async function measure(
  browser: Browser,
  site: string,
  { pages, state, rounds }: { pages: Page[]; state: State; rounds: number },
): Promise<Results> {
  const results: Results = new Map();
  let member = state;
  // The first round warms the servers up. All variants take turns, so that what else the machine does hits each.
  for (let round = 0; round <= rounds; round++)
    for (const page of pages)
      for (const variant of page.variants) {
        const before = page.member ? member : NOBODY;
        const { selector } = page;
        const { visited, state: after } = await visit(browser, site + page.path, {
          variant,
          selector,
          state: before,
        });
        if (page.member) member = after;
        const key = keyOf(page.name, variant);
        if (round > 0) results.set(key, [...(results.get(key) ?? []), visited]);
      }
  return results;
}

function rows(results: Results, withoutScripts: ReadonlySet<string>): Row[] {
  const of = (page: Page['name'], variant: Variant, pick: (visited: VisitTimes) => number) =>
    (results.get(keyOf(page, variant)) ?? []).map(pick);
  const against = (
    page: Page['name'],
    what: string,
    other: Variant,
    pick: (visited: VisitTimes) => number,
    reach?: number,
  ): Row => {
    const [ours, theirs] = [of(page, 'ours', pick), of(page, other, pick)];
    const ratio = median(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
    return {
      what: `${page}: ${what} against ${NAMES[other]} (${median(ours).toFixed(0)} / ${median(theirs).toFixed(0)} ms)`,
      measured: ratio.toFixed(2),
      // No figure is asked for against some variants: they are there to compare.
      reach: reach === undefined ? 'none set' : `at most ${reach}`,
      ok: reach === undefined || ratio <= reach,
    };
  };
  const weight = (page: keyof typeof SCRIPTS, what: string): Row[] => {
    const scripts = results.get(keyOf(page, 'ours'))?.[0]?.scripts ?? [];
    const counted = scripts.filter((script) => !withoutScripts.has(path.basename(script.path)));
    const sum = (some: readonly Script[]) => some.reduce((total, { bytes }) => total + bytes, 0);
    const [first, all] = [sum(counted.filter(({ later }) => !later)), sum(counted)];
    return [
      {
        what: `${what}: scripts on the wire until it can be used`,
        measured: `${(first / 1000).toFixed(1)} kB`,
        reach: `at most ${SCRIPTS[page]} kB`,
        ok: first > 0 && first <= SCRIPTS[page] * 1000,
      },
      {
        what: `${what}: with what follows`,
        measured: `${(all / 1000).toFixed(1)} kB`,
        reach: 'none set',
        ok: true,
      },
    ];
  };
  const live = (visited: VisitTimes) => visited.live;
  const content = (visited: VisitTimes) => visited.content;
  const paint = (visited: VisitTimes) => visited.paint;
  return [
    against('home', 'heading in sight', 'one', content, REACH.home),
    against('home', 'application live', 'one', live, REACH.home),
    against('details', 'tiles in sight', 'one', content),
    against('details', 'tiles', 'one', live, REACH.details),
    against('details', 'tiles', 'one-preload', live),
    against('details', 'tiles', 'one-staged', live, REACH.staged),
    against('home', 'application live', 'one-staged', live, REACH.staged),
    against('feed', 'stories in sight', 'one', content, REACH.feed),
    against('feed', 'stories', 'one', live),
    against('details', 'first paint', 'one', paint, REACH.paint),
    against('home', 'first paint', 'one', paint, REACH.paint),
    ...weight('home', 'home, signed out'),
    ...weight('dashboard', 'dashboard'),
    ...weight('details', 'workout details without the map library'),
  ];
}

const NAMES: Record<Variant, string> = {
  ours: 'ours',
  one: 'one bundle',
  'one-preload': 'one bundle with its chunk preloaded',
  'one-staged': 'one bundle staged in the same way',
};

/** The scripts of both map libraries; the remote's own code around them counts. */
function mapLibrary(): Set<string> {
  const file = path.join(import.meta.dirname, '../../../mfe-workouts/dist/manifest.json');
  const { chunks } = JSON.parse(readFileSync(file, 'utf8')) as { chunks: Record<string, string[]> };
  const libraries = ['map-openlayers', 'map-maplibre'].flatMap((name) => {
    const files = chunks[name];
    if (!files) throw new Error(`mfe-workouts has no chunk "${name}" any more: which are its map libraries?`);
    return files.filter((one) => one.startsWith(`${name}.`));
  });
  return new Set(libraries);
}

if (import.meta.main) console.log(table(await run({ rounds: Number(process.env.BENCH_ROUNDS ?? ROUNDS) })));

/** Signs the demo member in as a browser does. @returns its cookies, and the address of a workout with a track */
async function signIn(browser: Browser, site: string): Promise<{ state: State; workout: string }> {
  const context = await browser.newContext();
  try {
    const headers = { 'x-requested-with': 'waymark', origin: site };
    const answer = await context.request.post(`${site}${SERVICE_BASES.auth}/login`, { data: DEMO, headers });
    if (!answer.ok()) throw new Error(`The demo member was not signed in: ${await answer.text()}`);
    const { authToken } = LoginResponse.parse(await answer.json());
    const list = await context.request.get(`${site}${SERVICE_BASES.main}/workout/?limit=20`, {
      headers: { ...headers, authorization: `Bearer ${authToken}` },
    });
    const { workouts } = WorkoutList.parse(await list.json())._embedded;
    const recorded = workouts.find(({ has_time_series: has, leg_count: legs }) => has && legs === 0);
    if (!recorded) throw new Error('The demo member has no workout with a track.');
    return { state: await context.storageState(), workout: `/workout/${recorded.id}/` };
  } finally {
    await context.close();
  }
}
