import type { Browser, BrowserContextOptions, Page } from '@playwright/test';
import { readStored, recordRequests, sendReports, visit, type SentRecord } from './browser-record.ts';
import { expect, signUp, test } from './member.ts';

const NOTHING = { cookies: {}, local: [], session: [], databases: [], caches: [], workers: [] };
/** What remembers the answers of a visitor, and where they said that they live. */
const CHOICES = { wm_choices: '395 days' };
const REGION = { wm_region: '395 days' };
const STATISTICS = { wm_device: '365 days' };
const PAGES = ['/', '/routes', '/challenges', '/training-plans', '/mvp', '/legal/cookies', '/auth/signup/'];

/** A browser of its own, without the answer to the banner that other tests begin with. */
async function openBrowser(browser: Browser, site: string, options: BrowserContextOptions) {
  const context = await browser.newContext({ baseURL: site, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const requests = recordRequests(context);
  return { context, page, requests };
}

async function answer(page: Page, name: 'Refuse all' | 'Accept all'): Promise<void> {
  await visit(page, '/privacy_center/manage');
  const recorded = page.waitForResponse((response) => response.url().endsWith('/auth/update-consents'));
  // Host and page both ask anew what holds.
  const asked = page.waitForResponse((response) => response.url().includes('/consents-status'));
  await page.getByRole('button', { name }).click();
  expect((await recorded).status()).toBe(200);
  await (await asked).finished();
  await sendReports(page);
}

async function visitAll(page: Page): Promise<void> {
  for (const path of PAGES) await visit(page, path);
}

/** What is sent to this site alone, by names; `reports` are the identities of reports and what they count. */
function summaryOf(site: string, { hosts, cookies, headers, parameters, reports }: SentRecord) {
  expect([...hosts]).toEqual([new URL(site).host]);
  // Nothing that stands for a browser or a member hides in headers or addresses.
  const harmless = /^(?:api-key|authorization|billing-domain|idempotency-key|x-requested-with)$/;
  expect([...headers].filter((name) => !harmless.test(name))).toEqual([]);
  expect([...parameters].filter((name) => /device|visitor|client|session|uid|uuid/i.test(name))).toEqual([]);
  return {
    cookies: [...cookies].sort(),
    identities: [...new Set(reports.map(({ identity }) => JSON.stringify(identity)))],
    events: [...new Set(reports.flatMap(({ events }) => events))].sort(),
  };
}
const SILENCE = { cookies: [] as string[], identities: [], events: [] };

async function valueOf(page: Page, name: string): Promise<string | undefined> {
  return (await page.context().cookies()).find((cookie) => cookie.name === name)?.value;
}

test('[PRIV-02] [DATA-05] a German browser holds and sends nothing before an answer, only the key of the answers after a refusal, and statistics once allowed', async ({
  browser,
  site,
}) => {
  test.setTimeout(240_000);
  const german = { locale: 'de-DE', timezoneId: 'Europe/Berlin' };
  const { context, page, requests } = await openBrowser(browser, site, german);
  await visitAll(page);
  expect(await readStored(page)).toEqual(NOTHING);
  expect(summaryOf(site, await requests.take())).toEqual(SILENCE);

  await answer(page, 'Refuse all');
  await requests.take();
  await visitAll(page);
  expect(await readStored(page)).toEqual({ ...NOTHING, cookies: CHOICES });
  expect(summaryOf(site, await requests.take())).toEqual({ ...SILENCE, cookies: ['wm_choices'] });

  // An error is reported, and names neither browser nor member.
  await page.route('**/remotes/mfe-auth/**', (route) => route.abort());
  await page.goto('/auth/signup/');
  await expect(page.getByRole('alert').first()).toBeVisible();
  await sendReports(page);
  const { reports } = await requests.take();
  expect(reports.length).toBeGreaterThan(0);
  for (const { identity, events } of reports)
    expect([identity, events.filter((name) => !name.startsWith('error'))]).toEqual([{}, []]);
  await page.unroute('**/remotes/mfe-auth/**');

  await answer(page, 'Accept all');
  await requests.take();
  await visitAll(page);
  expect(await readStored(page)).toEqual({ ...NOTHING, cookies: { ...CHOICES, ...STATISTICS } });
  const granted = await requests.take();
  const device = await valueOf(page, 'wm_device');
  expect(summaryOf(site, granted)).toMatchObject({
    cookies: ['wm_choices', 'wm_device'],
    identities: [JSON.stringify({ device_id: device })],
    events: expect.arrayContaining(['page_view', 'web_vital']),
  });
  // The key of the answers is no id of the statistics, and stands nowhere but in its cookie.
  const key = (await valueOf(page, 'wm_choices'))!;
  expect(key).not.toBe(device);
  expect(granted.texts.filter((text) => text.includes(key))).toEqual([]);

  await answer(page, 'Refuse all');
  expect((await readStored(page)).cookies).toEqual(CHOICES);
  await context.close();
});

test('[PRIV-04] [DATA-05] a Californian browser with Global Privacy Control is not counted until its owner says otherwise', async ({
  browser,
  site,
}) => {
  test.setTimeout(240_000);
  const california = { locale: 'en-US', timezoneId: 'America/Los_Angeles' };
  const { context, page, requests } = await openBrowser(browser, site, {
    ...california,
    extraHTTPHeaders: { 'sec-gpc': '1' },
  });
  await visitAll(page);
  expect(await readStored(page)).toEqual(NOTHING);
  expect(summaryOf(site, await requests.take())).toEqual(SILENCE);

  // Where somebody lives is a choice of theirs as well; it tells nobody apart.
  await visit(page, '/privacy_center/manage');
  const recorded = page.waitForResponse((response) => response.url().endsWith('/auth/update-consents'));
  await page.getByLabel('State').selectOption('CA');
  await page.getByRole('button', { name: 'Save where you live' }).click();
  expect((await recorded).status()).toBe(200);
  await expect(page.getByText('Saved.')).toBeVisible();
  expect(await readStored(page)).toEqual({ ...NOTHING, cookies: REGION });

  await answer(page, 'Refuse all');
  await requests.take();
  await visitAll(page);
  const answered = { ...CHOICES, ...REGION };
  expect(await readStored(page)).toEqual({ ...NOTHING, cookies: answered });
  expect(summaryOf(site, await requests.take())).toEqual({ ...SILENCE, cookies: Object.keys(answered) });
  expect(await valueOf(page, 'wm_region')).toBe('US-CA');

  await answer(page, 'Accept all');
  await requests.take();
  await visitAll(page);
  expect(await readStored(page)).toEqual({ ...NOTHING, cookies: { ...answered, ...STATISTICS } });
  await context.close();

  // Without the signal the law lets statistics begin; a refusal ends them and takes the id away.
  const plain = await openBrowser(browser, site, california);
  await visit(plain.page, '/');
  expect(await readStored(plain.page)).toEqual({ ...NOTHING, cookies: STATISTICS });
  await answer(plain.page, 'Refuse all');
  await plain.requests.take();
  await visitAll(plain.page);
  expect(await readStored(plain.page)).toEqual({ ...NOTHING, cookies: CHOICES });
  expect(summaryOf(site, await plain.requests.take())).toEqual({ ...SILENCE, cookies: ['wm_choices'] });
  await plain.context.close();
});

const SIGNED_IN = { waymark_refresh: '30 days' };

test('[PRIV-02] [DATA-05] a 13-year-old is counted from the sign-up on only if they allow it themselves', async ({
  browser,
  site,
}) => {
  test.setTimeout(240_000);
  const { context, page, requests } = await openBrowser(browser, site, {
    locale: 'en-US',
    timezoneId: 'America/Los_Angeles',
  });
  // Nobody knows the age of a visitor: in the US statistics begin until somebody refuses them.
  await visit(page, '/');
  expect(await readStored(page)).toEqual({ ...NOTHING, cookies: STATISTICS });

  await page.goto('/auth/signup/');
  await page.getByLabel('First name').fill('Robin');
  await page.getByLabel('Last name').fill('Young');
  await page.getByLabel('E-mail').fill(`young-${Date.now()}@example.com`);
  await page.getByLabel('Password', { exact: true }).fill('Nine miles before noon');
  await page.getByLabel('Month').selectOption('05');
  await page.getByLabel('Day').selectOption('17');
  await page.getByLabel('Year').selectOption(String(new Date().getFullYear() - 13));
  await page.getByRole('radio', { name: 'Female' }).check();
  await page.getByLabel('Country').selectOption('US');
  const asked = page.waitForResponse((response) => response.url().includes('/consents-status'));
  await page.getByRole('button', { name: 'Create account' }).click();
  // Health data is asked about before anything else opens.
  await expect(page).toHaveURL(/\/privacy_center\/consents\/edit\?next=/);
  await (await asked).finished();
  await sendReports(page);
  await requests.take();

  const member = { ...NOTHING, local: ['wm_session_generation'] };
  const visitEach = async (...paths: string[]) => {
    for (const path of paths) await visit(page, path);
  };
  await visitEach(
    '/privacy_center/consents/edit',
    '/privacy_center/manage',
    '/account/data',
    '/legal/cookies',
  );
  expect(await readStored(page)).toEqual({ ...member, cookies: SIGNED_IN });
  expect(summaryOf(site, await requests.take())).toEqual({ ...SILENCE, cookies: ['waymark_refresh'] });

  const memberPages = ['/dashboard', '/routes', '/account', '/privacy_center/manage'];
  await answer(page, 'Refuse all');
  await requests.take();
  await visitEach(...memberPages);
  // The browser goes on refusing once the member has logged out.
  expect(await readStored(page)).toEqual({ ...member, cookies: { ...SIGNED_IN, ...CHOICES } });
  expect(summaryOf(site, await requests.take())).toEqual({
    ...SILENCE,
    cookies: ['waymark_refresh', 'wm_choices'],
  });

  await answer(page, 'Accept all');
  await requests.take();
  await visitEach(...memberPages);
  expect((await readStored(page)).cookies).toEqual({ ...SIGNED_IN, ...CHOICES, ...STATISTICS });
  await context.close();
});

const isListedAs = (stored: string, listed: string): boolean =>
  listed.endsWith('*') ? stored.startsWith(listed.slice(0, -1)) : stored === listed;

/** What the page about cookies lists: the time for which each name stays, for cookies and for everything else. */
async function readListedItems(page: Page) {
  await visit(page, '/legal/cookies');
  const lines = await page.getByRole('main').getByRole('listitem').allInnerTexts();
  return lines.flatMap((line) => {
    const [, name, lifetime = 'Until you clear it'] =
      /^(\S+): to .+?[.](?: (For \d+ \w+|Until you close the \w+)[.])?$/.exec(line) ?? [];
    if (!name) return [];
    return [{ name, lifetime }];
  });
}

test('[HOST-12] [PRIV-02] the page about cookies lists everything that a browser holds after a visit and a membership with everything allowed, with its time', async ({
  browser,
  site,
}) => {
  test.setTimeout(300_000);
  const { context, page } = await openBrowser(browser, site, { locale: 'en-US' });
  const items = await readListedItems(page);
  expect(items.length).toBeGreaterThan(30);
  const held = new Map<string, string>();
  const note = async () => {
    const { cookies, local, session, databases, caches, workers } = await readStored(page);
    for (const [name, lifetime] of Object.entries(cookies)) held.set(name, lifetime);
    for (const name of [...local, ...databases, ...caches, ...workers]) held.set(name, 'removed');
    for (const name of session) held.set(name, 'tab');
  };
  await answer(page, 'Accept all');
  for (const path of [...PAGES, '/auth/login/', '/routes/create', '/us/austin-tx']) {
    await visit(page, path);
    await note();
  }

  const member = await signUp(context.request);
  await member.call('POST', '/workout/samples/');
  const { _embedded } = (await (await member.call('GET', `/workout/?user=${member.userId}`)).json()) as {
    _embedded: { workouts: { id: number }[] };
  };
  const workout = _embedded.workouts[0]!.id;
  await answer(page, 'Accept all');
  const memberPages = [
    '/dashboard',
    '/feed',
    '/workouts/all',
    '/workout/stats',
    '/workouts/dashboard/map',
    '/workout/import',
    `/workout/${workout}`,
    `/workout/cut/${workout}`,
    '/routes/create',
    '/challenges',
    '/training-plans',
    '/premium/membership',
    '/mvp',
    '/account',
    '/account/settings',
    '/account/security',
  ];
  for (const path of memberPages) {
    await visit(page, path);
    await note();
  }
  await visit(page, '/workout/create/');
  await page.getByLabel('Distance').fill('6.2');
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect.poll(async () => (await readStored(page)).session).toContain('waymark.log_draft');
  await note();

  const problems = [...held].flatMap(([name, lifetime]) => {
    const listed = items.filter((item) => isListedAs(name, item.name)).map((item) => item.lifetime);
    const expected =
      lifetime === 'tab'
        ? 'Until you close the tab'
        : lifetime === 'browser'
          ? 'Until you close the browser'
          : lifetime === 'removed'
            ? 'Until you clear it'
            : `For ${lifetime}`;
    return listed.includes(expected) ? [] : [`${name}: ${expected}, and the page says ${listed.join(', ')}`];
  });
  expect(problems).toEqual([]);
  // The walk came by most of what is declared; otherwise it compares little.
  expect([...held.keys()].sort()).toEqual(
    expect.arrayContaining(['waymark_refresh', 'wm_choices', 'wm_device', 'wm_theme', 'waymark.log_draft']),
  );
  await context.close();
});
