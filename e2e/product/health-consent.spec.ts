import type { APIRequestContext } from '@playwright/test';
import { expect, type Member, signUp, test } from './member.ts';

interface FormOfRegion {
  matrix_id: string;
  matrix_version: number;
  consents: { id: string; kind: string; needs_answer: boolean }[];
}

/** Answers the form of the member's region, through the API; whoever has answered it is not led to it. */
async function answerHealth(
  request: APIRequestContext,
  { token }: Member,
  health: 'accepted' | 'declined',
): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'x-requested-with': 'waymark' };
  const status = (await (await request.get('/auth/consents-status', { headers })).json()) as FormOfRegion;
  const { matrix_id, matrix_version, consents } = status;
  const open = consents.filter(({ kind, needs_answer }) => needs_answer && kind === 'required');
  const answer = await request.post('/auth/update-consents', {
    headers,
    data: {
      matrix_id,
      matrix_version,
      locale: 'en-us',
      screen: 'test',
      choices: { ...Object.fromEntries(open.map(({ id }) => [id, 'accepted'])), health },
    },
  });
  expect(answer.status(), await answer.text()).toBe(200);
}

const RUN = {
  activity_type_id: 16,
  start_datetime: '2026-05-01T07:30:00+02:00',
  start_locale_timezone: 'Europe/Berlin',
  duration: 3600,
  distance: 10_000,
};

test('[PRIV-02] [WORK-02] [ACCT-01] a German takes the consent for health data back while forms are open, deletes what is stored, and finds nothing after accepting again', async ({
  context,
  page,
}) => {
  const member = await signUp(context.request, undefined, 'DE');
  await answerHealth(context.request, member, 'accepted');
  await member.call('PUT', `/user/${member.userId}/`, { weight: 71.5 });
  const logged = await member.call('POST', '/workout/', { ...RUN, heartrate_avg: 151 });
  expect(logged.status).toBe(201);

  await page.goto('/account/my_profile');
  await expect(page.getByLabel('Weight')).toHaveValue(/^(71\.5|157\.6)$/);
  await page.getByLabel('Title').fill('Trail runner');
  const other = await context.newPage();
  await other.goto('/privacy_center/consents/edit');
  const health = other.getByRole('radiogroup', { name: 'Health data' });
  await health.getByLabel('Decline').check();
  await other.getByRole('button', { name: 'Save answers' }).click();
  await expect(other.getByRole('radio', { name: 'Hide it' })).toBeChecked();
  await other.getByRole('button', { name: 'Decline', exact: true }).click();
  await expect(other).toHaveURL(/\/privacy_center\/consents$/);

  await expect(page.getByText('Weight needs your consent for health data')).toBeVisible();
  await expect(page.getByLabel('Weight')).toHaveValue('');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Your profile is saved.')).toBeVisible();

  await page.goto('/workout/create/');
  await expect(page.getByText('Heart rate needs your consent for health data')).toBeVisible();
  await expect(page.getByLabel('Average heart rate')).toHaveCount(0);
  await page.getByLabel('Name').fill('Before breakfast');
  const opened = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Change your answer in a new tab' }).click();
  await expect(await opened).toHaveURL(/\/privacy_center\/consents\/edit$/);
  await expect(page.getByLabel('Name')).toHaveValue('Before breakfast');

  await other.getByRole('button', { name: 'Delete stored health data' }).click();
  const dialog = other.getByRole('dialog', { name: 'Delete your health data?' });
  await expect(dialog.getByText('of 1 workout,')).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete for good' }).click();
  await expect(other.getByText(/You had it deleted/)).toBeVisible();

  await answerHealth(context.request, member, 'accepted');
  await page.goto('/account/my_profile');
  await expect(page.getByLabel('Title')).toHaveValue('Trail runner');
  await expect(page.getByLabel('Weight')).toHaveValue('');
  const { id } = (await logged.json()) as { id: number };
  const { aggregates } = (await (await member.call('GET', `/workout/${id}/`)).json()) as {
    aggregates: { heartrate_avg: number | null };
  };
  expect(aggregates.heartrate_avg).toBeNull();
});
