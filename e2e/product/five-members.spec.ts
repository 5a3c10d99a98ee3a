import type { Browser, BrowserContext, Page } from '@playwright/test';
import { gpxFile } from './files.ts';
import { expect, signUp, test, type Member } from './member.ts';

interface Friend {
  context: BrowserContext;
  page: Page;
  member: Member;
  /** As shown, of first and last name. */
  name: string;
}

async function setName(member: Member, first: string, last: string): Promise<void> {
  const answer = await member.call('PUT', `/user/${member.userId}/`, {
    first_name: first,
    last_name: last,
    display_name: `${first} ${last}`,
    default_privacy: { workout: 1, route: 1, profile: 3 },
  });
  expect(answer.status).toBe(200);
}

/** Another member with a browser of their own. */
async function newFriend(browser: Browser, first: string, last: string): Promise<Friend> {
  const context = await browser.newContext();
  const member = await signUp(context.request);
  await setName(member, first, last);
  return { context, page: await context.newPage(), member, name: `${first} ${last}` };
}

const story = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });
const badge = (page: Page) => page.getByRole('link', { name: /^Notifications, \d+ unread$/ });

/** Opens a page that hears at once what others do. What happens before its stream is open is found within a minute. */
async function openListening(page: Page, path: string): Promise<void> {
  const stream = page.waitForResponse(/\/notification\/stream\//);
  await page.goto(path);
  await stream;
}

/** What is new is announced where somebody reads, and comes by itself to whoever had nothing to read. */
async function showAnnounced(page: Page, text: string): Promise<void> {
  const announced = page.getByRole('button', { name: /^\d+ new stor(y|ies)$/ });
  await expect(announced.or(story(page, text)).first()).toBeVisible();
  if (await announced.isVisible()) await announced.click();
  await expect(story(page, text)).toBeVisible();
}

test('[SOC-02] [SOC-03] [SOC-05] [DATA-03] five members in five browsers at once become friends, hear of a workout, like it and talk about it; who is blocked loses sight of it', async ({
  page: robins,
  member: robin,
  browser,
}) => {
  test.slow();
  const unique = `Robin${robin.userId}`;
  await setName(robin, unique, 'Trail');
  const [ana, ben, carla, sam] = await Promise.all([
    newFriend(browser, 'Ana', 'Ridge'),
    newFriend(browser, 'Ben', 'Brook'),
    newFriend(browser, 'Carla', 'Crag'),
    newFriend(browser, 'Sam', 'Stone'),
  ]);
  const friends = [ana, ben, carla, sam];

  await Promise.all(
    friends.map(async ({ page }) => {
      await page.goto('/people/friends/find');
      await page.getByRole('searchbox').fill(unique.toLowerCase());
      await page.getByRole('button', { name: 'Add Friend' }).click();
      await expect(page.getByRole('button', { name: 'Request Sent' })).toBeDisabled();
    }),
  );
  await robins.goto('/people/friends?tab=requests');
  const accept = robins.getByRole('button', { name: 'Accept' });
  for (let left = friends.length; left > 0; left--) {
    await expect(accept).toHaveCount(left);
    await accept.first().click();
  }
  await expect(robins.getByText('No requests right now')).toBeVisible();

  await Promise.all(
    friends.map(async ({ page }) => {
      await openListening(page, '/activity_feed?view=friends');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }),
  );
  await robins.goto('/workout/import');
  await robins.locator('input[type=file]').setInputFiles(gpxFile('hills.gpx', 300));
  await expect(robins).toHaveURL(/\/workout\/\d+$/);
  const id = Number(/\d+$/.exec(robins.url())![0]);
  const title = 'Hills before breakfast';
  await Promise.all(friends.map(({ page }) => showAnnounced(page, title)));

  const carlas = story(carla.page, title);
  await carlas.getByRole('button', { name: 'Comment' }).click();
  await carlas.getByRole('textbox').fill('Next time with @Sam');
  await carlas.getByRole('option', { name: 'Sam Stone' }).click();
  await expect(carlas.getByRole('listbox')).toHaveCount(0);
  for (const [page, reader] of [
    [robins, robin],
    [sam.page, sam.member],
  ] as const) {
    await reader.call('POST', '/notification/read/', { until: Number.MAX_SAFE_INTEGER });
    await expect(badge(page)).toHaveCount(0);
  }
  await Promise.all([
    ...[ana, ben].map(({ page }) => story(page, title).getByRole('button', { name: 'Like' }).click()),
    carlas.getByRole('button', { name: 'Send' }).click(),
  ]);
  await expect(carlas.getByRole('button', { name: '1 comment' })).toBeVisible();
  for (const { page } of [ana, ben])
    await expect(story(page, title).getByRole('button', { name: 'Liked' })).toBeVisible();
  // The bell tells without a reload.
  for (const page of [robins, sam.page]) await expect(badge(page)).toBeVisible();
  const pages = [robins, ...friends.map(({ page }) => page)];
  await Promise.all(
    pages.map(async (page) => {
      await openListening(page, `/activity_feed/story/${id}`);
      const shown = story(page, title);
      await expect(shown.getByRole('button', { name: / and 1 other$/ })).toBeVisible();
      await expect(shown.getByRole('button', { name: '1 comment' })).toBeVisible();
      await expect(shown.getByText('Next time with')).toBeVisible();
    }),
  );

  // In one tab the notice is read, and the badge goes in the other.
  await expect(badge(sam.page)).toBeVisible();
  const second = await sam.context.newPage();
  await second.goto('/notifications');
  await expect(second.getByText('Carla Crag mentioned you in a comment')).toBeVisible();
  await expect(badge(sam.page)).toHaveCount(0);

  // The page is open, and nobody touches it.
  await robins.goto(`/profile/${ana.member.userId}`);
  await robins.getByRole('button', { name: 'More actions' }).click();
  await robins.getByRole('menuitem', { name: 'Block' }).click();
  await robins.getByRole('dialog').getByRole('button', { name: 'Block' }).click();
  await expect(ana.page.getByRole('heading', { name: 'This post is no longer available' })).toBeVisible();
  await expect(ana.page.getByText('Next time with')).toHaveCount(0);
  // With the member go their likes; the others still see the story.
  await ben.page.reload();
  await expect(story(ben.page, title).getByRole('button', { name: 'You', exact: true })).toBeVisible();
  for (const { context } of friends) await context.close();
});
