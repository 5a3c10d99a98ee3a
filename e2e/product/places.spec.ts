import { expect, test } from './member.ts';
import { take, VARIANTS } from './variant.ts';

test('[ROUTE-01] [ROUTE-02] [ROUTE-03] a visitor finds a city from the landing page', async ({ quiet }) => {
  await quiet.goto('/routes');
  const go = quiet.getByRole('button', { name: 'Go', exact: true });
  await expect(go).toBeDisabled();
  await quiet.getByRole('combobox', { name: 'Search Any City or State' }).fill('austin');
  await quiet.getByRole('option', { name: 'Austin, TX, US' }).click();
  await go.click();
  await expect(quiet).toHaveURL(/\/us\/austin-tx$/);
  await expect(quiet.getByRole('heading', { level: 1, name: 'Routes in Austin' })).toBeVisible();
  await expect(quiet.getByText('No routes here yet')).toBeVisible();
  await quiet.getByRole('link', { name: 'Texas' }).click();
  await expect(quiet.getByRole('heading', { level: 1, name: 'Routes in Texas' })).toBeVisible();
  await expect(quiet.getByRole('link', { name: 'Houston', exact: true })).toBeVisible();
});

for (const path of ['/us/stores', '/xx', '/xx/austin-tx'])
  test(`[HOST-22] [ROUTE-01] ${path} is the not-found page`, async ({ page }) => {
    const answer = await page.goto(path);
    expect(answer?.status()).toBe(404);
  });

for (const variant of VARIANTS)
  test(`[ROUTE-15] [PLAT-11] a guest sees the routes from the door, and the way to one of them, over ${variant}`, async ({
    member,
    browser,
    site,
  }) => {
    const saved = (await (
      await member.call('POST', '/route/', {
        name: `Around the market, ${variant}`,
        activity_type_id: 16,
        privacy: 3,
        points: [
          { lat: 0.5, lng: -150, order: 1 },
          { lat: 0.51, lng: -150, order: 2, travel_mode: 1 },
        ],
      })
    ).json()) as { id: number };
    const guest = await browser.newContext({ viewport: { width: 390, height: 844 }, baseURL: site });
    const page = await guest.newPage();
    await take(page, variant);
    await page.goto('/mobile/wayside_routes');
    await page.getByRole('link', { name: 'Park Gate' }).click();
    await expect(page.getByRole('banner')).toHaveCount(0);
    await page
      .getByRole('link', { name: `Around the market, ${variant}` })
      .first()
      .click();
    await expect(
      page.getByRole('heading', { level: 1, name: `Around the market, ${variant}` }),
    ).toBeVisible();
    await expect(page.getByRole('application', { name: 'Map of the route and the way to it' })).toBeVisible();
    await expect(page.getByText('Natural Earth')).toBeVisible();
    await expect(page.getByText(/on foot to the start/)).toBeVisible();
    await page.goto(`/mobile/wayside_routes/details?location=gate&route=${saved.id}9`);
    await expect(
      page.getByRole('heading', { name: 'This route is private or does not exist' }),
    ).toBeVisible();
    await guest.close();
  });
