import { expect, signUp, test } from './member.ts';

const LOGGED = {
  activity_type_id: 16,
  start_datetime: '2026-11-20T12:00:00Z',
  start_locale_timezone: 'America/New_York',
  duration: 3000,
  distance: 10_000,
  name: 'Secret run',
  privacy: 0,
};

test('[SESS-04] a page for members sends a visitor to the login page and back afterwards', async ({
  page,
  browser,
}) => {
  const elsewhere = await browser.newContext();
  const member = await signUp(elsewhere.request);
  await elsewhere.close();
  await page.goto('/workout/create/?from=mail');
  await expect(page).toHaveURL(/\/auth\/login\/\?next=%2Fworkout%2Fcreate%2F%3Ffrom%3Dmail$/);
  await page.getByLabel('E-mail').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/workout\/create\/\?from=mail$/);
});

test('[AUTH-01] a next to another site is not followed', async ({ page, browser }) => {
  const elsewhere = await browser.newContext();
  const member = await signUp(elsewhere.request);
  await elsewhere.close();
  await page.goto(`/auth/login/?next=${encodeURIComponent('//evil.example/steal')}`);
  await page.getByLabel('E-mail').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/localhost:\d+\/dashboard$/);
});

test("[DATA-03] another member's private workout is not shown", async ({ page, member, browser }) => {
  expect(member.userId).toBeGreaterThan(0);
  const elsewhere = await browser.newContext();
  const other = await signUp(elsewhere.request);
  const { id } = (await (await other.call('POST', '/workout/', LOGGED)).json()) as { id: number };
  await elsewhere.close();
  await page.goto(`/workout/${id}`);
  await expect(page.getByText('This workout is private or does not exist')).toBeVisible();
  await expect(page.getByText('Secret run')).toHaveCount(0);
});

test('[SESS-04] no script of a remote is fetched for who may not see its page', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/remotes/mfe-workouts/')) scripts.push(request.url());
  });
  const answer = await page.request.get('/dashboard', {
    maxRedirects: 0,
    headers: { accept: 'text/html' },
  });
  expect([answer.status(), answer.headers()['location']]).toEqual([302, '/auth/login/?next=%2Fdashboard']);
  await page.goto('/dashboard');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  expect(scripts).toEqual([]);
});

test('[PLAT-01] what one tab saves shows in the others', async ({ page, member, context }) => {
  const { id } = (await (await member.call('POST', '/workout/', LOGGED)).json()) as { id: number };
  await page.goto(`/workout/${id}`);
  await expect(page.getByRole('heading', { name: 'Secret run' })).toBeVisible();
  const other = await context.newPage();
  await other.goto(`/workout/edit/${id}`);
  await other.getByLabel('Name').fill('Renamed run');
  await other.getByRole('button', { name: 'Save changes' }).click();
  await expect(other.getByRole('heading', { name: 'Renamed run' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Renamed run' })).toBeVisible();
});
