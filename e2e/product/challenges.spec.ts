import { violations } from './axe.ts';
import { DESKTOP, expectGood, PHONE, TABLET } from './good-page.ts';
import { mailedLink, expect, signUp, test, type Member } from './member.ts';

test('[CHAL-01] [CHAL-02] [DATA-02] a challenge is made, joined by a friend, led, looked at on a phone, left and deleted', async ({
  quiet: page,
  member,
  browser,
  site,
}) => {
  test.slow();
  const other = await browser.newContext();
  const friend = await signUp(other.request);
  await member.call('POST', '/friendship/', {
    _links: { to_user: [{ href: `/v7.1/user/${friend.userId}/`, id: String(friend.userId) }] },
  });
  await friend.call('PATCH', `/friendship/${member.userId}_${friend.userId}/`, { status: 'active' });
  const logRun = (one: typeof member, distance: number) =>
    one.call('POST', '/workout/', {
      activity_type_id: 16,
      start_datetime: new Date(Date.now() - 5 * 60_000).toISOString(),
      start_locale_timezone: 'America/New_York',
      duration: 3600,
      distance,
      privacy: 1,
    });

  await page.goto('/challenges');
  await page.getByRole('link', { name: 'New challenge' }).click();
  await page.getByLabel(/^Name/).fill('Ten miles together');
  await page.getByLabel(/^Target/).fill('10');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Create challenge' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ten miles together' })).toBeVisible();
  const address = new URL(page.url()).pathname;
  await page.getByRole('button', { name: 'Join Ten miles together' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Join' }).click();
  await expect(page.getByRole('button', { name: 'Leave challenge' })).toBeVisible();

  const theirs = await other.newPage();
  await theirs.setViewportSize({ width: 390, height: 844 });
  await theirs.goto(`${site}/challenges?view=open`);
  await theirs.getByRole('button', { name: 'Join Ten miles together' }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Join' }).click();
  await expect(theirs.getByRole('dialog')).toHaveCount(0);
  await logRun(friend, 8046.72);
  await logRun(member, 16_093.44);
  await theirs.goto(`${site}${address}/leaderboard`);
  await expect(theirs.getByText('Rank 2 of 2')).toBeVisible();
  expect(await violations(theirs)).toEqual([]);
  const isScrolledSideways = await theirs.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isScrolledSideways).toBe(false);

  await page.reload();
  await expect(page.getByText('Rank 1 of 2')).toBeVisible();
  await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();
  await theirs.goto(`${site}${address}`);
  await theirs.getByRole('button', { name: 'Leave challenge' }).click();
  await theirs.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
  await expect(theirs.getByRole('button', { name: 'Join Ten miles together' })).toBeVisible();
  await other.close();

  await page.reload();
  await page.getByRole('link', { name: 'Edit' }).click();
  await page.getByLabel(/^Name/).fill('Ten miles');
  await page.getByRole('button', { name: 'Save challenge' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ten miles' })).toBeVisible();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Challenges' })).toBeVisible();
});

const SIZES = [DESKTOP, TABLET, PHONE];
const MODERATOR = 'moderator@example.com';

/** A call of the challenges service. */
async function callChallenges<T>(
  site: string,
  { token }: Member,
  [method, path]: [string, string],
  body: object,
): Promise<T> {
  const answer = await fetch(`${site}/services/challenges${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  expect(answer.ok, text).toBe(true);
  return (text === '' ? undefined : JSON.parse(text)) as T;
}

test('[CHAL-01] [CHAL-02] pages of a challenge, its editor and the cases of moderators: nothing for axe in light and dark at three widths', async ({
  quiet: page,
  context,
  browser,
  site,
}) => {
  test.slow();
  const moderator = await signUp(context.request, MODERATOR);
  await page.goto(await mailedLink(page.request, MODERATOR, '/verify_email/'));
  await expect(page.getByText(`We can reach you at ${MODERATOR}.`)).toBeVisible();
  const other = await browser.newContext();
  const friend = await signUp(other.request);
  await moderator.call('POST', '/friendship/', {
    _links: { to_user: [{ href: `/v7.1/user/${friend.userId}/`, id: String(friend.userId) }] },
  });
  await friend.call('PATCH', `/friendship/${moderator.userId}_${friend.userId}/`, { status: 'active' });
  await other.close();

  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const { id } = await callChallenges<{ id: number }>(site, moderator, ['POST', '/v2/challenges'], {
    title: 'Ten miles this week',
    kind: 'distance',
    first_day: day(-5),
    last_day: day(5),
    target: 16_093,
    prizes: [],
    rules_text: 'Run or ride.',
  });
  const runOf = async (one: Member, distance: number): Promise<number> => {
    await callChallenges(site, one, ['POST', `/challenges/${id}/users`], {});
    const logged = await one.call('POST', '/workout/', {
      activity_type_id: 16,
      start_datetime: new Date(Date.now() - 2 * 86_400_000).toISOString(),
      start_locale_timezone: 'America/New_York',
      duration: 3600,
      distance,
      privacy: 1,
    });
    return ((await logged.json()) as { id: number }).id;
  };
  await runOf(moderator, 12_000);
  await runOf(friend, 9000);
  const tooFast = await runOf(friend, 60_000);
  const explanation = `/challenges/workouts/${tooFast}/explanation`;
  await callChallenges(site, friend, ['POST', explanation], { text: 'It was a bicycle.' });

  await expectGood(page, '/challenges', 'Challenges', SIZES);
  await expectGood(page, `/challenges/${id}`, 'Ten miles this week', SIZES);
  await expectGood(page, `/challenges/${id}/leaderboard`, /Ten miles this week|Leaderboard/, SIZES);
  await expectGood(page, `/challenges/${id}/edit`, /Edit|Ten miles this week/, SIZES);
  await expectGood(page, '/moderation/workouts', 'Workouts to decide', SIZES);
  await expect(page.getByText('It was a bicycle.')).toBeVisible();
});

test('[CHAL-01] teams are on the page of a challenge before its other parts, which push nothing down', async ({
  quiet: page,
  member,
  site,
}) => {
  const today = new Date().toISOString().slice(0, 10);
  const { id } = await callChallenges<{ id: number }>(site, member, ['POST', '/v2/challenges'], {
    title: 'North against south',
    kind: 'duration',
    first_day: today,
    last_day: today,
    teams: { score: 'mean', choice: 'pick', names: ['North', 'South'] },
  });
  // The other parts are on their way.
  await page.route('**/challenge-more.*.js', () => {});
  // The page is not loaded as long as they are.
  await page.goto(`/challenges/${id}`, { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { name: 'Leaderboard' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'South' })).toBeVisible();
});
