import { expect, probe, test } from './harness.ts';

test('[PLAT-02] one remote is mounted at a time, decided by the most exact page pattern', async ({
  page,
  server,
}) => {
  await page.goto(`${server.url}/shared/beta`);
  await expect(page.getByRole('heading', { name: 'Beta' })).toBeVisible();
  expect((await server.asked()).filter((path) => path.includes('mfe-alpha'))).toEqual([]);
  await page.getByRole('link', { name: 'mfe-alpha' }).click();
  await expect(page.getByRole('heading', { name: 'Alpha' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Beta' })).toBeHidden();
  await expect(page.getByTestId('state')).toHaveText('from the header');
  await page.getByRole('button', { name: 'To beta' }).click();
  await expect(page.getByRole('heading', { name: 'Beta' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Alpha' })).toBeVisible();
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Alpha' })).toBeHidden();
});

test('[PLAT-07] a remote that is slow to come does not hold the visitor who goes elsewhere', async ({
  page,
  server,
}) => {
  await server.control({ faults: { 'mfe-alpha/.*/entry': 'hang' }, limits: { entry: 20_000 } });
  await page.goto(`${server.url}/alpha/`);
  await page.getByRole('link', { name: 'mfe-beta' }).click();
  await expect(page.getByRole('heading', { name: 'Beta' })).toBeVisible();
  expect((await probe(page)).statuses.filter(({ state }) => state === 'failed')).toEqual([]);
});

test('[PLAT-14] hover fetches the entry once, and the click runs what was fetched', async ({
  page,
  server,
}) => {
  await page.goto(server.url);
  await expect(page.locator('body')).toHaveAttribute('data-fed', 'ready');
  await page.getByRole('link', { name: 'mfe-alpha' }).hover();
  await expect
    .poll(async () => (await server.asked()).filter((path) => path.includes('/entry.')))
    .toHaveLength(1);
  await page.getByRole('link', { name: 'mfe-alpha' }).click();
  await expect(page.getByRole('heading', { name: 'Alpha' })).toBeVisible();
  expect((await server.asked()).filter((path) => path.includes('/entry.'))).toHaveLength(1);
});
