import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { TABLET } from './good-page.ts';
import { expect, signUp, test, type Member } from './member.ts';

const VISITOR_PAGES = [
  '/',
  '/error/notfound',
  '/auth/login/',
  '/auth/signup/',
  '/auth/forgot_password/',
  '/password_reset/unknown-token',
  '/verify_email/unknown-token',
  '/email_verified',
  '/privacy_center/ineligible',
  '/workout/999999999',
  '/routes',
  '/routes/climb_information',
  '/us',
  '/us/tx',
  '/us/austin-tx',
  '/mobile/wayside_routes',
  '/mobile/wayside_routes?location=gate',
];

/** Pages of a member who has sample workouts; `{workout}` is one with a recording, `{manual}` one without. */
const WORKOUT_PAGES = [
  '/workout/create/',
  '/workout/import',
  '/workout/{workout}',
  '/workout/{manual}',
  '/workout/edit/{workout}',
  '/workout/copy/{manual}',
  '/workout/cut/{workout}',
  '/workout/cut/{manual}',
  '/workout/compare',
  '/workout/compare?ids={workout},{other}',
];
const OTHER_PAGES = [
  '/',
  '/dashboard',
  '/workouts/all',
  '/workout/stats',
  '/workout/stats?period=year',
  '/mobile/workout/stats',
  '/workouts/dashboard/lifetime',
  '/workouts/dashboard/map',
  '/workouts/dashboard/map?view=table',
  '/workouts/privacy_zones',
  '/profile/{member}/goals',
  '/profile/{member}/goals/create',
  '/challenges?view=open',
  '/challenges/create',
  '/account/loyalty',
];

async function withWorkouts(member: Member): Promise<Record<string, number>> {
  await member.call('POST', '/workout/samples/');
  const manual = (await (
    await member.call('POST', '/workout/', {
      activity_type_id: 78,
      start_datetime: '2026-11-19T12:00:00Z',
      start_locale_timezone: 'America/New_York',
      duration: 2400,
      name: 'Ýóĝà',
    })
  ).json()) as { id: number };
  const list = (await (await member.call('GET', '/workout/?limit=50')).json()) as {
    _embedded: { workouts: { id: number; has_time_series: boolean; preview: { polyline: string | null } }[] };
  };
  const [recorded, other] = list._embedded.workouts.filter((w) => w.has_time_series && w.preview.polyline);
  return { workout: recorded?.id ?? 0, other: other?.id ?? 0, manual: manual.id };
}

/** One goal that is under way, one that is reached and one that was stopped. */
async function withGoals(member: Member): Promise<void> {
  for (const [metric, value, typeId] of [
    ['distance', 500_000, 16],
    ['count', 1, null],
    ['energy', 8_368_000, null],
  ] as const) {
    const criteria = { activity_type_id: typeId, threshold: { metric, value } };
    const answer = await member.call('POST', '/user_goal/', { criteria });
    expect(answer.status).toBe(201);
    const { id } = (await answer.json()) as { id: number };
    if (metric === 'energy') await member.call('PATCH', `/user_goal/${id}/`, { status: 'abandoned' });
  }
}

const fill = (path: string, ids: Record<string, number>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));

/** Opens a page and waits until what it loads is there. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
  await expect(page.locator('.wm-skeleton')).toHaveCount(0);
}

/** What the browser leaves out below the window keeps the colours of before when these change. */
const drawAll = (page: Page) => page.addStyleTag({ content: '*{content-visibility:visible!important}' });

/** `useViewport` hears of a new width after a second. */
const AFTER_RESIZE_MS = 1200;
const AFTER_TEXT_MS = 500;

/** So long a slow machine may take to draw a page anew. */
const REDRAW_MS = 15_000;

/** How much wider than the window the page is: not at all once it has stayed so for a while, else what it comes to in the end. */
const settledExcess = (page: Page, quietMs: number) =>
  page.evaluate(
    ([quiet, limit]) =>
      new Promise<number>((resolve) => {
        let width = Number.NaN;
        let since = 0;
        const look = () => {
          const { scrollWidth, clientWidth } = document.documentElement;
          if (scrollWidth - clientWidth !== width) {
            width = scrollWidth - clientWidth;
            since = performance.now();
          }
          if (performance.now() - since > (width > 0 ? limit : quiet)) resolve(width);
          else requestAnimationFrame(look);
        };
        look();
      }),
    [quietMs, REDRAW_MS] as const,
  );

/** At its width, and on a tablet beside a desktop; on both small ones not with text twice as large either, as many set theirs to. */
async function expectNoSidewaysScroll(page: Page, path: string, width: number): Promise<void> {
  const excess = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await excess(), `${path} is too wide`).toBeLessThanOrEqual(0);
  const isDesktop = width > TABLET.width;
  if (isDesktop) {
    await page.setViewportSize(TABLET);
    expect
      .soft(await settledExcess(page, AFTER_RESIZE_MS), `${path} is too wide on a tablet`)
      .toBeLessThanOrEqual(0);
  }
  await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
  expect
    .soft(await settledExcess(page, AFTER_TEXT_MS), `${path} is too wide for large text`)
    .toBeLessThanOrEqual(0);
  if (isDesktop) await page.setViewportSize({ width, height: 900 });
}

for (const width of [1440, 390]) {
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 }, bypassCSP: true });

    test('no page for visitors has an accessibility violation in light or dark, or scrolls sideways', async ({
      page,
    }) => {
      test.slow();
      for (const path of VISITOR_PAGES) {
        await open(page, path);
        await drawAll(page);
        await expectNoViolations(page, path);
        await expectNoSidewaysScroll(page, path, width);
      }
    });

    for (const [kind, paths] of [
      ['of single workouts', WORKOUT_PAGES],
      ['of everything else', OTHER_PAGES],
    ] as const)
      test(`no page for members ${kind} has an accessibility violation in light or dark, or scrolls sideways`, async ({
        page,
        context,
      }) => {
        test.slow();
        const member = await signUp(context.request);
        const ids = { ...(await withWorkouts(member)), member: member.userId };
        if (paths === OTHER_PAGES) await withGoals(member);
        for (const path of paths) {
          await open(page, fill(path, ids));
          await drawAll(page);
          await expectNoViolations(page, path);
          await expectNoSidewaysScroll(page, path, width);
        }
      });
  });
}

test.describe('in the pseudo language', () => {
  /** Text that is data, not language: names, e-mail addresses, units, the product's own name. */
  const DATA =
    /waymark|robin trail|natural earth|geonames|openstreetmap|[\w.-]+@[\w.-]+|\b(km|mi|m|ft|kcal|bpm|min\/km|min\/mi|mph|spm|rpm|W|h|s)\b/gi;

  test('every text of every page goes through the translations', async ({ page, context, site }) => {
    test.slow();
    await context.addCookies([{ name: 'wm_locale', value: 'pseudo', url: site }]);
    const plain = async (path: string) => {
      await open(page, path);
      // Whom a map owes its roads to is told last.
      if (path.endsWith('location=gate')) await expect(page.getByText('Invented by Waymark')).toBeVisible();
      const texts = await page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const parent = node.parentElement;
          if (!parent || parent.closest('script, style, noscript, svg, option, time, [data-untranslated]'))
            continue;
          if (parent.checkVisibility()) found.push(node.textContent ?? '');
        }
        return found;
      });
      expect(
        texts.filter((text) => /[a-z]{3,}/i.test(text.replace(DATA, ''))),
        path,
      ).toEqual([]);
    };
    for (const path of VISITOR_PAGES) await plain(path);
    const member = await signUp(context.request);
    for (const path of [
      `/profile/${member.userId}/goals`,
      `/profile/${member.userId}/goals/create`,
      '/dashboard',
      '/workout/import',
      '/workout/create/',
      '/workout/stats',
      '/workouts/dashboard/lifetime',
      '/workouts/dashboard/map',
      '/workouts/privacy_zones',
      '/routes/search',
      '/routes/my_routes',
      '/routes/my_routes/bookmarks',
      '/routes/create',
    ])
      await plain(path);
    expect(member.userId).toBeGreaterThan(0);
  });
});
