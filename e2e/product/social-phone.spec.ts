import type { Locator, Page } from '@playwright/test';
import { logRun, name, newMember } from './friends.ts';
import { expect, test } from './member.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** What a finger hits. */
const TARGET_PX = 44;

test.describe('on a phone', () => {
  test.use(PHONE);

  const tap = async (control: Locator) => {
    await expect(control).toBeVisible();
    const { height, width } = (await control.boundingBox())!;
    expect(Math.min(height, width), `${String(control)} in px`).toBeGreaterThanOrEqual(TARGET_PX);
    await control.tap();
  };
  const expectFits = async (page: Page) =>
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.viewport.width);

  test('[SOC-02] [SOC-03] [SOC-05] two members make friends, talk and part by touch', async ({
    page,
    member,
    browser,
  }) => {
    await name(member, 'Robin', 'Trail');
    const unique = `Ana${member.userId}`;
    const ana = await newMember(browser, unique, 'Ridge', PHONE);
    const theirs = await ana.context.newPage();

    await page.goto('/people/friends/find');
    await page.getByRole('searchbox', { name: /^Search by name/ }).tap();
    await page.keyboard.type(unique.toLowerCase());
    // Others whose names begin alike may be listed while it is typed.
    const found = page.getByRole('listitem').filter({ hasText: `${unique} Ridge` });
    await tap(found.getByRole('button', { name: 'Add Friend' }));
    await expect(page.getByRole('button', { name: 'Request Sent' })).toBeVisible();
    await expectFits(page);

    await theirs.goto('/people/friends?tab=requests');
    await expectFits(theirs);
    await tap(theirs.getByRole('button', { name: 'Accept' }));
    await expect(theirs.getByText('No requests right now')).toBeVisible();
    const id = await logRun(ana.member, 'Hill repeats');

    await page.goto('/activity_feed');
    const run = page.getByRole('article').filter({ hasText: 'Hill repeats' });
    await tap(run.getByRole('button', { name: 'Comment' }));
    await run.getByRole('textbox', { name: 'Write a comment' }).tap();
    await page.keyboard.type('Strong legs');
    await tap(run.getByRole('button', { name: 'Send' }));
    await expect(run.getByRole('button', { name: '1 comment' })).toBeVisible();
    await expectFits(page);

    await theirs.goto(`/activity_feed/story/${id}`);
    const written = theirs.getByRole('listitem').filter({ hasText: 'Strong legs' });
    await tap(written.getByRole('button', { name: 'More actions' }));
    await tap(theirs.getByRole('menuitem', { name: 'Block Robin Trail' }));
    await expectFits(theirs);
    await tap(theirs.getByRole('dialog').getByRole('button', { name: 'Block' }));
    await expect(theirs.getByText('Strong legs')).toHaveCount(0);
    await expect(theirs.getByText('Hill repeats')).toBeVisible();
    await page.goto(`/activity_feed/story/${id}`);
    await expect(page.getByText('This post is no longer available')).toBeVisible();
    await ana.context.close();
  });
});
