import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { expect, test, type Member } from './member.ts';

const DAY_MS = 86_400_000;

/** A run each second day of the last month, and one a year ago. */
async function withRuns(member: Member): Promise<void> {
  for (const back of [1, 3, 5, 8, 10, 15, 22, 29, 365]) {
    const answer = await member.call('POST', '/workout/', {
      activity_type_id: 16,
      name: `Run ${back} days ago`,
      start_datetime: new Date(Date.now() - back * DAY_MS).toISOString(),
      start_locale_timezone: 'America/New_York',
      duration: 3000,
      distance: 10_000,
      energy: 2_000_000,
      heartrate_avg: 150,
    });
    expect(answer.status).toBe(201);
  }
}

const query = (page: Page) => new URL(page.url()).search;
/** Scrolls down as a reader does; what comes into sight makes the page longer, so again until it is all there. */
const toTheEnd = (page: Page, isThere: () => Promise<void>) =>
  expect(async () => {
    await page.evaluate(async () => {
      for (let y = 0; y < document.documentElement.scrollHeight; y += 400) {
        scrollTo(0, y);
        await new Promise(requestAnimationFrame);
      }
    });
    await isThere();
  }).toPass();

test('[WORK-07] filters stand in the address, survive a reload, and come back on the next visit in the tab', async ({
  quiet: page,
  member,
}) => {
  await withRuns(member);
  await page.goto('/workout/stats');
  await page.getByText('Month', { exact: true }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText(/^[A-Z][a-z]+ \d{4}$/);
  const thisMonth = (await heading.textContent()) ?? '';
  await page.getByRole('button', { name: 'Previous month' }).click();
  await expect(heading).not.toHaveText(thisMonth);
  await page.getByRole('radio', { name: /^Time/ }).check({ force: true });
  await expect.poll(() => query(page)).toBe('?period=month&show=duration&currentDateIndex=1');
  const before = await heading.textContent();
  await page.reload();
  await expect(heading).toHaveText(before ?? '');
  expect(query(page)).toBe('?period=month&show=duration&currentDateIndex=1');

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('region', { name: 'This week' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Stats' }).click();
  await expect.poll(() => query(page)).toBe('?period=month&show=duration&currentDateIndex=1');
  await expect(heading).toHaveText(before ?? '');

  await page.goto('/workout/stats?period=year');
  await expect(heading).toHaveText(String(new Date().getFullYear()));
  expect(query(page), 'an address with filters stays as it is').toBe('?period=year');
});

test('[WORK-07] [WORK-08] charts are read with the keyboard alone, and each has its numbers as a table', async ({
  quiet: page,
  member,
}) => {
  test.slow();
  await withRuns(member);
  await page.goto('/workout/stats?period=year');
  const bars = page.getByRole('slider');
  await bars.focus();
  await page.keyboard.press('Home');
  await expect(bars).toHaveAttribute('aria-valuetext', /^January \d{4}: [\d.]+ mi; January \d{4}: /);
  await page.keyboard.press('ArrowRight');
  await expect(bars).toHaveAttribute('aria-valuetext', /^February/);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'Chart as a table' }).getByRole('row')).toHaveCount(13);

  await page.goto('/workouts/dashboard/lifetime');
  const calendar = page.getByRole('slider', { name: /^Days of/ });
  await calendar.focus();
  await page.keyboard.press('ArrowUp');
  await expect(calendar).toHaveAttribute('aria-valuetext', /: 1 workout, 6\.21 mi, 50:00$/);
  const load = page.getByRole('slider', { name: /^Training load/ });
  await toTheEnd(page, () => expect(load).toBeVisible({ timeout: 1000 }));
  await load.focus();
  await page.keyboard.press('End');
  await expect(load).toHaveAttribute('aria-valuetext', /Fitness \d+, Fatigue \d+, Form −?\d+, Load \d+$/);
  await expect(page.getByRole('table', { name: 'Records' })).toContainText('10 km');
  await calendar.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workouts\/all\?from=(\d{4}-\d\d-\d\d)&to=\1$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, bypassCSP: true });

  test('[WORK-08] the whole lifetime page, tables open, is accessible in light and dark and never scrolls sideways', async ({
    page,
    member,
  }) => {
    test.slow();
    await withRuns(member);
    for (const path of [
      '/workouts/dashboard/lifetime',
      '/workout/stats?period=year',
      '/mobile/workout/stats',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('slider').first()).toBeVisible();
      const waiting = page.locator('.wm-skeleton');
      await toTheEnd(page, () => expect(waiting).toHaveCount(0, { timeout: 1000 }));
      for (const summary of await page.getByText('Show as table').all()) await summary.click();
      await expectNoViolations(page, path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0);
    }
    await expect(page.getByRole('banner')).toHaveCount(0);
    await expect(page.getByRole('contentinfo')).toHaveCount(0);
  });
});
