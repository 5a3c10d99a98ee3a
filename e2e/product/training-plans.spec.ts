import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import { buyPremium } from './checkout.ts';
import { DESKTOP, expectGood, PHONE } from './good-page.ts';
import { expect, refuseSale, signUp, test, type Member } from './member.ts';

const today = (): string => new Intl.DateTimeFormat('en-CA', { timeZone: 'America/New_York' }).format();

interface Started {
  id: number;
  sessions: { id: number; day: string; title: string; duration: number | null }[];
}

/** The plan for a first 5 km, from today on. */
async function startPlan(member: Member): Promise<Started> {
  const answer = await member.call('POST', '/started_plan/', {
    plan: 'first-5k',
    key: null,
    anchor: 'start',
    day: today(),
  });
  expect(answer.status, await answer.clone().text()).toBe(201);
  return (await answer.json()) as Started;
}

/** Creates something of the challenges service. */
async function create(
  site: string,
  { token }: Member,
  what: 'groups' | 'challenges',
  body: object,
): Promise<number> {
  const answer = await fetch(`${site}/services/challenges/v2/${what}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(answer.status, await answer.clone().text()).toBe(201);
  return ((await answer.json()) as { id: number }).id;
}

test('[CHAL-04] a plan is started, a session is moved by keyboard, dragged, skipped and brought back, the plan stopped', async ({
  quiet: page,
  member,
}) => {
  expect(member.userId).toBeGreaterThan(0);
  await page.setViewportSize(DESKTOP);
  await page.goto('/train/landing');
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await page.getByRole('link', { name: 'Choose a plan' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /first 5/i })
    .first()
    .click();
  await page.getByRole('button', { name: 'Start this plan' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Start plan' }).click();
  await expect(page).toHaveURL(/\/training-plans\/started\/\d+$/);

  const card = page.locator('[data-session]').first();
  const id = await card.getAttribute('data-session');
  const session = page.locator(`[data-session="${id}"]`);
  const dayOf = () => page.locator('[data-day]', { has: session }).getAttribute('data-day');
  const plusOne = (day: string | null, days: number) =>
    new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
  const first = await dayOf();

  // By keyboard alone: the menu, a step to the right, Enter.
  await session.getByRole('button', { name: /^Actions for/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Move', exact: true }).press('Enter');
  await expect(page.getByText('Choose a day, or use the arrow keys and Enter.')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(dayOf).toBe(plusOne(first, 1));
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(dayOf).toBe(first);

  // Far down the page, what to do stands below the header and not behind it.
  const late = page.locator('[data-session]').last();
  await late.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Move', exact: true }).click();
  const boxOf = async (locator: Locator) => (await locator.boundingBox())!;
  const header = await boxOf(page.getByRole('banner'));
  const question = await boxOf(page.getByText(/^Where should .* go\?$/));
  expect(question.y).toBeGreaterThanOrEqual(header.y + header.height);
  await page.keyboard.press('Escape');

  // By the mouse, two days on: to a free day, or in exchange with the session of that day.
  await session.dragTo(page.locator(`[data-day="${plusOne(first, 1)}"]`));
  await expect.poll(dayOf).toBe(plusOne(first, 1));
  await page.reload();
  await expect.poll(dayOf).toBe(plusOne(first, 1));

  await session.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Skip', exact: true }).click();
  await expect(session.getByText('Skipped')).toBeVisible();
  await session.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Bring back' }).click();
  await expect(session.getByText('Skipped')).toHaveCount(0);

  await page.getByRole('button', { name: /^More actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Stop plan' }).click();
  await expect(page.getByText('You stopped this plan.')).toBeVisible();
  await page.getByRole('button', { name: 'Resume plan' }).click();
  await expect(page.getByText('You stopped this plan.')).toHaveCount(0);
});

test('[CHAL-04] a session is done by the workout that matches it, and downloads for three kinds of devices', async ({
  quiet: page,
  member,
}) => {
  const { id: started, sessions } = await startPlan(member);
  const session = sessions.find(({ day }) => day === today()) ?? sessions[0]!;
  const at = new Date(Date.now() - 2 * 3_600_000).toISOString();
  const logged = await member.call('POST', '/workout/', {
    activity_type_id: 16,
    start_datetime: at,
    start_locale_timezone: 'America/New_York',
    duration: session.duration ?? 1800,
    distance: 4000,
  });
  expect(logged.status).toBe(201);
  await page.setViewportSize(PHONE);
  await page.goto(`/training-plans/started/${started}`);
  const done = page.locator(`[data-session="${session.id}"]`).getByText(/^Done \d+%$/);
  // Tick and words are one line.
  expect((await done.boundingBox())!.height).toBeLessThan(28);
  await page.setViewportSize(DESKTOP);
  await page.goto(`/training-plans/sessions/${session.id}`);
  await expect(page.getByRole('heading', { level: 2, name: 'How it went' })).toBeVisible();
  await expect(page.getByText(/exactly as planned|% of a match/)).toBeVisible();

  for (const [name, format, start] of [
    [/^FIT/, 'fit', /\.FIT/],
    [/^ZWO/, 'zwo', /<workout_file>/],
    [/^TCX/, 'tcx', /<TrainingCenterDatabase/],
  ] as const) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name }).click(),
    ]);
    expect(download.suggestedFilename()).toContain(`${session.day} `);
    expect(download.suggestedFilename()).toMatch(new RegExp(`\\.${format}$`));
    expect(await readFile(await download.path(), 'latin1')).toMatch(start);
  }
  await page.getByLabel('Workout for this session').selectOption('none');
  await expect(page.getByText(/exactly as planned|% of a match/)).toHaveCount(0);
});

test('[CHAL-04] [PREM-01] only premium lets a plan adapt after a break: the switch is kept, and without premium leads there', async ({
  quiet: page,
  member,
}) => {
  const { id } = await startPlan(member);
  const adapts = page.getByRole('switch', { name: 'Adapt this plan after a break' });
  await page.goto(`/training-plans/started/${id}`);
  await expect(page.getByText('Adapt this plan after a break')).toBeVisible();
  await expect(adapts).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'See premium' }).click();
  await expect(page).toHaveURL(/\/mvp$/);

  await buyPremium(page);
  await page.goto(`/training-plans/started/${id}`);
  await expect(adapts).not.toBeChecked();
  await adapts.press('Space');
  await expect(adapts).toBeChecked();
  await expect(adapts).toBeEnabled();
  await page.reload();
  await expect(adapts).toBeChecked();
  await expect(page.getByRole('main').getByRole('link', { name: 'See premium' })).toHaveCount(0);
});

test('[CHAL-04] pages of plans, groups and goals: nothing for axe in light and dark, and none scrolls sideways on a phone', async ({
  quiet: page,
  member,
  site,
}) => {
  test.slow();
  const { id, sessions } = await startPlan(member);
  const groupId = await create(site, member, 'groups', { name: 'Tuesday club' });
  await page.setViewportSize(DESKTOP);
  await expectGood(page, '/train/landing', 'Know what to do tomorrow');
  await expectGood(page, '/training-plans', 'Training plans');
  await expectGood(page, '/training-plans/first-5k', /5/);
  await expectGood(page, '/training-plans/create', /plan/i);
  await expectGood(page, `/training-plans/started/${id}`, /5/);
  await expectGood(page, `/training-plans/sessions/${sessions[0]!.id}`, sessions[0]!.title);
  await expectGood(page, '/groups', 'Groups');
  await expectGood(page, `/groups/${groupId}`, 'Tuesday club');
  await expectGood(page, `/profile/${member.userId}/goals`, 'Goals');
  await expectGood(page, `/profile/${member.userId}/goals/create`, /goal/i);
});

test('[CHAL-01] the page of a challenge for apps: neither header nor footer, nothing for axe, joined by touch', async ({
  browser,
  member,
  site,
}) => {
  const id = await create(site, member, 'challenges', {
    title: 'On the phone',
    kind: 'distance',
    first_day: today(),
    last_day: today(),
    target: 5000,
  });
  const context = await browser.newContext({ viewport: PHONE, hasTouch: true, isMobile: true });
  await refuseSale(context.request);
  const friend = await signUp(context.request);
  await member.call('POST', '/friendship/', {
    _links: { to_user: [{ href: `/v7.1/user/${friend.userId}/`, id: String(friend.userId) }] },
  });
  await friend.call('PATCH', `/friendship/${member.userId}_${friend.userId}/`, { status: 'active' });
  const page = await context.newPage();
  await expectGood(page, `${site}/mobile/challenges/${id}`, 'On the phone');
  await page.setViewportSize(PHONE);
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  await page.getByRole('button', { name: /^Join/ }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Join' }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Leave challenge' })).toBeVisible();
  await context.close();
});
