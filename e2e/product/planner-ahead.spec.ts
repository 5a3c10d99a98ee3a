import type { Page } from '@playwright/test';
import { expect, test } from './member.ts';
import { take, VARIANTS } from './variant.ts';

const ADDRESS = '/routes/create?lat=0.5&lng=-150&zoom=15';
const figures = (page: Page) => page.getByRole('group', { name: 'Figures of the route' });
const distance = async (page: Page) => /[\d.]+(?=\s*mi)/.exec(await figures(page).innerText())?.[0];
const stops = (page: Page) => page.getByRole('list', { name: 'Waypoints' }).getByRole('listitem');
/** What stands there until the page does. */
const ahead = (page: Page) => page.locator('[data-part=planner][data-drawn]');

/** The application's scripts wait until the test lets them through. */
async function holdApplication(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

for (const variant of VARIANTS)
  test(`[ROUTE-05] [ROUTE-10] [PLAT-14] a route is drawn before the application is there, and goes on in it, over ${variant}`, async ({
    quiet: page,
    member: _drawer,
  }) => {
    test.slow();
    await take(page, variant);
    const release = await holdApplication(page);
    await page.goto(ADDRESS, { waitUntil: 'commit' });
    await ahead(page).waitFor();
    const map = page.getByRole('application');
    const { width, height } = (await map.boundingBox())!;
    const at = (x: number, y: number) => ({ position: { x: width * x, y: height * y } });
    await map.click(at(0.3, 0.3));
    await map.click(at(0.6, 0.6));
    // No time is told as long as the way is not known.
    await expect(figures(page)).toContainText(/Time\s*\d/);
    const drawn = await distance(page);
    await page.keyboard.press('b');
    await expect(page.getByRole('button', { name: 'By bike', pressed: true }).first()).toBeVisible();
    await map.click(at(0.7, 0.3));
    await expect.poll(() => distance(page)).not.toBe(drawn);
    // What is still on its way would be given up, not undone.
    await expect(figures(page)).toContainText(/Time\s*\d/);
    await page.keyboard.press('z');
    await expect.poll(() => distance(page)).toBe(drawn);

    const drawing = await page.locator('canvas[data-part=drawing]').elementHandle();
    release();
    await expect(stops(page)).toHaveCount(2);
    await expect(ahead(page)).toHaveCount(0);
    await expect.poll(() => distance(page)).toBe(drawn);
    // It is the same map, not another one.
    expect(await drawing.evaluate((canvas) => canvas.isConnected)).toBe(true);
    await expect(page.locator('canvas[data-part=drawing]')).toHaveCount(1);
    await expect(page.getByRole('button', { name: 'By bike', pressed: true })).toBeVisible();
    await page.keyboard.press('y');
    await expect(stops(page)).toHaveCount(3);
    await page.getByRole('application').click(at(0.4, 0.7));
    await expect(stops(page)).toHaveCount(4);

    // Kept as if it had been drawn by the page.
    await page.reload();
    await expect(stops(page)).toHaveCount(4);
  });

test('[PLAT-07] without the script that runs ahead the planner is there all the same', async ({
  page,
  member: _drawer,
}) => {
  await page.route('**/planner-ahead-*.js', (route) => route.abort());
  await page.goto(ADDRESS);
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  const box = (await page.getByRole('application').boundingBox())!;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(stops(page)).toHaveCount(1);
});

test('[PLAT-14] what only the whole page can do is done when it is there', async ({
  quiet: page,
  member: _drawer,
}) => {
  const release = await holdApplication(page);
  await page.goto(ADDRESS, { waitUntil: 'commit' });
  await ahead(page).waitFor();
  await page.keyboard.press('?');
  release();
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
});
