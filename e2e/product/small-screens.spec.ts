import type { Locator, Page } from '@playwright/test';
import { gpxFile } from './files.ts';
import { importFile } from './imported.ts';
import { expect, signUp, test } from './member.ts';

/** Text of twice the size from the first paint on, as a browser's own setting has it. */
const enlargeText = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.documentElement) return;
      document.documentElement.style.fontSize = '200%';
      observer.disconnect();
    }).observe(document, { childList: true });
  });

/** Whether a pointer at the middle of an element meets it, where the page stands now. */
const isUncovered = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const met = document.elementFromPoint(left + width / 2, top + height / 2);
    return met !== null && element.contains(met);
  });

async function edges(locator: Locator) {
  const { x, y, width, height } = (await locator.boundingBox())!;
  return { left: x, top: y, right: x + width, bottom: y + height, height };
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('[WORK-05] [A11Y] what can be done with selected workouts is one row with large text, the rest behind a button', async ({
    quiet: page,
    member,
  }) => {
    await member.call('POST', '/workout/samples/');
    await enlargeText(page);
    await page.goto('/workouts/all');
    const box = page.getByRole('checkbox', { name: /^Select (?!all)/ });
    await box.first().check();
    const bar = page.getByRole('region', { name: 'Selected workouts' });
    const privacy = bar.getByRole('combobox', { name: 'Who can see it' });
    await expect(bar.getByText('1 selected')).toBeVisible();
    await expect(privacy).toBeHidden();
    expect((await edges(bar)).height).toBeLessThan(844 / 8);
    await bar.getByRole('button', { name: 'More' }).click();
    await expect(bar.getByRole('button', { name: 'Delete' })).toBeVisible();
    await privacy.selectOption('0');
    const notice = page.getByText('1 workout changed.');
    await expect(notice).toBeVisible();
    await box.nth(1).check();
    await expect(bar).toBeVisible();
    // The notice stays for a minute, and leaves the bar free.
    expect((await edges(notice)).bottom).toBeLessThan((await edges(bar)).top);
    await page.evaluate(() => void (document.documentElement.style.fontSize = ''));
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect(privacy).toBeVisible();
    await expect(bar.getByRole('button', { name: 'More' })).toBeHidden();
  });

  test('[WORK-02] [PRIV-04] the question about selling data leaves the save button of the form free', async ({
    browser,
    site,
  }) => {
    const context = await browser.newContext({ baseURL: site, viewport: { width: 390, height: 844 } });
    await signUp(context.request);
    const page = await context.newPage();
    await page.goto('/dashboard');
    const question = page.getByRole('region', { name: 'Your privacy choices' });
    await expect(question).toBeInViewport();
    await page.goto('/workout/create/');
    await expect(question).toBeAttached();
    expect(await isUncovered(page.getByRole('button', { name: 'Save workout' }))).toBe(true);
    await question.getByRole('button', { name: 'Keep sharing' }).click();
    await expect(question).toHaveCount(0);
    await context.close();
  });

  test('[UI-03] what is wrong with a date stands in sight while its field has the focus again', async ({
    quiet: page,
    member: _new,
  }) => {
    await page.goto('/workout/create/');
    const date = page.getByRole('textbox', { name: 'Day' });
    await date.fill('13/40/2026');
    // The calendar would follow the page as it scrolls, and cover the next field.
    await expect(page.getByRole('grid')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('grid')).toHaveCount(0);
    await page.getByRole('textbox', { name: 'Name' }).click();
    await date.click();
    const problem = page.getByText(/^That’s not a date\./);
    await expect(problem).toBeVisible();
    expect(await isUncovered(problem)).toBe(true);
    await expect(page.getByRole('grid')).toHaveCount(0);
  });

  test('[UI-02] [A11Y] the tab of the page that opens is in view, also in a list that scrolls', async ({
    quiet: page,
    member: _new,
  }) => {
    await enlargeText(page);
    await page.goto('/workouts/all');
    const tabs = page.getByRole('navigation').filter({ hasText: 'Stats' });
    await expect(tabs.getByRole('link', { name: 'All workouts' })).toBeInViewport({ ratio: 0.9 });
    const { scrolled, room } = await tabs.evaluate((nav) => ({
      scrolled: nav.scrollLeft,
      room: nav.scrollWidth - nav.clientWidth,
    }));
    expect(room, 'the list has to scroll for this').toBeGreaterThan(0);
    expect(scrolled).toBeGreaterThan(0);
    expect(await page.evaluate(() => scrollY)).toBe(0);
  });

  test('[ROUTE-10] [A11Y] notices of a new planner leave half of its map free with large text', async ({
    quiet: page,
    member: _new,
  }) => {
    await enlargeText(page);
    await page.goto('/routes/create');
    const hint = page.getByText(/^No streets on this map yet/);
    await expect(hint).toBeAttached();
    const map = page.getByRole('application', { name: /^Map of the route/ });
    const { top, height } = await edges(map);
    const lowest = await map.evaluate((element) => {
      const { left, top: y, width, height: tall } = element.getBoundingClientRect();
      for (let at = tall - 40; at > 0; at -= 4)
        if (!element.contains(document.elementFromPoint(left + width / 2, y + at))) return y + at;
      return y;
    });
    expect(lowest - top).toBeLessThan(height * 0.6);
    await page.getByRole('button', { name: 'Got it' }).click();
    await expect(hint).toHaveCount(0);
  });

  test('[WORK-06] the map of a workout keeps its place when the phone is turned', async ({
    quiet: page,
    member,
    site,
  }) => {
    const id = await importFile(member, site, gpxFile('turned.gpx'));
    await page.goto(`/workout/${id}`);
    const map = page.getByRole('img', { name: /^Map of / });
    const tile = page.locator('main .wm-tile').first();
    await expect(map).toBeVisible();
    const upright = await edges(map);
    expect(upright.bottom).toBeLessThanOrEqual((await edges(tile)).top);
    await page.setViewportSize({ width: 844, height: 390 });
    const turned = await edges(map);
    expect(turned.height).toBe(upright.height);
    expect(turned.bottom).toBeLessThanOrEqual((await edges(tile)).top);
  });
});

test('[ROUTE-10] the first map without streets says how they come in, whichever page it is on, and no later one', async ({
  quiet: page,
  member,
  site,
}) => {
  const id = await importFile(member, site, gpxFile('first-map.gpx'));
  const drawn = await member.call('POST', '/route/', {
    name: 'Along the Spree',
    activity_type_id: 16,
    privacy: 0,
    description: '',
    points: [
      { lat: 52.5, lng: 13.4, order: 1, elevation: null },
      { lat: 52.51, lng: 13.41, order: 2, elevation: null },
    ],
  });
  expect(drawn.status, await drawn.clone().text()).toBe(201);
  const { id: route } = (await drawn.json()) as { id: number };
  const hint = page.getByText(/^No streets on this map yet/);
  const workout = `/workout/${id}`;
  for (const path of [workout, '/workouts/dashboard/map', `/routes/view/${route}`]) {
    await page.goto(path);
    await expect(hint, path).toBeVisible();
    // Another browser has not shown it.
    if (path !== `/routes/view/${route}`)
      await page.evaluate(() => localStorage.removeItem('waymark.streets_hint'));
  }
  await page.getByRole('button', { name: 'Got it' }).click();
  await expect(hint).toHaveCount(0);
  await page.goto(workout);
  await expect(page.getByRole('button', { name: /^Color of the track/ })).toBeVisible();
  await expect(hint).toHaveCount(0);
});

test('[HOST-08] [A11Y] no word of the menus is shortened with large text: a tablet has the button of the phone then', async ({
  quiet: page,
  member: _new,
}) => {
  const button = page.getByRole('button', { name: 'Open the menu' });
  const shortened = () =>
    page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link')
      .evaluateAll((links) =>
        links.filter((link) => link.scrollWidth > link.clientWidth).map((link) => link.textContent),
      );
  await page.goto('/dashboard');
  for (const [width, size, isPhoneBar] of [
    [834, '100%', false],
    [834, '125%', true],
    [834, '200%', true],
    [1440, '200%', false],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((text) => void (document.documentElement.style.fontSize = text), size);
    await expect(button, `${width} px at ${size}`).toBeVisible({ visible: isPhoneBar });
    expect(await shortened(), `${width} px at ${size}`).toEqual([]);
  }
  await page.setViewportSize({ width: 834, height: 900 });
  await button.click();
  const drawer = page.getByRole('dialog', { name: 'Menu' });
  await expect(drawer.getByRole('link', { name: 'Dashboard' })).toBeVisible();
  expect((await edges(drawer)).top).toBe(68);
});
