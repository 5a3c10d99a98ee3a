import type { Page, Route } from '@playwright/test';
import { expect, test } from './member.ts';
import { entryOf } from './watch.ts';

/** A page of mfe-workouts that visitors may open. */
const WORKOUT = '/workout/999999999';
const ENTRY = entryOf('mfe-workouts');
const fallback = (page: Page) => page.locator('[data-remote-fallback=mfe-workouts]');

const BREAKS: Record<string, (route: Route) => Promise<void> | void> = {
  'is refused': (route) => route.abort('connectionrefused'),
  'is answered with 500': (route) => route.fulfill({ status: 500, body: 'broken' }),
  'is HTML': (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html><p>Hello</p>' }),
  hangs: () => {},
};

for (const [how, broken] of Object.entries(BREAKS))
  test(`[PLAT-07] when the workouts' script ${how}, a fallback stands in its place, the rest works, and a retry recovers`, async ({
    page,
  }) => {
    await page.route(ENTRY, broken);
    await page.goto(WORKOUT, { waitUntil: 'commit' });
    await expect(fallback(page)).toContainText('Workouts: this part isn’t available right now');
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await page
      .getByRole('banner')
      .getByRole('link', { name: /^(log|sign) in$/i })
      .click();
    await expect(page.getByLabel('E-mail')).toBeVisible();
    await expect(fallback(page)).toHaveCount(0);
    // Within the document, which never finishes loading while a script hangs.
    await page.evaluate(() => history.back());
    await expect(fallback(page)).toBeVisible();
    await page.unroute(ENTRY, broken);
    await fallback(page).getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('This workout is private or does not exist')).toBeVisible();
    await expect(fallback(page)).toHaveCount(0);
  });

test('[PLAT-15] [PLAT-07] a script of a remote with one byte more than published never runs', async ({
  page,
}) => {
  await page.route(ENTRY, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: `${await answer.text()}\nwindow.tampered = true;` });
  });
  await page.goto(WORKOUT);
  await expect(fallback(page)).toBeVisible();
  expect(await page.evaluate(() => 'tampered' in window)).toBe(false);
});

test('[PLAT-15] scripts need a nonce of their page alone; nothing unsafe is allowed, and no page breaks the rules', async ({
  page,
}) => {
  const broken: string[] = [];
  page.on('console', (message) => {
    if (/content security policy|trusted ?types|trustedscript/i.test(message.text()))
      broken.push(message.text());
  });
  const nonces = new Set<string>();
  for (const path of ['/', '/auth/login/', WORKOUT, '/no/such/page']) {
    const answer = await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const policy = (await answer?.headerValue('content-security-policy')) ?? '';
    const rules = new Map(
      policy.split('; ').map((rule) => [rule.split(' ')[0] ?? '', rule.split(' ').slice(1)] as const),
    );
    const scripts = rules.get('script-src') ?? [];
    expect(scripts).toContain("'strict-dynamic'");
    expect(scripts.join(' ')).not.toMatch(/unsafe|http|\*/);
    expect(rules.get('require-trusted-types-for')).toEqual(["'script'"]);
    nonces.add(scripts.find((source) => source.startsWith("'nonce-")) ?? 'none');
  }
  expect(nonces.size).toBe(4);
  expect(broken).toEqual([]);
  const ran = await page.evaluate(() => {
    const script = document.createElement('script');
    try {
      script.textContent = 'window.injected = true';
    } catch {
      return 'refused by Trusted Types';
    }
    document.body.append(script);
    return 'injected' in window ? 'ran' : 'refused';
  });
  expect(ran).toMatch(/^refused/);
});

test('[HOST-23] a part that does not arrive is told with a retry, and loads nothing anew by itself', async ({
  page,
  member,
}) => {
  expect(member.userId).toBeGreaterThan(0);
  const IMPORT = /\/remotes\/mfe-workouts\/[^/]+\/import\.\w+\.js/;
  // The same release as the page's, whatever other tests deploy.
  await page.route('**/platform/release', (route) => route.fulfill({ json: { release: null } }));
  await page.route(IMPORT, (route) => route.abort());
  await page.goto('/dashboard');
  let loads = 0;
  page.on('load', () => loads++);
  await page.getByRole('main').getByRole('link', { name: 'Upload a file' }).click();
  await expect(page).toHaveURL(/\/workout\/import/);
  const retry = page.getByRole('button', { name: 'Try again' }).first();
  await expect(retry).toBeVisible();
  await expect(page.getByRole('banner')).toBeVisible();
  await page.unroute(IMPORT);
  await retry.click();
  await expect(page.locator('input[type=file]')).toBeAttached();
  expect(loads).toBe(0);
});
