import type { Page } from '@playwright/test';
import { expect, signUp, test } from './member.ts';
import { openSettled } from './watch.ts';

const LOG_IN = /^(log|sign) in$/i;
const banner = (page: Page) => page.getByRole('banner');
const shown = (page: Page, menu: string) =>
  page
    .locator(`#menu-${menu} a`)
    .filter({ visible: true })
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));

test('[HOST-02] an unknown address has status 404 and a page', async ({ page }) => {
  for (const path of ['/no/such/page', '/error/notfound']) {
    expect((await page.goto(path))?.status(), path).toBe(404);
    await expect(page.getByRole('heading', { level: 1, name: 'This path ends here' })).toBeVisible();
  }
});

test('[HOST-04] [HOST-05] [HOST-06] a visitor opens each menu by passing over it, with the entries for all', async ({
  quiet: page,
}) => {
  await openSettled(page, '/');
  for (const [name, entries] of [
    ['workouts', ['/dashboard']],
    ['routes', ['/routes', '/us']],
    ['community', ['/activity_feed', '/challenges']],
  ] as const) {
    expect(await shown(page, name)).toEqual([]);
    await banner(page)
      .getByRole('link', { name: new RegExp(`^${name}$`, 'i') })
      .hover();
    await expect.poll(() => shown(page, name)).toEqual(entries);
    await page.mouse.move(700, 700);
    await expect.poll(() => shown(page, name)).toEqual([]);
  }
});

test('[HOST-04] [HOST-05] [HOST-06] [HOST-07] a member reaches every entry by keyboard; Escape gives the focus back', async ({
  quiet: page,
  member,
}) => {
  await openSettled(page, '/');
  for (const [label, id, entries] of [
    [
      'Workouts menu',
      'workouts',
      [
        '/dashboard',
        '/workout/stats',
        `/profile/${member.userId}/goals`,
        '/workouts/all',
        '/workouts/dashboard/lifetime',
        '/workouts/dashboard/map',
        '/workout/compare',
        '/training-plans',
        '/workout/import',
        '/workout/create',
        '/workouts/privacy_zones',
      ],
    ],
    ['Routes menu', 'routes', ['/routes', '/routes/search', '/routes/create', '/routes/my_routes', '/us']],
    ['Community menu', 'community', ['/activity_feed', '/challenges', '/people/friends']],
    [
      'Your account',
      'profile',
      [
        '/account/my_profile',
        '/account/connected_apps',
        '/privacy_center/manage',
        expect.any(String),
        '/auth/logout',
      ],
    ],
  ] as const) {
    const button = banner(page).getByRole('button', { name: label });
    await button.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => shown(page, id)).toEqual(entries);
    for (const href of await shown(page, id)) {
      await expect(page.locator(`#menu-${id} a[href="${href}"]`)).toBeFocused();
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Escape');
    await expect(button).toBeFocused();
    await expect.poll(() => shown(page, id)).toEqual([]);
  }
});

test('[HOST-08] Log in and Sign Up bring the way back along, except from pages of signing in', async ({
  quiet: page,
}) => {
  await openSettled(page, '/?from=mail');
  const links = () =>
    banner(page)
      .getByRole('link', { name: /^((log|sign) in|sign up)$/i })
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(await links()).toEqual([
    '/auth/login/?next=%2F%3Ffrom%3Dmail',
    '/auth/signup/?next=%2F%3Ffrom%3Dmail',
  ]);
  await expect(banner(page).getByRole('link', { name: 'Help' })).toHaveCount(0);
  await banner(page).getByRole('link', { name: LOG_IN }).click();
  await expect(page).toHaveURL(/\/auth\/login\/\?next=%2F%3Ffrom%3Dmail$/);
  await expect.poll(links).toEqual(['/auth/login/', '/auth/signup/']);
  await expect(banner(page).getByRole('link', { name: 'Help' })).toHaveAttribute(
    'href',
    '/privacy_center/help',
  );
});

test('[HOST-03] the logo leads home, or a member to the dashboard, and clears the session storage', async ({
  quiet: page,
  context,
}) => {
  const logo = banner(page).getByRole('link', { name: 'Waymark home' });
  const keep = () => page.evaluate(() => sessionStorage.setItem('draft', 'kept'));
  const kept = () => page.evaluate(() => sessionStorage.getItem('draft'));
  await page.goto('/auth/login/');
  await expect(page.getByLabel('E-mail')).toBeVisible();
  await keep();
  await logo.click();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(await kept()).toBeNull();
  await signUp(context.request);
  await openSettled(page, '/');
  await keep();
  await logo.click();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(await kept()).toBeNull();
});

test('[HOST-11] [HOST-12] every link of the footer leads somewhere, for visitors and members', async ({
  page,
}) => {
  const followed = new Set<string>();
  const follow = async () => {
    await openSettled(page, '/');
    const links = await page
      .getByRole('contentinfo')
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).href));
    for (const href of links) {
      const { origin, protocol } = new URL(href);
      if (origin === new URL(page.url()).origin) {
        // As a browser that goes there: the same address below /auth is one of the API's as well.
        const answer = await page.request.get(href, { headers: { accept: 'text/html' } });
        expect(answer.status(), href).toBe(200);
      }
      // Mail programs and the site's place in a social network: what they are called is the operator's.
      else expect(['mailto:', 'https:'], href).toContain(protocol);
      followed.add(href);
    }
  };
  await follow();
  await signUp(page.request);
  await follow();
  expect(followed.size).toBeGreaterThan(10);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 }, hasTouch: true });

  test('[HOST-09] the drawer is 80 % wide below a bar of 64 px; Escape closes it and gives the focus back', async ({
    quiet: page,
    member,
  }) => {
    await openSettled(page, '/');
    expect((await banner(page).boundingBox())?.height).toBe(64);
    await expect(banner(page).getByRole('navigation')).toHaveCount(0);
    const button = page.getByRole('button', { name: 'Open the menu' });
    await button.click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect
      .poll(() => drawer.boundingBox())
      .toEqual({ x: 0, y: 64, width: 390 * 0.8, height: 800 - 64 });
    await expect(drawer.getByRole('link', { name: 'Goals' })).toHaveAttribute(
      'href',
      `/profile/${member.userId}/goals`,
    );
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
    await expect(button).toBeFocused();
    await button.click();
    await drawer.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page).toHaveURL(/\/dashboard$/);
    await expect(drawer).toBeHidden();
  });
});
