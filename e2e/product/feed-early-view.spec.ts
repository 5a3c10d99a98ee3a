import type { Page } from '@playwright/test';
import { expect, test as base } from './member.ts';

const test = base.extend<{ stories: string }>({
  stories: async ({ member }, use) => {
    const post = async (text: string) => {
      const object = { type: 'status', text };
      const answer = await member.call('POST', '/activity_story/', { verb: 'post', object, privacy: 1 });
      expect(answer.status).toBe(201);
      return ((await answer.json()) as { id: number }).id;
    };
    for (const text of ['Taper week', 'Rest day']) await post(text);
    const run = await member.call('POST', '/workout/', {
      name: 'River loop',
      activity_type_id: 16,
      start_datetime: new Date(Date.now() - 3_600_000).toISOString(),
      start_locale_timezone: 'America/New_York',
      duration: 3000,
      distance: 10_000,
      privacy: 1,
    });
    expect(run.status).toBe(201);
    const commented = await post('Long run on Sunday, who is in?');
    const comment = { verb: 'comment', object: { type: 'comment', text: 'Me' }, parent_story_id: commented };
    expect((await member.call('POST', '/activity_story/', comment)).status).toBe(201);
    await use('Long run on Sunday, who is in?');
  },
});

const early = (page: Page) => page.locator('#early-view');
const own = (page: Page) => page.locator('#slot-mfe-social');

/** Where each story and each of its parts stands. */
const places = (page: Page, root: string) =>
  page.evaluate((selector) => {
    const parts =
      'h1, .wm-f-post, .wm-f-filters, article, .wm-f-name, .wm-f-figures, .wm-replies, .wm-comments';
    return [...document.querySelectorAll(`${selector} :is(${parts})`)].map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [one.className, ...[x, y, width, height].map(Math.round)].join(' ');
    });
  }, root);

for (const width of [1440, 834, 390])
  test(`[SOC-01] the stories stand there before the application is, and nothing moves when it comes, at ${width} px`, async ({
    quiet: page,
    stories,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.addInitScript(() => {
      window.shifted = 0;
      new PerformanceObserver((list) => {
        for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
          window.shifted += shift.value;
      }).observe({ type: 'layout-shift', buffered: true });
    });
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/assets/remotes.*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/activity_feed', { waitUntil: 'commit' });
    const run = early(page).getByRole('article').filter({ hasText: 'River loop' });
    await expect(run.getByText('6.21')).toBeVisible();
    await expect(early(page).getByRole('article').filter({ hasText: stories })).toContainText('1 comment');
    await expect(page).toHaveTitle('Activity Feed · Waymark');
    // The shell takes its start data out of the page when it takes over; what was drawn before it is kept.
    await expect(page.locator('#waymark-boot')).toHaveCount(0);
    await page.evaluate(() => document.fonts.ready);
    const before = await places(page, '#early-view');
    expect(before.filter((place) => place.startsWith('wm-card wm-f-story'))).toHaveLength(4);
    release();
    await expect(own(page).getByRole('button', { name: 'How is training going?' })).toBeVisible();
    await expect(own(page).getByRole('radio', { name: 'Friends' })).toBeAttached();
    await expect(own(page).getByRole('button', { name: 'More actions' }).first()).toBeVisible();
    await expect(own(page).getByRole('textbox', { name: 'Write a comment' })).toBeVisible();
    await expect(early(page)).toHaveCount(0);
    await expect.poll(() => places(page, '#slot-mfe-social')).toEqual(before);
    expect(await page.evaluate(() => window.shifted)).toBeLessThan(0.02);
  });

declare global {
  interface Window {
    /** How far anything was moved. */
    shifted: number;
  }
}

test('[SOC-01] a feed that is narrowed by its address is the page’s own from the start', async ({
  quiet: page,
  stories,
}) => {
  await page.addInitScript(() =>
    new MutationObserver(() => {
      if (document.querySelector('#early-view > *')) document.documentElement.dataset.early = '';
    }).observe(document, { childList: true, subtree: true }),
  );
  await page.goto('/activity_feed?activity=run');
  await expect(own(page).getByRole('article')).toHaveCount(1);
  await expect(own(page)).not.toContainText(stories);
  await expect(page.locator('html')).not.toHaveAttribute('data-early');
});
