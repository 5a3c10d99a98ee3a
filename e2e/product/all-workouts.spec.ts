import type { Page } from '@playwright/test';
import { expect, test as base, type Member } from './member.ts';

const MILE = 1609.344;
const WORKOUTS = [
  ['Hill repeats', 16, 6],
  ['Hill walk', 11, 2],
  ['Long hill run', 16, 12],
  ['Track night', 16, 7],
] as const;

interface ListedWorkout {
  name: string;
  gear: { name: string } | null;
}

/** Logs the workouts, one a day, and a pair of shoes to do them in. */
async function logAll(member: Member): Promise<void> {
  for (const [i, [name, activity_type_id, miles]] of WORKOUTS.entries()) {
    const answer = await member.call('POST', '/workout/', {
      name,
      activity_type_id,
      start_datetime: `2026-05-0${i + 1}T08:00:00-04:00`,
      start_locale_timezone: 'America/New_York',
      duration: miles * 600,
      distance: miles * MILE,
    });
    expect(answer.status, name).toBe(201);
  }
  const answer = await member.call('POST', '/usergear/', { name: 'Trail shoes', kind: 'shoes' });
  expect(answer.status).toBe(201);
}

const test = base.extend<{ logged: Member }>({
  logged: async ({ member }, use) => {
    await logAll(member);
    await use(member);
  },
});

const gearByName = async (member: Member) => {
  const answer = await member.call('GET', '/workout/search/?limit=100');
  const { _embedded } = (await answer.json()) as { _embedded: { workouts: ListedWorkout[] } };
  return Object.fromEntries(_embedded.workouts.map(({ name, gear }) => [name, gear?.name ?? null]));
};

const filters = (page: Page) => page.getByRole('search', { name: 'Filter your workouts' });
const names = (page: Page) =>
  page.getByRole('table', { name: 'All workouts' }).getByRole('link').allTextContents();

test('[WORK-01] [WORK-05] all workouts are searched and narrowed, those left get other gear, and Undo takes it back', async ({
  quiet: page,
  logged: member,
}) => {
  await page.goto('/workouts/all');
  await expect(page.getByText(`${WORKOUTS.length} workouts`)).toBeVisible();
  await filters(page).getByRole('searchbox', { name: 'Search' }).fill('hill');
  await expect(page.getByText('3 workouts')).toBeVisible();
  await filters(page).getByRole('button', { name: 'Filters' }).click();
  await filters(page).getByLabel('At least').fill('5');
  await expect(page.getByText('2 workouts')).toBeVisible();
  expect(await names(page)).toEqual(['Long hill run', 'Hill repeats']);

  await page.getByRole('checkbox', { name: 'Select all' }).click();
  const selection = page.getByRole('region', { name: 'Selected workouts' });
  await expect(selection).toContainText('2 selected');
  await selection.getByRole('combobox', { name: 'Gear' }).selectOption('Trail shoes');
  await expect(page.getByText('2 workouts changed.')).toBeVisible();
  await expect(selection).toBeHidden();
  const none = Object.fromEntries(WORKOUTS.map(([name]) => [name, null]));
  expect(await gearByName(member)).toEqual({
    ...none,
    'Long hill run': 'Trail shoes',
    'Hill repeats': 'Trail shoes',
  });
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => gearByName(member)).toEqual(none);
  expect(await names(page)).toEqual(['Long hill run', 'Hill repeats']);
});

test('[WORK-01] what all workouts are narrowed to is in the address, and there again after Back and a reload', async ({
  quiet: page,
  logged: _member,
}) => {
  await page.goto('/workouts/all');
  await filters(page).getByRole('searchbox', { name: 'Search' }).fill('hill');
  await filters(page).getByRole('button', { name: 'Filters' }).click();
  await filters(page).getByLabel('At least').fill('5');
  await expect(page.getByText('2 workouts')).toBeVisible();
  await expect(page).toHaveURL(/\/workouts\/all\?search=hill&least=8047$/);

  const isAsLeft = async () => {
    await expect(page.getByText('2 workouts')).toBeVisible();
    await expect(filters(page).getByRole('searchbox', { name: 'Search' })).toHaveValue('hill');
    await expect(filters(page).getByLabel('At least')).toHaveValue('5');
    expect(await names(page)).toEqual(['Long hill run', 'Hill repeats']);
  };
  await page.getByRole('link', { name: 'Long hill run' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Long hill run' })).toBeVisible();
  await page.goBack();
  await isAsLeft();
  await page.reload();
  await isAsLeft();
});
