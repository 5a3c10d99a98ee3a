import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { launchProduct, type Product } from '../../tools/product/launch.ts';
import { violations } from './axe.ts';
import { mailedLink, expect, test } from './member.ts';

const PHONE = { width: 390, height: 844 };

test('[ACCT-02] [ACCT-04] [ACCT-05] by keyboard on a phone: language at once, archive, deletion that is taken back', async ({
  quiet: page,
  member,
}) => {
  test.slow();
  await page.setViewportSize(PHONE);
  await page.goto('/account/settings');
  const language = page.getByLabel('Language');
  await language.focus();
  await language.selectOption('en-gb');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-gb');
  await expect(language).toBeFocused();
  await page.goto('/account');
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-gb');
  await expect(page.getByText(/Member since \d+ \w+ \d{4}/)).toBeVisible();

  await page.goto('/account/data');
  await page.getByRole('button', { name: 'Create an archive' }).focus();
  await page.keyboard.press('Enter');
  const archive = page.getByRole('link', { name: 'Download' });
  await expect(archive).toBeVisible({ timeout: 60_000 });
  const download = page.waitForEvent('download');
  await archive.focus();
  await page.keyboard.press('Enter');
  const file = await (await download).path();
  expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK');
  expect(await violations(page)).toEqual([]);

  await page.goto('/account/delete');
  await page.getByLabel('Type “delete” to confirm').fill('delete');
  await page.keyboard.press('Enter');
  // Signed up a moment ago, and asked for the password all the same.
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' });
  await dialog.getByLabel('Password', { exact: true }).fill(member.password);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/Your account will be deleted on/)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  // Nothing else opens until then, but the data, what was paid for, and this page.
  await page.goto('/premium/membership');
  await expect(page.getByRole('heading', { level: 1, name: 'Your premium' })).toBeVisible();
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/account\/delete\?next=%2Fdashboard$/);
  await page.getByRole('button', { name: 'Keep my account' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Import your first workout' })).toBeVisible();
  expect(member.userId).toBeGreaterThan(0);
});

test('[AUTH-01] passkeys: registered, log in as the only step, prove identity, are removed; [ACCT-01] the address changes by its link', async ({
  quiet: page,
  member,
  context,
}) => {
  test.slow();
  const cdp = await context.newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await page.setViewportSize(PHONE);
  await page.goto('/account/security');
  await page.getByRole('button', { name: 'Add a passkey' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your passkey is ready to use.')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')).toHaveCount(1);
  expect(await violations(page)).toEqual([]);

  await context.clearCookies();
  await page.goto('/auth/login/?next=%2Faccount%2Fsecurity');
  await page.getByRole('button', { name: 'Log in with a passkey' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/account\/security$/);

  const email = `moved-${member.email}`;
  await page.getByRole('button', { name: 'Change e-mail' }).click();
  await page.getByLabel('New e-mail').fill(email);
  await page.keyboard.press('Enter');
  await expect(page.getByText(`Waiting for ${email}`)).toBeVisible();
  await page.goto(await mailedLink(page.request, email, '/account/confirm_email_change/'));
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByText(`From now on you log in with ${email}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Go to Security' }).click();
  await expect(page.getByText(email).first()).toBeVisible();

  await page.getByRole('button', { name: /^Remove / }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('list', { name: 'Your passkeys' })).toHaveCount(0);
});

test('[AUTH-08] an app asks: its page names it and its scopes, by keyboard and without faults; a member registers it first', async ({
  page,
  member,
  site,
}) => {
  // The way back is a redirect, which a handler of the page does not see everywhere.
  const app = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<title>Coach</title>'),
  ).listen(0, '127.0.0.1');
  await once(app, 'listening');
  const callback = `http://127.0.0.1:${(app.address() as AddressInfo).port}/callback`;
  const answer = await fetch(`${site}/internal/oauth2/clients`, {
    method: 'POST',
    headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Coach',
      redirect_uris: [callback],
      scopes: ['workout:read'],
    }),
  });
  expect(answer.status, await answer.clone().text()).toBe(201);
  const { id } = (await answer.json()) as { id: string };
  const query = new URLSearchParams({
    client_id: id,
    response_type: 'code',
    redirect_uri: callback,
    scope: 'workout:read',
    state: 'state-of-the-app',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  });
  await page.setViewportSize(PHONE);
  await page.goto(`/oauth2/authorize?${query.toString()}`);
  await expect(page.getByRole('heading', { name: 'Allow Coach?' })).toBeVisible();
  await expect(page.getByText('See your workouts')).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Allow' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/127\.0\.0\.1:\d+\/callback\?code=[\w-]+&state=state-of-the-app/);
  await expect(page).toHaveTitle('Coach');
  app.close();
});

test.describe('consents', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'waymark-e2e-consents-'));
  const matrixFile = path.join(folder, 'matrix.json');
  const partnersFile = path.join(folder, 'partners.json');
  const start = () =>
    launchProduct({
      dataDir: path.join(folder, 'data'),
      env: {
        LOG_LEVEL: 'warn',
        RATE_LIMITS: 'false',
        CONSENT_MATRIX_FILE: matrixFile,
        // Where something is shared the banner asks about it.
        PARTNERS_FILE: partnersFile,
        RECAPTCHA_SITE_KEY: 'site',
        RECAPTCHA_SECRET: 'secret',
        RECAPTCHA_SCRIPT_URL: 'https://captcha.example/api.js',
        PAGE_TIMEOUT_MS: '20000',
      },
    });
  /** Keeps where the pages of one run went to the next: a new start has a new port. */
  let product: Product;

  test.afterAll(async () => {
    await product?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('[PRIV-01] [PRIV-02] [PRIV-04] [PRIV-05] nothing runs before its consent, the signal is honored, the banner stays away once answered, and a changed matrix asks before pages go on', async ({
    browser,
  }) => {
    test.setTimeout(240_000);
    const matrix = JSON.parse(
      readFileSync(new URL('../../api/src/members/consents/matrix.json', import.meta.url), 'utf8'),
    ) as { version: number; consents: Record<string, { text: string; changed_in: number }> };
    writeFileSync(matrixFile, JSON.stringify(matrix));
    writeFileSync(partnersFile, '[]');
    product = await start();

    // Europe: neither events nor the captcha's script leave the browser before the answer.
    const europe = await browser.newContext({
      baseURL: product.url,
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
      viewport: PHONE,
    });
    const asked: string[] = [];
    europe.on('request', (request) => asked.push(request.url()));
    await europe.route('https://captcha.example/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'window.grecaptcha = { ready: (run) => run(), execute: () => Promise.resolve("answer") };',
      }),
    );
    const events = () => asked.filter((url) => url.includes('/client-events'));
    const foreign = () => asked.filter((url) => !url.startsWith(product.url) && url.startsWith('http'));
    const visitor = await europe.newPage();
    await visitor.goto('/privacy_center/help');
    await visitor.getByLabel('E-mail').fill('robin@example.com');
    await visitor.getByLabel('Subject').fill('Log in');
    await visitor.getByLabel('Message').fill('The reset mail never came.');
    await visitor.getByRole('button', { name: 'Send message' }).click();
    await expect(visitor.getByRole('button', { name: 'Allow and send' })).toBeVisible();
    expect(await violations(visitor)).toEqual([]);
    await visitor.goto('/privacy_center/manage');
    await expect(visitor.getByRole('heading', { level: 1, name: 'Your choices' })).toBeVisible();
    // Leaving a page sends what analytics hold.
    await visitor.goto('/');
    await visitor.goto('about:blank');
    expect([...events(), ...foreign()]).toEqual([]);
    await visitor.goto('/privacy_center/help');
    await visitor.getByLabel('E-mail').fill('robin@example.com');
    await visitor.getByLabel('Subject').fill('Log in');
    await visitor.getByLabel('Message').fill('The reset mail never came.');
    await visitor.getByRole('button', { name: 'Send message' }).click();
    await visitor.getByRole('button', { name: 'Allow and send' }).click();
    await expect.poll(foreign).toEqual(['https://captcha.example/api.js?render=site']);
    await europe.close();

    // The United States: the banner is asked once; the browser's signal answers for its owner.
    const states = { baseURL: product.url, locale: 'en-US', timezoneId: 'America/Los_Angeles' };
    const america = await browser.newContext(states);
    const banner = (page: Page) => page.getByRole('region', { name: 'Your privacy choices' });
    // Only where the state is known to let people opt out; elsewhere nothing is sold until somebody allows it.
    await america.addCookies([{ name: 'wm_region', value: 'US-CA', url: product.url }]);
    const page = await america.newPage();
    await page.goto('/');
    await expect(banner(page)).toBeVisible();
    expect(await violations(page)).toEqual([]);
    await banner(page).getByRole('button', { name: 'Keep sharing' }).focus();
    await page.keyboard.press('Enter');
    await expect(banner(page)).toBeHidden();
    const known = page.waitForResponse((response) => response.url().includes('/consents-status'));
    await page.reload();
    await known;
    await expect(page.getByRole('contentinfo')).toBeVisible();
    await expect(banner(page)).toBeHidden();
    const signalling = await browser.newContext({ ...states, extraHTTPHeaders: { 'sec-gpc': '1' } });
    const private_ = await signalling.newPage();
    await private_.goto('/');
    await expect(private_.getByText(/Opt-out request honored/)).toBeVisible();
    await expect(banner(private_)).toBeHidden();
    await signalling.close();

    // A member who answered; then the operator changes what the health consent says.
    const signUp = await america.request.post('/auth/signup', {
      headers: { 'x-requested-with': 'waymark' },
      data: {
        email: 'robin@example.com',
        password: 'Nine miles before noon',
        birthdate: { year: '1990', month: '05', day: '17' },
        gender: 'F',
        country: 'US',
        first_name: 'Robin',
        last_name: 'Trail',
      },
    });
    expect(signUp.status(), await signUp.text()).toBe(201);
    await page.goto('/routes');
    await expect(page).toHaveURL(/\/routes$/);
    matrix.version++;
    Object.assign(matrix.consents['terms']!, {
      text: 'I agree to the new terms of use.',
      changed_in: matrix.version,
    });
    writeFileSync(matrixFile, JSON.stringify(matrix));
    await product.stop();
    product = await start();
    await page.goto(`${product.url}/routes/my_routes`);
    await expect(page).toHaveURL(/\/privacy_center\/consents\/edit\?next=/);
    await expect(page.getByRole('heading', { name: 'Before you go on' })).toBeVisible();
    await expect(page.getByText('I agree to the new terms of use.')).toBeVisible();
    await page.goto(`${product.url}/dashboard`);
    await expect(page).toHaveURL(/\/privacy_center\/consents\/edit\?next=%2Fdashboard/);
    expect(await violations(page)).toEqual([]);
    // Who does not agree still ends premium, takes their data along, and leaves.
    await page.getByRole('link', { name: 'cancel premium or see receipts' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Your premium' })).toBeVisible();
    for (const [open, title] of [
      ['/account/data', 'Your data'],
      ['/account/delete', 'Delete your account'],
    ] as const) {
      await page.goto(product.url + open);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    }
    await page.goto(`${product.url}/dashboard`);
    await page.getByRole('radiogroup', { name: 'Terms of use' }).getByLabel('Accept').check();
    await page.getByRole('button', { name: 'Save answers' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await america.close();
  });
});
