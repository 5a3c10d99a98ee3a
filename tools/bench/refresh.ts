import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { accessTokens } from '@waymark/api/src/kernel/server/access-tokens.ts';
import { LoginResponse, SERVICE_BASES } from '@waymark/api-contract';
import { type Browser, type BrowserContext, chromium } from '@playwright/test';
import { buildAll } from '../build.ts';
import { DEMO, ensureDemoMember } from '../product/demo.ts';
import { launchProduct, type Product } from '../product/launch.ts';
import { ensureChromium } from '../testing/browsers.ts';
import { type Row, table } from './row.ts';

const TABS = 5;
const CALLS = 10;
const TWO_HOURS_MS = 2 * 3_600_000;

/** Calls at once through the host's one client, as a remote makes them; gives the answers or what went wrong. */
const callsAtOnce = `(() => {
  const contract = Object.values(globalThis.__FEDERATION__.__INSTANCES__[0].shareScopeMap.default['@waymark/contract'])[0].lib();
  const main = contract.http.service('main');
  return Promise.all(Array.from({ length: ${CALLS} }, () => main.get('/user/self/').then((user) => user.id, String)));
})()`;

async function signIn(context: BrowserContext, { url }: Product): Promise<number> {
  const answer = await context.request.post(`${url}${SERVICE_BASES.auth}/login`, {
    data: DEMO,
    headers: { 'x-requested-with': 'waymark', origin: url },
  });
  if (!answer.ok()) throw new Error(`The demo member was not signed in: ${await answer.text()}`);
  const { authToken = '' } = LoginResponse.parse(await answer.json());
  const claims = JSON.parse(Buffer.from(authToken.split('.')[1]!, 'base64url').toString()) as { sub: string };
  return Number(claims.sub);
}

/** From now on every token that the pages hold is one that the API signed hours ago, until they get one from a refresh. */
async function expireTokens(context: BrowserContext, { url, dataDir }: Product, userId: number) {
  const pem = readFileSync(path.join(dataDir, 'keys', 'access-tokens.pem'), 'utf8');
  const old = `Bearer ${accessTokens(pem, () => Date.now() - TWO_HOURS_MS).mint(userId, 1)}`;
  const seen = { refreshes: 0, expired: 0 };
  const fresh = new Set<string>();
  await context.route(`${url}${SERVICE_BASES.main}/**`, async (route) => {
    const headers = route.request().headers();
    if (fresh.has(headers['authorization'] ?? '')) return route.continue();
    const answer = await route.fetch({ headers: { ...headers, authorization: old } });
    if (answer.status() === 401) seen.expired++;
    return route.fulfill({ response: answer });
  });
  await context.route(`${url}${SERVICE_BASES.auth}/refresh-token`, async (route) => {
    seen.refreshes++;
    const answer = await route.fetch();
    if (answer.ok()) fresh.add(`Bearer ${((await answer.json()) as { authToken: string }).authToken}`);
    await route.fulfill({ response: answer });
  });
  return seen;
}

async function measure(browser: Browser, product: Product): Promise<Row> {
  const context = await browser.newContext();
  const userId = await signIn(context, product);
  const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()));
  for (const tab of tabs) {
    await tab.goto(`${product.url}/dashboard`);
    await tab.waitForSelector('.wm-tile');
  }
  const seen = await expireTokens(context, product, userId);
  const answers = await Promise.all(tabs.map((tab) => tab.evaluate<unknown[]>(callsAtOnce)));
  const answered = answers.flat().filter((id) => id === userId).length;
  const signedOut = tabs.filter((tab) => new URL(tab.url()).pathname !== '/dashboard').length;
  await context.close();
  const calls = TABS * CALLS;
  if (seen.expired === 0) throw new Error('No call was refused: there was no expired token to measure.');
  return {
    what: `${calls} calls at once in ${TABS} tabs with an expired token (${answered} answered)`,
    measured: `${seen.refreshes} refresh, ${signedOut} sign-outs`,
    reach: '1 refresh, 0 sign-outs',
    ok: seen.refreshes === 1 && signedOut === 0 && answered === calls,
  };
}

/** How often tabs renew a session whose token has expired, when all of them call at once. */
export async function run(): Promise<Row[]> {
  await buildAll();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'waymark-bench-'));
  const product = await launchProduct({ dataDir, env: { DEMO: 'true', RATE_LIMITS: 'false' } });
  let browser: Browser | undefined;
  try {
    await ensureDemoMember(product.apiUrl);
    const executablePath = await ensureChromium();
    browser = await chromium.launch({
      ...(executablePath && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu'],
    });
    return [await measure(browser, product)];
  } finally {
    await browser?.close();
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(table(await run()));
