import type { Page } from '@playwright/test';
import { expect, test } from './member.ts';

/** In the zone of the member. */
const MONTH = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'America/New_York' });
const DAYS = ['Sunday', 'Monday', 'Saturday'] as const;

/** The first column of a calendar, as its heading calls the day. */
const firstDay = (page: Page, calendar: 'month' | 'picker') =>
  (calendar === 'month'
    ? page.getByRole('table', { name: MONTH.format() })
    : page.getByRole('grid', { name: 'Choose a day' })
  )
    .getByRole('columnheader')
    .first();

test('[WORK-01] [ACCT-02] the month of the dashboard and the date picker begin their weeks on the day of the settings', async ({
  quiet: page,
  member,
}) => {
  // The dashboard of a member without any workout has no month.
  const logged = await member.call('POST', '/workout/', {
    activity_type_id: 16,
    name: 'Run',
    start_datetime: new Date(Date.now() - 3_600_000).toISOString(),
    start_locale_timezone: 'America/New_York',
    duration: 3000,
    distance: 10_000,
  });
  expect(logged.status).toBe(201);
  // Of a member in the United States weeks begin on Sunday until they choose.
  for (const [i, day] of DAYS.entries()) {
    if (i > 0) {
      await page.goto('/account/settings');
      await page.getByLabel('Weeks begin on').selectOption(day);
      await expect(page.getByText('Saved')).toBeVisible();
    }
    await page.goto('/dashboard');
    await expect(firstDay(page, 'month')).toHaveText(day.slice(0, 3));
    await page.goto('/workout/create');
    await page.getByRole('button', { name: 'Open calendar' }).first().click();
    await expect(firstDay(page, 'picker')).toHaveAttribute('abbr', day);
  }
});
