import type { Locator, Page } from '@playwright/test';
import { DESKTOP, expectGood, PHONE } from './good-page.ts';
import { expect, mailedLink, refuseSale, signUp, test } from './member.ts';

/** One decides the report, the other the appeal: who decided leaves that to others while there are any. */
const MODERATOR = 'judge@example.com';
const SECOND_MODERATOR = 'second-judge@example.com';
const SIZES = [DESKTOP, PHONE];

/** Others report as well. */
const caseOn = (page: Page): Locator =>
  page.getByRole('article').filter({ hasText: 'Club shoes for everybody' });

async function confirm(page: Page, email: string): Promise<void> {
  await page.goto(await mailedLink(page.request, email, '/verify_email/'));
  await expect(page.getByText(`We can reach you at ${email}.`)).toBeVisible();
}

test('[SOC-02] [X-04] a suspended member reads why and appeals; a moderator takes the suspension back, and the post is there again', async ({
  quiet: page,
  context,
  browser,
}) => {
  test.slow();
  await signUp(context.request, MODERATOR);
  await confirm(page, MODERATOR);
  const [ofAuthor, ofReporter, ofSecond] = [
    await browser.newContext(),
    await browser.newContext(),
    await browser.newContext(),
  ];
  for (const one of [ofAuthor, ofSecond]) await refuseSale(one.request);
  await signUp(ofSecond.request, SECOND_MODERATOR);
  const second = await ofSecond.newPage();
  await confirm(second, SECOND_MODERATOR);
  const author = await signUp(ofAuthor.request);
  const reporter = await signUp(ofReporter.request);
  const posted = await author.call('POST', '/activity_story/', {
    verb: 'post',
    object: { type: 'status', text: 'Club shoes for everybody' },
    privacy: 3,
  });
  const { id } = (await posted.json()) as { id: number };
  const reported = await reporter.call('POST', '/report/', {
    object_type: 'story',
    object_id: id,
    reason: 'spam',
    note: 'Third advert today',
  });
  expect(reported.status).toBe(204);

  await expectGood(page, '/moderation', 'Moderation', SIZES);
  const report = caseOn(page);
  await report.getByLabel('Message to the member').fill('Adverts belong elsewhere.');
  await report.getByRole('button', { name: 'Suspend member' }).click();
  await expect(report).toHaveCount(0);
  expect((await reporter.call('GET', `/activity_story/${id}/`)).status).toBe(404);

  const own = await ofAuthor.newPage();
  await own.goto('/notifications');
  await own.getByRole('link', { name: 'A moderator suspended your account' }).click();
  await expect(own.getByText('Adverts belong elsewhere.')).toBeVisible();
  await expectGood(own, '/moderation/decisions', 'Decisions of moderators', SIZES);
  await own.getByRole('button', { name: 'Appeal', exact: true }).click();
  await own.getByLabel('Why is this decision wrong?').fill('They were a gift of the club.');
  await own.getByRole('button', { name: 'Send appeal' }).click();
  await expect(own.getByText('A moderator will read your appeal. We’ll tell you the answer.')).toBeVisible();

  await page.goto('/moderation/appeals');
  await expect(caseOn(page).getByText('You made this decision')).toBeVisible();
  await second.goto('/moderation');
  await second.getByRole('link', { name: /^Appeals \(\d+\)$/ }).click();
  await expectGood(second, '/moderation/appeals', 'Appeals', SIZES);
  const appeal = caseOn(second);
  await expect(appeal.getByText('They were a gift of the club.')).toBeVisible();
  await appeal.getByLabel('Answer to the member').fill('Sorry about that.');
  await appeal.getByRole('button', { name: 'Take it back' }).click();
  await expect(appeal).toHaveCount(0);

  await own.goto('/notifications');
  await own.getByRole('link', { name: 'Your appeal was accepted' }).click();
  await expect(own.getByText('Sorry about that.')).toBeVisible();
  await expectGood(own, '/moderation/decisions', 'Decisions of moderators', SIZES);
  expect((await reporter.call('GET', `/activity_story/${id}/`)).status).toBe(200);
  for (const other of [ofAuthor, ofReporter, ofSecond]) await other.close();
});
