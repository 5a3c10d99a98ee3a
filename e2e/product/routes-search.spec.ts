import type { Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { expect, signUp, test, type Member } from './member.ts';
import { take, VARIANTS } from './variant.ts';

const METERS = 111_195;
/** Spots of the invented island that no other test uses. */
const SPOTS = { paging: 0.531, hover: 0.532, private: 0.533 } as const;
const LNG = -150.02;

/** Saves a straight route due east that is so many metres long. */
async function save(member: Member, name: string, lat: number, length = 1000, privacy = 3): Promise<number> {
  const steps = 20;
  const points = Array.from({ length: steps + 1 }, (_, i) => ({
    lat,
    lng: LNG + ((i / steps) * length) / METERS,
    order: i === 0 ? 1 : i === steps ? 2 : 0,
    ...(i === steps && { travel_mode: 0 }),
  }));
  const answer = await member.call('POST', '/route/', { name, activity_type_id: 16, privacy, points });
  const text = await answer.text();
  expect(answer.status, text).toBe(201);
  return (JSON.parse(text) as { id: number }).id;
}

const around = (lat: number, more = '') =>
  `/routes/search?location=${lat}%2C${LNG}&place=Invented+town&radius=0.1&unit=km${more}`;
const list = (page: Page) => page.getByRole('list', { name: 'Routes found' });
const names = (page: Page) => list(page).getByRole('link').allTextContents();

test('[ROUTE-04] routes around a place by length, name and order, by pages, with back and forward', async ({
  quiet: page,
  member,
}) => {
  // The longest was drawn first.
  for (let i = 23; i >= 1; i--) await save(member, `Wombat ${i}`, SPOTS.paging, i * 500);
  await page.goto(around(SPOTS.paging));
  await expect(page.getByText('23 routes')).toBeVisible();
  await expect(page.getByText('within 0.1 km of Invented town')).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Search Any City' })).toHaveValue('Invented town');
  expect((await names(page))[0]).toBe('Wombat 1');

  await page.getByLabel('Order').selectOption('-distance');
  await expect(list(page).getByRole('link').first()).toHaveText('Wombat 23');
  await page.getByRole('button', { name: 'Next', exact: true }).click();
  await expect(page.getByText('21 to 23 of 23')).toBeVisible();
  expect(await names(page)).toEqual(['Wombat 3', 'Wombat 2', 'Wombat 1']);
  expect(page.url()).toContain('from=20');
  await page.reload();
  await expect(page.getByText('21 to 23 of 23')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('1 to 20 of 23')).toBeVisible();
  await page.goBack();
  await expect(list(page).getByRole('link').first()).toHaveText('Wombat 1');
  await page.goForward();
  await expect(list(page).getByRole('link').first()).toHaveText('Wombat 23');

  await page.getByLabel('Shortest length').fill('9.9');
  await page.keyboard.press('Enter');
  await expect(page.getByText('4 routes')).toBeVisible();
  expect(await names(page)).toEqual(['Wombat 23', 'Wombat 22', 'Wombat 21', 'Wombat 20']);
  await page.getByLabel('Name', { exact: true }).fill('Kangaroo jump');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No routes found')).toBeVisible();
  await page.getByRole('button', { name: 'Any name' }).click();
  await expect(page.getByText('4 routes')).toBeVisible();
});

for (const [n, variant] of VARIANTS.entries())
  test(`[ROUTE-04] [ROUTE-10] a row lights up its line on the map, and a line its row, over ${variant}`, async ({
    quiet: page,
    member,
  }) => {
    await take(page, variant);
    const spot = SPOTS.hover + n * 0.01;
    await save(member, 'Straight east', spot, 3000);
    await page.goto(around(spot));
    const row = list(page).getByRole('listitem');
    await expect(row).toHaveCount(1);
    const map = page.getByRole('application', { name: 'Map of the routes in the list' });
    await expect(map).toBeVisible();
    const middle = async (share = 0.5): Promise<[number, number]> => {
      const { x, y, width, height } = (await map.boundingBox())!;
      return [x + width / 2, y + height * share];
    };
    // What was found is in the middle of the map, and so is the middle of the line.
    await expect(async () => {
      await page.mouse.move(...(await middle(0.33)));
      await page.mouse.move(...(await middle()), { steps: 3 });
      await expect(row).toHaveAttribute('data-highlighted', 'true', { timeout: 500 });
    }).toPass();
    await page.mouse.move(...(await middle(0.25)));
    await expect(row).not.toHaveAttribute('data-highlighted');
    const plain = await map.screenshot();
    await row.getByRole('link').focus();
    await expect(row).toHaveAttribute('data-highlighted', 'true');
    await expect(async () => {
      expect((await map.screenshot()).equals(plain)).toBe(false);
    }).toPass();

    await page.mouse.move(...(await middle()));
    await page.mouse.wheel(0, 600);
    await page.getByRole('button', { name: 'Search this area' }).click();
    await expect(page).toHaveURL(/location=0\.5[34]/);
    await expect(page.getByRole('combobox', { name: 'Search Any City' })).toHaveValue('A place on the map');
  });

test('[DATA-03] [ROUTE-04] what a stranger keeps private, or shares by link, is never found', async ({
  quiet: page,
  member: _reader,
  playwright,
}) => {
  const request = await playwright.request.newContext();
  const stranger = await signUp(request);
  await save(stranger, 'Numbat open', SPOTS.private, 1000, 3);
  for (const privacy of [0, 1, 6])
    await save(stranger, `Numbat hidden ${privacy}`, SPOTS.private, 1000, privacy);
  for (const address of [around(SPOTS.private), '/routes/search?routeName=Numbat']) {
    await page.goto(address);
    await expect(page.getByText('1 route', { exact: true })).toBeVisible();
    expect(await names(page)).toEqual(['Numbat open']);
  }
  await request.dispose();
});

test('[ROUTE-09] own routes: delete and undo, who sees it, bookmarks', async ({
  quiet: page,
  member,
  playwright,
}) => {
  const request = await playwright.request.newContext();
  const stranger = await signUp(request);
  const theirs = await save(stranger, 'Bilby ridge', 0.534);
  await save(member, 'Own loop', 0.534);
  await page.goto('/routes/my_routes');
  const own = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'Own loop' }) });
  await page.getByRole('button', { name: 'More for Own loop' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByText('No routes yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(own).toBeVisible();

  await own.getByRole('button', { name: 'Everyone' }).click();
  await page.getByRole('menuitem', { name: 'Private (only me)' }).click();
  await expect(own.getByRole('button', { name: 'Private (only me)' })).toBeVisible();
  await expect(async () => {
    const answer = await member.call('GET', '/route/?text_search=Own');
    expect(await answer.json()).toMatchObject({ total_count: 0 });
  }).toPass();
  await page.reload();
  await expect(own.getByRole('button', { name: 'Private (only me)' })).toBeVisible();

  await page.goto('/routes/search?routeName=Bilby');
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/route_bookmark/') && answer.request().method() === 'POST',
  );
  await page.getByRole('button', { name: 'Bookmark Bilby ridge' }).click();
  expect((await kept).ok()).toBe(true);
  await expect(page.getByRole('button', { name: 'Remove the bookmark of Bilby ridge' })).toBeVisible();
  await page.goto('/routes/my_routes');
  await page.getByRole('link', { name: 'Bookmarks' }).click();
  await expect(page.getByRole('link', { name: 'Bilby ridge' })).toBeVisible();
  await page.getByRole('button', { name: 'Remove the bookmark of Bilby ridge' }).click();
  await expect(page.getByText('No bookmarks yet')).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'Bilby ridge' })).toBeVisible();

  await stranger.call('PUT', `/route/${theirs}/`, { privacy: 0 });
  await page.reload();
  const gone = page.getByRole('region', { name: 'A bookmarked route is private now or was deleted' });
  await gone.getByRole('button', { name: 'Remove' }).click();
  await expect(gone).toHaveCount(0);
  await request.dispose();
});

for (const width of [1440, 390])
  test.describe(`${width} px wide`, () => {
    test.use({ viewport: { width, height: 900 }, bypassCSP: true });

    test('[ROUTE-04] [ROUTE-09] search and own routes have no accessibility violation in light and dark and do not scroll sideways', async ({
      page,
      member,
    }) => {
      await save(member, 'Ýóĝà '.repeat(20), 0.535);
      const map = `${around(0.535)}&view=map`;
      const paths = [around(0.535), map, '/routes/search?routeName=Nowhere9', '/routes/my_routes'];
      for (const path of [...paths, '/routes/my_routes/bookmarks']) {
        await page.goto(path);
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
        await expect(page.locator('.wm-skeleton')).toHaveCount(0);
        await expectNoViolations(page, path);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          `${path} is too wide`,
        ).toBeLessThanOrEqual(0);
      }
    });
  });
