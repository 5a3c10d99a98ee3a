import type { Page } from '@playwright/test';
import { fitFile } from './files.ts';
import { importFile } from './imported.ts';
import { expect, test as base } from './member.ts';

const test = base.extend<{ run: number }>({
  run: async ({ member, site }, use) => use(await importFile(member, site, fitFile('run.fit', 3000))),
});

const early = (page: Page) => page.locator('#early-view');
const own = (page: Page) => page.locator('#slot-mfe-workouts');

declare global {
  interface Window {
    /** What happened to the early view: filled once it had content, and how far anything was moved. */
    earlySeen: { filled: boolean; moved: number };
  }
}

/** Watches the page from its beginning. */
const watch = (page: Page) =>
  page.addInitScript(() => {
    const seen = { filled: false, moved: 0 };
    window.earlySeen = seen;
    new MutationObserver(() => {
      seen.filled ||= Boolean(document.querySelector('#early-view > *'));
    }).observe(document, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        seen.moved += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

for (const width of [1440, 390])
  test(`[WORK-04] title, figures and chart stand there before the application is, and nothing moves when it comes, at ${width} px`, async ({
    quiet: page,
    run,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await watch(page);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route('**/assets/remotes.*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`/workout/${run}`, { waitUntil: 'commit' });
    await expect(early(page).getByRole('heading', { level: 1 })).toBeVisible();
    const distance = early(page).getByRole('group', { name: 'Distance', exact: true });
    await expect(distance).toContainText('5.59');
    await expect(page).toHaveTitle(/ · Waymark$/);
    // The shell takes its start data out of the page when it takes over; what was drawn before it is kept.
    await expect(page.locator('#waymark-boot')).toHaveCount(0);
    await expect(distance).toBeVisible();
    // A strip for each of the series, drawn from the recording.
    const strips = early(page).locator('.wm-w-chart canvas');
    await expect(strips).toHaveCount(4);
    await expect(early(page).locator('.wm-w-strip').first()).toContainText('Elevation');
    const [before, chart] = [await distance.boundingBox(), await strips.first().boundingBox()];
    letGo();
    const after = own(page).getByRole('group', { name: 'Distance', exact: true });
    await expect(after).toBeVisible();
    await expect.poll(() => after.boundingBox()).toEqual(before);
    await expect(early(page)).toHaveCount(0);
    await expect(page.getByRole('slider', { name: /^Position in the workout/ })).toBeAttached();
    expect(
      await own(page)
        .getByRole('img', { name: /^Chart of / })
        .locator('canvas')
        .first()
        .boundingBox(),
    ).toEqual(chart);
    expect(await page.evaluate(() => window.earlySeen.moved)).toBeLessThan(0.02);
  });

test('[WORK-04] the chart is drawn also where the shell has taken its start data out of the page before', async ({
  quiet: page,
  run,
}) => {
  const held: (() => Promise<void>)[] = [];
  let isOpen = false;
  await page.route('**/remotes/mfe-workouts/**/*early*.js', (route) => {
    if (isOpen) return route.continue();
    held.push(() => route.continue());
  });
  // The application never comes: it would take the chart's place.
  await page.route('**/assets/remotes.*.js', () => {});
  await page.goto(`/workout/${run}`, { waitUntil: 'commit' });
  await expect(page.locator('#waymark-boot')).toHaveCount(0);
  await expect(early(page).getByRole('heading', { level: 1 })).toHaveCount(0);
  isOpen = true;
  await Promise.all(held.map((letGo) => letGo()));
  await expect(early(page).locator('.wm-w-chart canvas')).toHaveCount(4);
});

test('[WORK-04] in the language that shows untranslated text the page itself comes first', async ({
  page,
  run,
  context,
  site,
}) => {
  await context.addCookies([{ name: 'wm_locale', value: 'pseudo', url: site }]);
  await watch(page);
  await page.goto(`/workout/${run}`);
  await expect(own(page).getByRole('group', { name: 'Đíšţàñçé', exact: true })).toBeVisible();
  expect(await page.evaluate(() => window.earlySeen.filled)).toBe(false);
});

test('[WORK-04] a visitor, and whoever asks for what is not there, sees nothing of it', async ({
  page,
  run,
  browser,
  site,
}) => {
  await watch(page);
  await page.goto('/workout/999999999');
  await expect(page.getByText('This workout is private or does not exist')).toBeVisible();
  expect(await page.evaluate(() => window.earlySeen.filled)).toBe(false);
  const visitor = await (await browser.newContext()).newPage();
  await watch(visitor);
  await visitor.goto(`${site}/workout/${run}`);
  await expect(visitor.getByText('This workout is private or does not exist')).toBeVisible();
  expect(await visitor.evaluate(() => window.earlySeen.filled)).toBe(false);
  await visitor.context().close();
});
