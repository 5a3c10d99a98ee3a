import type { Page } from '@playwright/test';
import { gpxFile } from './files.ts';
import { importFile } from './imported.ts';
import { expect, test } from './member.ts';
import { openSettled, sentEvents } from './watch.ts';

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1900, height: 900 } });

  test('[HOST-17] pages are 1552 px wide at most, reduced ones 1472, under a header of 68', async ({
    page,
    member,
  }) => {
    expect(member.userId).toBeGreaterThan(0);
    for (const [path, width] of [
      ['/dashboard', 1552],
      ['/workout/import', 1472],
    ] as const) {
      await page.goto(path);
      const boxOf = (role: 'main' | 'banner') => page.getByRole(role).boundingBox();
      await expect.poll(async () => (await boxOf('main'))?.width, path).toBe(width);
      await expect.poll(async () => (await boxOf('banner'))?.height, path).toBe(68);
    }
  });
});

test('[A11Y] with text of twice the size no page of a first day scrolls sideways', async ({
  page,
  member,
  site,
}) => {
  test.slow();
  await importFile(member, site, gpxFile('hills.gpx'));
  const logged = await member.call('POST', '/workout/', {
    activity_type_id: 16,
    name: 'Run',
    start_datetime: new Date(Date.now() - 3_600_000).toISOString(),
    start_locale_timezone: 'America/New_York',
    duration: 3000,
    distance: 10_000,
  });
  expect(logged.status).toBe(201);
  const at = (i: number) => ({ lat: 0.51 + i / 1000, lng: -149.99, order: i === 9 ? 2 : 0, elevation: null });
  const drawn = await member.call('POST', '/route/', {
    name: 'Willow Lane and the lake',
    activity_type_id: 16,
    privacy: 0,
    description: '',
    points: Array.from({ length: 10 }, (_, i) => ({ ...at(i), ...(i === 0 && { order: 1 }) })),
  });
  expect(drawn.status, await drawn.clone().text()).toBe(201);
  const { id: route } = (await drawn.json()) as { id: number };
  await page.goto('/workout/import');
  const cut = gpxFile('cut.gpx');
  await page
    .locator('input[type=file]')
    .setInputFiles({ ...cut, buffer: cut.buffer.subarray(0, Math.floor(cut.buffer.length * 0.9)) });
  await expect(page.getByRole('button', { name: 'Replace it with this file' })).toBeVisible();
  for (const [path, heading] of [
    ['/dashboard', 'This week'],
    ['/workout/import', 'Upload from file'],
    ['/workout/create', 'Log a workout'],
    ['/workout/stats', 'By activity'],
    ['/workouts/all', 'All workouts'],
    ['/workouts/dashboard/lifetime', 'Lifetime'],
    ['/routes', 'Routes'],
    ['/routes/search', 'Find routes'],
    [`/routes/view/${route}`, 'Willow Lane and the lake'],
    [`/routes/edit/${route}`, 'Change a route'],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
    if (path === '/workout/import')
      await expect(page.getByRole('button', { name: 'Replace it with this file' })).toBeVisible();
    await page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    for (const width of [1440, 834, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${path} at ${width} px`)
        .toBe(width);
    }
  }
});

test('[HOST-18] the bar changes at 768 px; page views name mobile, tablet and desktop by width', async ({
  page,
}) => {
  const sent = sentEvents(page);
  for (const [width, device, bar] of [
    [767, 'mobile', true],
    [768, 'tablet', false],
    [1024, 'desktop', false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    sent.length = 0;
    await openSettled(page, '/');
    expect(sent.find(({ name }) => name === 'page_view')?.properties['device'], `${width}`).toBe(device);
    await expect(page.getByRole('button', { name: 'Open the menu' })).toBeVisible({ visible: bar });
    await expect(page.getByRole('button', { name: 'Workouts menu' })).toBeVisible({ visible: !bar });
  }
});

test('[HOST-19] [PLAT-12] each change of location is one page view, with the remote and its version', async ({
  page,
  context,
  site,
}) => {
  const { remotes } = (await (await context.request.get(`${site}/platform/registry`)).json()) as {
    remotes: { name: string; version: string }[];
  };
  const auth = remotes.find(({ name }) => name === 'mfe-auth');
  const sent = sentEvents(page);
  const host = ['/', 'host', expect.stringMatching(/^\w{8}\.\d+$/)];
  const login = ['/auth/login', 'mfe-auth', auth?.version];
  const forgot = ['/auth/forgot_password', 'mfe-auth', auth?.version];
  // Each is awaited before the next step: what is sent as a document goes away is not always seen from here.
  const expectViews = (...views: unknown[][]) =>
    expect
      .poll(() =>
        sent
          .filter(({ name }) => name === 'page_view')
          .map(({ properties: { page, remote, version } }) => [page, remote, version]),
      )
      .toEqual(views);
  await openSettled(page, '/');
  await page
    .getByRole('banner')
    .getByRole('link', { name: /^(log|sign) in$/i })
    .click();
  await expectViews(host, login);
  await page
    .getByRole('main')
    .getByRole('link', { name: /forgot/i })
    .click();
  await expectViews(host, login, forgot);
  await page.goBack();
  await expectViews(host, login, forgot, login);
  await page.goBack();
  await expectViews(host, login, forgot, login, host);
});

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor);

test('the appearance follows the system until one is chosen, and the choice lasts over reloads and tabs', async ({
  page,
  context,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await openSettled(page, '/');
  const light = await ground(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(() => ground(page)).not.toBe(light);
  const dark = await ground(page);

  await page.getByRole('radio', { name: 'Light' }).check({ force: true });
  await expect.poll(() => ground(page)).toBe(light);
  const html = await (await page.reload())?.text();
  expect(html, 'the server sends it, so that nothing flashes').toMatch(/<html[^>]* data-theme="light"/);
  await expect.poll(() => ground(page)).toBe(light);
  const other = await context.newPage();
  await other.emulateMedia({ colorScheme: 'dark' });
  await other.goto('/auth/login/');
  await expect.poll(() => ground(other)).toBe(light);
  await expect(other.getByRole('radio', { name: 'Light' })).toBeChecked();

  await page.getByRole('radio', { name: 'System' }).check({ force: true });
  await expect.poll(() => ground(page)).toBe(dark);
  await expect.poll(() => ground(other)).toBe(dark);
});

/** How far a page was moved while it was loaded: the sum of its layout shifts. */
declare global {
  interface Window {
    movedBy: number;
  }
}

test('[WORK-03] the import page of a phone stays where it is while it loads', async ({
  quiet: page,
  member: _new,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    window.movedBy = 0;
    new PerformanceObserver((list) => {
      for (const shift of list.getEntries() as (PerformanceEntry & { value: number })[])
        window.movedBy += shift.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto('/workout/import');
  await expect(page.getByRole('button', { name: 'Choose files' })).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeVisible();
  expect(await page.evaluate(() => window.movedBy)).toBeLessThan(0.05);
});

test('[WORK-01] a week of a hundred hours stands clear of the ascent at 834 px', async ({
  quiet: page,
  member,
}) => {
  const logged = await member.call('POST', '/workout/', {
    activity_type_id: 16,
    name: 'Across the country',
    start_datetime: new Date().toISOString(),
    start_locale_timezone: 'America/New_York',
    duration: 360_000,
    distance: 1_000_000,
    ascent: 30_000,
  });
  expect(logged.status, await logged.text()).toBe(201);
  await page.setViewportSize({ width: 834, height: 1112 });
  await page.goto('/dashboard');
  await expect(page.getByText('100:00:00').first()).toBeVisible();
  const boxOf = async (name: string) => {
    const figure = page.locator('.wm-tile').filter({ hasText: name }).locator('.wm-figure').first();
    await expect(figure).toBeVisible();
    const box = (await figure.boundingBox())!;
    return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height };
  };
  const [time, ascent] = [await boxOf('Time'), await boxOf('Ascent')];
  const isBeside = time.right <= ascent.left || ascent.right <= time.left;
  const isBelow = time.bottom <= ascent.top || ascent.bottom <= time.top;
  expect(isBeside || isBelow, JSON.stringify({ time, ascent })).toBe(true);
});

test('[WORK-02] a field with a mistake keeps its red border below the pointer', async ({
  quiet: page,
  member: _new,
}) => {
  await page.goto('/workout/create/');
  await page.getByRole('button', { name: 'Save workout' }).click();
  const field = page.locator('.wm-input[aria-invalid=true]').first();
  await expect(field).toBeVisible();
  const border = () => field.evaluate((element) => getComputedStyle(element).borderTopColor);
  await page.mouse.move(0, 0);
  const before = await border();
  await field.hover();
  expect(await border()).toBe(before);
});
