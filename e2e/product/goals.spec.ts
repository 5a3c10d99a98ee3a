import { expect, test } from './member.ts';

test('[CHAL-03] [WORK-01] a goal is set, fills with a workout, is edited and stopped', async ({
  quiet: page,
  member,
}) => {
  await page.goto(`/profile/${member.userId}/goals`);
  await page.getByRole('main').getByRole('link', { name: 'Set a goal' }).click();
  await page.getByText('Run', { exact: true }).click();
  await page.getByLabel('Each week').fill('10');
  await page.getByRole('button', { name: 'Set goal' }).click();
  const ring = page.getByRole('progressbar', { name: 'Run, 10 mi a week' });
  await expect(ring).toHaveAttribute('aria-valuetext', '0 of 10 mi');

  const logged = await member.call('POST', '/workout/', {
    activity_type_id: 16,
    start_datetime: new Date(Date.now() - 1000).toISOString(),
    start_locale_timezone: 'America/New_York',
    duration: 3000,
    distance: 16_093.44,
  });
  expect(logged.status).toBe(201);
  await page.reload();
  await expect(ring).toHaveAttribute('aria-valuetext', '10 of 10 mi');
  await expect(page.getByText('Reached', { exact: true })).toBeVisible();

  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Goals' }).getByText('10 of 10 mi')).toBeVisible();
  await page.getByRole('link', { name: 'All goals' }).click();
  await page.getByRole('button', { name: 'More actions for Run, 10 mi a week' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Each week').fill('20');
  await page.getByRole('dialog').getByRole('button', { name: 'Save goal' }).click();
  await expect(page.getByRole('progressbar', { name: 'Run, 20 mi a week' })).toHaveAttribute(
    'aria-valuetext',
    '10 of 20 mi',
  );

  await page.getByRole('button', { name: 'More actions for Run, 20 mi a week' }).click();
  await page.getByRole('menuitem', { name: 'Stop goal' }).click();
  await expect(page.getByRole('list', { name: 'Past goals' }).getByText('Run, 20 mi a week')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Run, 20 mi a week' })).toHaveCount(0);
});
