import type { BrowserContext } from '@playwright/test';
import { expect, signUp, test } from './member.ts';

/** Runs an expression over `main`, the host's one client of the main API, as a remote has it. */
const callOf = (expression: string) => `(() => {
  const contract = Object.values(globalThis.__FEDERATION__.__INSTANCES__[0].shareScopeMap.default['@waymark/contract'])[0].lib();
  const main = contract.http.service('main');
  return ${expression};
})()`;
const tenCalls = callOf(
  "Promise.all(Array.from({ length: 10 }, () => main.get('/user/self/').then((user) => user.id)))",
);

const EXPIRED = JSON.stringify({
  status: 401,
  error: 'token_expired',
  error_description: 'Log in to continue.',
  request_id: 'test',
});

/** From now on the server takes every token that pages hold for expired, and only one from a refresh for good. */
async function expireTokens(context: BrowserContext, site: string): Promise<() => number> {
  let refreshes = 0;
  const good = new Set<string>();
  await context.route(`${site}/services/main/**`, async (route) => {
    if (good.has(route.request().headers().authorization ?? '')) await route.continue();
    else await route.fulfill({ status: 401, contentType: 'application/json', body: EXPIRED });
  });
  await context.route(`${site}/auth/refresh-token`, async (route) => {
    refreshes++;
    const answer = await route.fetch();
    if (answer.ok()) good.add(`Bearer ${((await answer.json()) as { authToken: string }).authToken}`);
    await route.fulfill({ response: answer });
  });
  return () => refreshes;
}

test('[SESS-01] fifty calls with an expired token in five tabs need one refresh and sign nobody out', async ({
  context,
  member,
  site,
}) => {
  test.slow();
  const tabs = await Promise.all(Array.from({ length: 5 }, () => context.newPage()));
  for (const tab of tabs) {
    await tab.goto('/dashboard');
    await expect(tab.getByRole('heading', { name: 'Import your first workout' })).toBeVisible();
  }
  const refreshes = await expireTokens(context, site);
  const ids = (await Promise.all(tabs.map((tab) => tab.evaluate(tenCalls)))) as number[][];
  expect(ids.flat()).toEqual(Array.from({ length: 50 }, () => member.userId));
  expect(refreshes()).toBe(1);
  for (const tab of tabs) await expect(tab).toHaveURL(/\/dashboard$/);
});

test('[SESS-02] when the session has ended, an expired token leads to the login page with the way back', async ({
  page,
  context,
  member,
  site,
}) => {
  expect(member.userId).toBeGreaterThan(0);
  await page.goto('/workout/create/?kept=1');
  await expect(page.getByRole('heading', { name: 'Log a workout' })).toBeVisible();
  await expireTokens(context, site);
  await context.clearCookies();
  await page.evaluate(tenCalls).catch(() => 'the page went elsewhere');
  await expect(page).toHaveURL(/\/auth\/login\/?\?next=%2Fworkout%2Fcreate%2F%3Fkept%3D1$/);
});

test('[AUTH-09] signing out in one tab signs out the others', async ({ context, site }) => {
  await signUp(context.request);
  const [one, two] = [await context.newPage(), await context.newPage()];
  for (const tab of [one, two]) {
    await tab.goto('/dashboard');
    await expect(tab.getByRole('heading', { name: 'Import your first workout' })).toBeVisible();
  }
  await one.getByRole('button', { name: 'Your account' }).click();
  await one.getByRole('link', { name: 'Log out' }).click();
  await expect(one).toHaveURL(`${site}/`);
  await expect(two.getByRole('link', { name: 'Log in', exact: true }).first()).toBeVisible();
  const session = await context.request.get('/auth/session', { headers: { 'x-requested-with': 'waymark' } });
  expect(((await session.json()) as { user: unknown }).user).toBeNull();
});

test("[HOST-14] while a refresh in sight hangs, 'Refreshing auth token' blocks the page", async ({
  page,
  context,
  member,
  site,
}) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Import your first workout' })).toBeVisible();
  await expireTokens(context, site);
  const answered = Promise.withResolvers<void>();
  await context.route(`${site}/auth/refresh-token`, async (route) => {
    await answered.promise;
    await route.fallback();
  });
  const calls = page.evaluate<number[]>(tenCalls);
  const modal = page.getByRole('dialog', { name: 'Refreshing auth token' });
  await expect(modal).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(modal).toBeVisible();
  const covered = await page.evaluate(() => {
    const { x, y, width, height } =
      document.querySelector('header a')?.getBoundingClientRect() ?? new DOMRect();
    return document.elementFromPoint(x + width / 2, y + height / 2)?.closest('dialog') !== null;
  });
  expect(covered, 'nothing behind it can be clicked').toBe(true);
  answered.resolve();
  await expect(modal).toBeHidden();
  expect(new Set(await calls)).toEqual(new Set([member.userId]));
});

test('[HOST-15] [SESS-07] a failed call that asks for it shows the global error banner until the page changes', async ({
  page,
  member,
}) => {
  expect(member.userId).toBeGreaterThan(0);
  await page.route('**/services/main/**/broken/', (route) =>
    route.fulfill({ status: 500, json: { error: 'internal', error_description: 'It broke.' } }),
  );
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Import your first workout' })).toBeVisible();
  const said = await page.evaluate(
    callOf("main.get('/broken/', { notifyFailure: true }).catch((error) => error.message)"),
  );
  expect(said).toBe('500 Internal Server Error: It broke. (internal)');
  const banner = page.getByRole('alert').filter({
    hasText: 'This page encountered an error. Please refresh and try again.',
  });
  await expect(banner).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Upload a file' }).click();
  await expect(page).toHaveURL(/\/workout\/import/);
  await expect(banner).toHaveCount(0);
});
