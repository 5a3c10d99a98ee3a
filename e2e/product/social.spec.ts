import type { Browser, BrowserContext, Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, signUp, test, type Member } from './member.ts';

const link = (id: number) => [{ href: `/v7.1/user/${id}/`, id: String(id) }];

/** Another member with a browser of their own. */
async function newMember(browser: Browser, first: string, last: string) {
  const context = await browser.newContext();
  const member = await signUp(context.request);
  await name(member, first, last);
  return { context, member };
}
const name = async (member: Member, first: string, last: string) => {
  const answer = await member.call('PUT', `/user/${member.userId}/`, {
    first_name: first,
    last_name: last,
    display_name: `${first} ${last}`,
    default_privacy: { workout: 1, route: 1, profile: 3 },
  });
  expect(answer.status).toBe(200);
};

async function befriend(asking: Member, asked: Member): Promise<void> {
  const request = await asking.call('POST', '/friendship/', {
    _links: { to_user: link(asked.userId), from_user: link(asking.userId) },
  });
  expect(request.status).toBe(201);
  const accepted = await asked.call('PATCH', `/friendship/${asking.userId}_${asked.userId}/`, {
    status: 'active',
  });
  expect(accepted.status).toBe(200);
}

async function logRun(member: Member, title: string, privacy = 1): Promise<number> {
  const answer = await member.call('POST', '/workout/', {
    name: title,
    activity_type_id: 16,
    start_datetime: new Date(Date.now() - 3_600_000).toISOString(),
    start_locale_timezone: 'America/New_York',
    duration: 3000,
    distance: 10_000,
    privacy,
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

const openIn = async (context: BrowserContext, path: string): Promise<Page> => {
  const page = await context.newPage();
  await page.goto(path);
  return page;
};
const story = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

test('[SOC-03] [SOC-04] a member finds another, asks, and both are friends once the other accepts', async ({
  quiet: page,
  member,
  browser,
}) => {
  await name(member, 'Robin', 'Trail');
  const unique = `Zora${member.userId}`;
  const other = await newMember(browser, unique, 'Ridge');
  await page.goto('/people/friends/find');
  await page.getByRole('searchbox').fill(unique.toLowerCase());
  await page.getByRole('button', { name: 'Add Friend' }).click();
  await expect(page.getByRole('button', { name: 'Request Sent' })).toBeDisabled();

  const theirs = await openIn(other.context, '/people/friends?tab=requests');
  await theirs.getByRole('button', { name: 'Accept' }).click();
  await expect(theirs.getByText('No requests right now')).toBeVisible();
  await page.goto('/people/friends');
  await expect(page.getByText('1 friend', { exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: `${unique} Ridge` })).toBeVisible();

  await page.getByRole('button', { name: `More actions for ${unique} Ridge` }).click();
  await page.getByRole('menuitem', { name: 'Remove friend' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Add your first friend')).toBeVisible();
  await other.context.close();
});

test('[SOC-01] [SOC-02] friends see what is shared with them, like it and talk about it; others do not', async ({
  quiet: page,
  member,
  browser,
}) => {
  await name(member, 'Robin', 'Trail');
  const ana = await newMember(browser, 'Ana', 'Ridge');
  const stranger = await newMember(browser, 'Sam', 'Stone');
  await befriend(ana.member, member);
  await logRun(ana.member, 'Hill repeats');
  await logRun(ana.member, 'Secret tempo', 0);

  await page.goto('/activity_feed');
  const run = story(page, 'Hill repeats');
  await expect(run.getByText('6.21')).toBeVisible();
  await expect(story(page, 'Secret tempo')).toHaveCount(0);
  await run.getByRole('button', { name: 'Like' }).click();
  await expect(run.getByRole('button', { name: 'Liked' })).toHaveAttribute('aria-pressed', 'true');
  await run.getByRole('button', { name: 'Comment' }).click();
  await run.getByRole('textbox').fill('Strong legs');
  await run.getByRole('button', { name: 'Send' }).click();
  await expect(run.getByRole('button', { name: '1 comment' })).toBeVisible();

  const theirs = await openIn(ana.context, '/activity_feed?view=own');
  const own = story(theirs, 'Hill repeats');
  await expect(own.getByText('Strong legs')).toBeVisible();
  await expect(own.getByRole('button', { name: 'Robin Trail' })).toBeVisible();

  const outside = await openIn(stranger.context, `/profile/${ana.member.userId}/activity_feed`);
  await expect(outside.getByRole('heading', { level: 1, name: 'Ana Ridge' })).toBeVisible();
  await expect(outside.getByText('Nothing shared yet')).toBeVisible();
  await ana.context.close();
  await stranger.context.close();
});

test('[SOC-01] a post is kept while the connection is away, posted once it is back, and deleted', async ({
  page,
  member,
}) => {
  await name(member, 'Robin', 'Trail');
  await page.goto('/activity_feed');
  await page.getByRole('button', { name: 'How is training going?' }).click();
  const field = page.getByRole('textbox', { name: 'Write a post' });
  await field.fill('Rest day, honest');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(page.getByText(/You’re offline. Nothing was lost/)).toBeVisible();
  await page.context().setOffline(false);
  await page.reload();
  await expect(field).toHaveValue('Rest day, honest');
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  const post = story(page, 'Rest day, honest');
  await expect(post).toHaveCount(1);
  await post.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete post' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(post).toHaveCount(0);
});

test('[SOC-05] a blocked member sees what a private profile shows', async ({ page, member, browser }) => {
  await name(member, 'Robin', 'Trail');
  const ana = await newMember(browser, 'Ana', 'Ridge');
  await page.goto(`/profile/${ana.member.userId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Block' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText(/is set to private or the user does not exist/)).toBeVisible();
  const theirs = await openIn(ana.context, `/profile/${member.userId}`);
  await expect(theirs.getByText(/is set to private or the user does not exist/)).toBeVisible();
  await page.goto('/people/contacts');
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByText("You haven't blocked anybody.")).toBeVisible();
  await ana.context.close();
});

test('the pages have nothing that axe is against, and fit a phone', async ({
  quiet: page,
  member,
  browser,
}) => {
  await name(member, 'Robin', 'Trail');
  const ana = await newMember(browser, 'Ana', 'Ridge');
  await befriend(ana.member, member);
  await logRun(ana.member, 'Hill repeats');
  await page.setViewportSize({ width: 390, height: 800 });
  for (const [path, sign] of [
    ['/activity_feed', 'Hill repeats'],
    ['/people/friends', '1 friend'],
    ['/people/friends/find', 'People you may know'],
    [`/profile/${ana.member.userId}`, 'Hill repeats'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(sign, { exact: true }).first()).toBeVisible();
    expect(await violations(page), path).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violations(page, 'dark'), path).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
  await ana.context.close();
});
