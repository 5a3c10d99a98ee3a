import { DESKTOP, expectGood, PHONE } from './good-page.ts';
import { expect, mailedLink, signUp, test } from './member.ts';

const MODERATOR = 'judge@example.com';
const SIZES = [DESKTOP, PHONE];

test('[SOC-02] [X-04] a suspended member reads why and appeals; a moderator takes the suspension back, and the post is there again', async ({
  quiet: page,
  context,
  browser,
}) => {
  test.slow();
  await signUp(context.request, MODERATOR);
  await page.goto(await mailedLink(page.request, MODERATOR, '/verify_email/'));
  await expect(page.getByText(`We can reach you at ${MODERATOR}.`)).toBeVisible();
  const [ofAuthor, ofReporter] = [await browser.newContext(), await browser.newContext()];
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
  await page.getByLabel('Message to the member').fill('Adverts belong elsewhere.');
  await page.getByRole('button', { name: 'Suspend member' }).click();
  await expect(page.getByRole('heading', { name: 'No open cases' })).toBeVisible();
  expect((await reporter.call('GET', `/activity_story/${id}/`)).status).toBe(404);

  // The banner about selling data covers the bottom of pages until it is answered.
  await ofAuthor.addInitScript(() => {
    if (location.protocol.startsWith('http')) localStorage.setItem('wm_do_not_sell_dismissed', 'true');
  });
  const own = await ofAuthor.newPage();
  await own.goto('/notifications');
  await own.getByRole('link', { name: 'A moderator suspended your account' }).click();
  await expect(own.getByText('Adverts belong elsewhere.')).toBeVisible();
  await expectGood(own, '/moderation/decisions', 'Decisions of moderators', SIZES);
  await own.getByRole('button', { name: 'Appeal', exact: true }).click();
  await own.getByLabel('Why is this decision wrong?').fill('They were a gift of the club.');
  await own.getByRole('button', { name: 'Send appeal' }).click();
  await expect(own.getByText('A moderator will read your appeal. We’ll tell you the answer.')).toBeVisible();

  await page.goto('/moderation');
  await page.getByRole('link', { name: 'Appeals (1)' }).click();
  await expectGood(page, '/moderation/appeals', 'Appeals', SIZES);
  await expect(page.getByText('They were a gift of the club.')).toBeVisible();
  await page.getByLabel('Answer to the member').fill('Sorry about that.');
  await page.getByRole('button', { name: 'Take it back' }).click();
  await expect(page.getByRole('heading', { name: 'No open appeals' })).toBeVisible();

  await own.goto('/notifications');
  await own.getByRole('link', { name: 'Your appeal was accepted' }).click();
  await expect(own.getByText('Sorry about that.')).toBeVisible();
  await expectGood(own, '/moderation/decisions', 'Decisions of moderators', SIZES);
  expect((await reporter.call('GET', `/activity_story/${id}/`)).status).toBe(200);
  for (const other of [ofAuthor, ofReporter]) await other.close();
});
