import type { BrowserContext, Page } from '@playwright/test';
import { violations } from './axe.ts';
import { befriend, link, logRun, name, newMember } from './friends.ts';
import { expect, test } from './member.ts';

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
  await page.getByRole('button', { name: `Ask ${unique} Ridge with a message` }).click();
  await page.getByRole('textbox', { name: /Your message/ }).fill('From the <b>club</b>:\nhill repeats');
  await page.getByRole('button', { name: 'Send request' }).click();
  await expect(page.getByRole('button', { name: 'Request Sent' })).toBeDisabled();

  const theirs = await openIn(other.context, '/people/friends?tab=requests');
  await expect(theirs.getByText('From the <b>club</b>:\nhill repeats')).toBeVisible();
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

test('[SOC-01] who scrolled through three pages of the feed and read a workout comes back to the same place', async ({
  page,
  member,
  browser,
}) => {
  await name(member, 'Robin', 'Trail');
  const ana = await newMember(browser, 'Ana', 'Ridge');
  await befriend(ana.member, member);
  const write = async (text: string) => {
    const post = { verb: 'post', object: { type: 'status', text }, privacy: 1 };
    expect((await ana.member.call('POST', '/activity_story/', post)).status).toBe(201);
  };
  // Pages have ten: the run is on the third one, with more below it.
  for (let day = 1; day <= 6; day++) await write(`Rest day ${day}`);
  await logRun(ana.member, 'First run of the year');
  for (let day = 1; day <= 21; day++) await write(`Day ${day} of the streak`);
  const placeOf = (text: string) =>
    story(page, text).evaluate((card) => Math.round(card.getBoundingClientRect().top));

  await page.goto('/activity_feed');
  await expect(story(page, 'Day 21 of the streak')).toBeVisible();
  const run = story(page, 'First run of the year');
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    await expect(run).toBeInViewport({ ratio: 1, timeout: 250 });
  }).toPass();
  await expect(page.getByText("That's all so far.")).not.toBeInViewport();
  const before = await placeOf('First run of the year');
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(1000);
  await run.getByRole('link', { name: 'First run of the year' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'First run of the year' })).toBeVisible();

  await page.goBack();
  await expect(run).toBeInViewport();
  await expect.poll(async () => Math.abs((await placeOf('First run of the year')) - before)).toBeLessThan(3);
  await ana.context.close();
});

test('[WORK-04] who opened a workout by its link reports it there', async ({ page, member, browser }) => {
  await name(member, 'Robin', 'Trail');
  const ana = await newMember(browser, 'Ana', 'Ridge');
  const id = await logRun(ana.member, 'Round the reservoir', 6);
  const { key } = (await (await ana.member.call('POST', `/workout/${id}/link/`)).json()) as { key: string };
  await page.goto(`/workout/${id}?key=${key}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Report' }).click();
  await page.getByRole('radio', { name: 'Shows something private' }).click();
  await page.getByRole('button', { name: 'Send report' }).click();
  await expect(page.getByText('Thanks for the report.')).toBeVisible();
  await ana.context.close();
});

test('[SOC-05] a blocked member sees what a private profile shows', async ({ page, member, browser }) => {
  await name(member, 'Robin', 'Trail');
  const ana = await newMember(browser, 'Ana', 'Ridge');
  await page.goto(`/profile/${ana.member.userId}`);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Block Ana Ridge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText(/is set to private or the user does not exist/)).toBeVisible();
  const theirs = await openIn(ana.context, `/profile/${member.userId}`);
  await expect(theirs.getByText(/is set to private or the user does not exist/)).toBeVisible();
  await page.goto('/people/contacts');
  await page.getByRole('button', { name: 'Unblock' }).click();
  await expect(page.getByText('You haven’t blocked anybody.')).toBeVisible();
  await ana.context.close();
});

test('[SOC-05] [SOC-02] who has a private profile is blocked from their comment, which goes, and sees the story no more', async ({
  page,
  member,
  browser,
}) => {
  await name(member, 'Robin', 'Trail');
  const ana = await newMember(browser, 'Ana', 'Ridge');
  await name(ana.member, 'Ana', 'Ridge', 0);
  const post = { verb: 'post', object: { type: 'status', text: 'Open club run' }, privacy: 3 };
  const { id } = (await (await member.call('POST', '/activity_story/', post)).json()) as { id: number };
  const comment = { verb: 'comment', parent_story_id: id, object: { type: 'comment', text: 'I know where' } };
  expect((await ana.member.call('POST', '/activity_story/', comment)).status).toBe(201);
  await page.goto(`/profile/${ana.member.userId}`);
  await expect(page.getByText(/is set to private or the user does not exist/)).toBeVisible();
  const theirs = await openIn(ana.context, `/activity_feed/story/${id}`);
  await expect(theirs.getByText('Open club run')).toBeVisible();

  await page.goto(`/activity_feed/story/${id}`);
  const row = page.getByRole('listitem').filter({ hasText: 'I know where' });
  await row.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Block Ana Ridge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(page.getByText('I know where')).toHaveCount(0);
  await expect(page.getByText('Open club run')).toBeVisible();
  await page.reload();
  await expect(page.getByText('Open club run')).toBeVisible();
  await expect(page.getByText('I know where')).toHaveCount(0);

  await theirs.reload();
  await expect(theirs.getByText('This post is no longer available')).toBeVisible();
  await ana.context.close();
});

/** A phone, a tablet and a desk. */
const WIDTHS = [390, 834, 1440];

test('[SOC-01] [SOC-03] [SOC-05] the pages have nothing that axe is against, light and dark, and fit three widths', async ({
  quiet: page,
  member,
  browser,
}) => {
  test.slow();
  await name(member, 'Robin', 'Trail');
  const [ana, ben, cy] = await Promise.all([
    newMember(browser, 'Ana', 'Ridge'),
    newMember(browser, 'Ben', 'Brook'),
    newMember(browser, 'Cy', 'Stone'),
  ]);
  await befriend(ana.member, member);
  const asked = { _links: { to_user: link(member.userId), from_user: link(ben.member.userId) } };
  expect((await ben.member.call('POST', '/friendship/', asked)).status).toBe(201);
  await logRun(ana.member, 'Hill repeats');
  const post = { verb: 'post', object: { type: 'status', text: 'Club run on Sunday' }, privacy: 3 };
  const { id } = (await (await ana.member.call('POST', '/activity_story/', post)).json()) as { id: number };
  const comment = (text: string) => ({
    verb: 'comment',
    parent_story_id: id,
    object: { type: 'comment', text },
  });
  expect((await member.call('POST', '/activity_story/', comment('Count me in'))).status).toBe(201);
  expect((await ana.member.call('POST', '/activity_story/', comment('See you there'))).status).toBe(201);
  const like = { verb: 'like', parent_story_id: id };
  expect((await ben.member.call('POST', '/activity_story/', like)).status).toBe(201);
  for (const [path, sign] of [
    ['/activity_feed', 'Hill repeats'],
    [`/activity_feed/story/${id}`, 'Count me in'],
    ['/people/friends', '1 friend'],
    ['/people/friends?tab=requests', 'Ben Brook'],
    ['/people/friends/find', 'People you may know'],
    ['/people/contacts', 'Blocked'],
    [`/profile/${ana.member.userId}`, 'Hill repeats'],
    ['/notifications', 'Ben Brook wants to be your friend'],
    ['/notifications/settings', 'How often'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByText(sign, { exact: true }).first()).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 });
        const where = `${path}, ${colorScheme}, ${width} px`;
        expect(await violations(page, colorScheme), where).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(
          width,
        );
      }
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
  const overlays = {
    'comment menu': async () => {
      const row = page.getByRole('listitem').filter({ hasText: 'See you there' });
      await row.getByRole('button', { name: 'More actions' }).click();
      await expect(page.getByRole('menuitem', { name: 'Block Ana Ridge' })).toBeVisible();
    },
    'report dialog': async () => {
      await page.getByRole('menuitem', { name: 'Report' }).click();
      await expect(page.getByRole('radio').first()).toBeVisible();
    },
    'likers dialog': async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Ben Brook' }).click();
      await expect(page.getByRole('dialog').getByRole('link', { name: 'Ben Brook' })).toBeVisible();
    },
    'request dialog': async () => {
      await page.goto(`/profile/${cy.member.userId}`);
      await page.getByRole('button', { name: 'Ask Cy Stone with a message' }).click();
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeVisible();
    },
  };
  await page.goto(`/activity_feed/story/${id}`);
  for (const [where, open] of Object.entries(overlays)) {
    await open();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violations(page, colorScheme), `${where}, ${colorScheme}`).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: 'light' });
  }
  for (const { context } of [ana, ben, cy]) await context.close();
});
