import type { Page } from '@playwright/test';
import { expect, test } from './member.ts';
import { fitFile, gpxFile, tcxFile, textFile } from './files.ts';

/** Signs up as a visitor does, up to the page that asks a few things once. */
async function signUpByForm(page: Page, email: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign up' }).first().click();
  await expect(page).toHaveURL(/\/auth\/signup/);
  await page.getByLabel('First name').fill('Robin');
  await page.getByLabel('Last name').fill('Trail');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Nine miles before noon');
  await page.getByLabel('Month').selectOption('05');
  await page.getByLabel('Day').selectOption('17');
  await page.getByLabel('Year').selectOption('1990');
  await page.getByRole('radio', { name: 'Female' }).check();
  await page.getByLabel('Country').selectOption('US');
  await page.getByLabel('State').selectOption('CO');
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page).toHaveURL(/\/account\/personalization\/$/);
}

test('[AUTH-02] [AUTH-07] [AUTH-01] [AUTH-09] [WORK-03] [WORK-04] a visitor signs up, signs out and in, and drops a file that becomes a workout', async ({
  quiet: page,
}) => {
  const email = `visitor-${Date.now()}@example.com`;
  await signUpByForm(page, email);
  await page.getByRole('radio', { name: 'Kilometers, kilograms' }).check();
  await page.getByLabel('Weight').fill('61');
  await page.getByRole('radio', { name: 'Workouts' }).check();
  await page.getByLabel('Workouts a week').fill('3');
  await page.getByRole('button', { name: 'Save and continue' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('heading', { name: 'Import your first workout' })).toBeVisible();
  await expect(
    page.getByRole('main').getByText(`We sent a link to ${email}: open it to confirm your address.`),
  ).toBeInViewport();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.getByRole('main').getByRole('link', { name: 'Upload a file' }).click();
  await expect(page.getByRole('heading', { name: 'Upload from file' })).toBeVisible();
  await page.locator('input[type=file]').setInputFiles(gpxFile('hills.gpx'));
  await expect(page).toHaveURL(/\/workout\/\d+$/);
  await expect(page.getByRole('heading', { name: 'Hills before breakfast' })).toBeVisible();
  await expect(page.getByText('Distance', { exact: true }).first()).toBeVisible();

  // The workout's page asks for more than what was looked at; what it asks after the session's end would be refused.
  await page.goto('about:blank');
  await page.goto('/auth/logout');
  await expect(page).toHaveURL(/\/$/);
  await page.getByRole('link', { name: 'Log in', exact: true }).first().click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('Nine miles before noon');
  await page.getByRole('main').getByRole('button', { name: 'Log in', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(page.getByRole('link', { name: 'Hills before breakfast' })).toBeVisible();
});

test('[UI-01] [AUTH-07] a page with a message has room for what has the focus, and stays where it is while a button is pressed', async ({
  page,
}) => {
  await signUpByForm(page, `pressing-${Date.now()}@example.com`);
  await expect(page.getByText('Welcome to Waymark.')).toBeVisible();
  await page.getByLabel('Weight').fill('61');
  const room = page.locator('.wm-h-notice-room');
  await expect(room).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  await expect(room).toBeInViewport();
  const save = page.getByRole('button', { name: 'Save and continue' });
  const { x, y } = (await save.boundingBox())!;
  await page.mouse.move(x + 10, y + 10);
  await page.mouse.down();
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
  expect(await save.boundingBox()).toMatchObject({ x, y });
  await page.mouse.up();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('[WORK-03] several files at once: each has its line, a bad one its sentence, and the dashboard shows them', async ({
  page,
  member,
}) => {
  expect(member.userId).toBeGreaterThan(0);
  await page.goto('/workout/import');
  await page
    .locator('input[type=file]')
    .setInputFiles([fitFile('trail.fit'), tcxFile('ride.tcx'), textFile('diary.gpx')]);
  const list = page.getByRole('region', { name: 'Uploads' });
  await expect(list.getByRole('status')).toContainText('All read', { timeout: 30_000 });
  await expect(list.getByRole('status')).toContainText('1 could not be read');
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(page).toHaveURL(/import/);
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Recent workouts' }).getByRole('listitem')).toHaveCount(2);
});

test('[WORK-03] the very same file again is skipped without a question', async ({ page, member }) => {
  expect(member.userId).toBeGreaterThan(0);
  await page.goto('/workout/import');
  await page.locator('input[type=file]').setInputFiles(gpxFile('first.gpx'));
  await expect(page).toHaveURL(/\/workout\/\d+$/);
  await page.goto('/workout/import');
  await page.locator('input[type=file]').setInputFiles(gpxFile('again.gpx'));
  await expect(page.getByText('Not imported: you have this workout already.')).toBeVisible();
  const { total_count: count } = (await (await member.call('GET', '/workout/')).json()) as {
    total_count: number;
  };
  expect(count).toBe(1);
});

test('[WORK-02] [WORK-05] [WORK-01] a workout is logged by hand, edited, copied, and stands on the dashboard', async ({
  quiet: page,
  member,
}) => {
  expect(member.userId).toBeGreaterThan(0);
  await page.goto('/workout/create/');
  await page.getByRole('button', { name: /activity/i }).click();
  await page.getByRole('option', { name: 'Run', exact: true }).first().click();
  await page
    .getByRole('group', { name: /Duration/ })
    .getByLabel('Minutes')
    .fill('50');
  await page.getByLabel('Distance').fill('6.2');
  await expect(page.getByRole('group', { name: /Pace/ }).getByLabel('Minutes')).toHaveValue('8');
  await expect(page.getByText(/Estimate: \d+ kcal/)).toBeVisible();
  await page.getByLabel('Name').fill('Lunch loop');
  await page.getByRole('button', { name: 'Save workout' }).click();
  await expect(page).toHaveURL(/\/workout\/\d+$/);
  await expect(page.getByRole('heading', { name: 'Lunch loop' })).toBeVisible();

  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel('Name').fill('Lunch loop, windy');
  await page.getByRole('button', { name: 'Save changes' }).click();
  await expect(page.getByRole('heading', { name: 'Lunch loop, windy' })).toBeVisible();

  await page.getByRole('link', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'Save copy' }).click();
  await expect(page.getByText('Your copy is in.')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Recent workouts' }).getByRole('listitem')).toHaveCount(2);
});
