import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { violations } from './axe.ts';
import { expect, test, type Member } from './member.ts';
import { take, VARIANTS } from './variant.ts';

const METERS = 111_195;
/** On the invented island, away from what other tests look for. */
const [LAT, LNG] = [0.51, -149.99];
const NOTE = 'Turn left onto Mill Lane.:0.51:-149.985:500';

/** A route due east with a point each 10 m, over a hill of 5 %. */
async function save(member: Member, name: string, { privacy = 3, points = 201 } = {}): Promise<number> {
  const answer = await member.call('POST', '/route/', {
    name,
    activity_type_id: 16,
    privacy,
    description: 'Shady in summer.',
    points: Array.from({ length: points }, (_, i) => ({
      lat: LAT,
      lng: LNG + (i * 10) / METERS,
      order: i === 0 ? 1 : i === points - 1 ? 2 : 0,
      elevation: 100 + 0.5 * Math.min(i, points - 1 - i, 1000),
      ...(i === points - 1 && { travel_mode: 1, notes: NOTE }),
    })),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(201);
  return (JSON.parse(text) as { id: number }).id;
}

const plain = (text: string | null) => text?.replaceAll('\u00a0', ' ') ?? '';

for (const variant of VARIANTS)
  test(`[ROUTE-08] [ROUTE-10] a route under one cursor: the profile moves it on the map, the map on the profile, over ${variant}`, async ({
    quiet: page,
    member,
  }) => {
    await take(page, variant);
    const id = await save(member, 'Over the dike');
    await page.goto(`/routes/view/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: 'Over the dike' })).toBeVisible();
    const profile = page.getByRole('slider', { name: /^Elevation profile of Over the dike/ });
    const map = page.getByRole('application', { name: 'Map of Over the dike' });
    await expect(map).toBeVisible();
    await expect(page.getByText('Natural Earth')).toBeVisible();
    const { width } = (await profile.boundingBox())!;
    const over = (share: number) => profile.hover({ position: { x: width * share, y: 20 } });
    await over(1 / 4);
    const dot = map.locator('[data-part=cursor]');
    await expect(dot).toBeVisible();
    await expect(profile.getByText(/0\.31.mi.*up/)).toBeVisible();
    const quarter = (await dot.boundingBox())!;
    await over(3 / 4);
    await expect(async () => expect((await dot.boundingBox())!.x).toBeGreaterThan(quarter.x + 50)).toPass();

    await over(1 / 4);
    await page.mouse.down();
    for (const share of [0.3, 0.4, 0.5]) await over(share);
    await page.mouse.up();
    await expect(profile.getByText(/0\.31.mi · .*ft up · 0.ft down · on average 5\.0.% up/)).toBeVisible();
    await page.keyboard.press('Escape');

    await map.scrollIntoViewIfNeeded();
    await expect(async () => {
      const around = (await map.boundingBox())!;
      // The course runs through the middle from west to east.
      await page.mouse.move(around.x + around.width / 2 - 3, around.y + around.height / 2 + 1);
      await page.mouse.move(around.x + around.width / 2, around.y + around.height / 2);
      expect(plain(await profile.getAttribute('aria-valuetext'))).toMatch(/^0\.6\d mi/);
    }).toPass();
    expect(await violations(page)).toEqual([]);
  });

test('[ROUTE-08] [ROUTE-09] visitors see public routes; private ones do not exist for them; the owner deletes and undoes', async ({
  page,
  member,
  browser,
  site,
}) => {
  const [open, secret] = [await save(member, 'For all'), await save(member, 'For me', { privacy: 0 })];
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`${site}/routes/view/${open}`);
  await expect(stranger.getByRole('heading', { level: 1, name: 'For all' })).toBeVisible();
  await expect(stranger.getByText('Turn left onto Mill Lane.')).toBeVisible();
  const download = stranger.waitForEvent('download');
  await stranger.getByRole('button', { name: 'Export' }).click();
  await stranger.getByRole('menuitem', { name: /^GPX/ }).click();
  expect((await download).suggestedFilename()).toBe('For all.gpx');
  await stranger.goto(`${site}/routes/view/${secret}`);
  await expect(stranger.getByText('This route is private or does not exist')).toBeVisible();
  await stranger.context().close();

  await page.goto(`/routes/view/${secret}`);
  await page.getByRole('button', { name: 'Bookmark' }).click();
  await expect(page.getByRole('button', { name: 'Bookmarked' })).toBeVisible();
  // The token of the session goes along: the file of a private route is a blob of the page's own.
  const own = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: /^FIT/ }).click();
  expect((await own).suggestedFilename()).toBe('For me.fit');
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.waitForURL('**/routes/my_routes');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('link', { name: 'For me' })).toBeVisible();
});

test('[WORK-02] a workout is logged on a route, by keyboard alone, and its page leads back to the route', async ({
  quiet: page,
  member,
}) => {
  const id = await save(member, 'After work');
  await page.goto(`/routes/view/${id}`);
  await page.getByRole('link', { name: 'Log a workout' }).press('Enter');
  const route = page.getByRole('group', { name: 'Route' });
  await expect(route.getByRole('link', { name: 'After work' })).toBeVisible();
  await expect(page).toHaveURL(/\/workout\/create$/);
  await expect(page.getByLabel('Distance')).toHaveValue('1.24');
  await route.getByRole('button', { name: 'No route' }).press('Enter');
  await route.getByRole('button', { name: 'Choose a saved route' }).press('Enter');
  await page
    .getByRole('list', { name: 'Saved routes' })
    .getByRole('button', { name: /After work/ })
    .press('Enter');
  await expect(route.getByRole('link', { name: 'After work' })).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page
    .getByRole('group', { name: /Duration/ })
    .getByLabel('Minutes')
    .fill('12');
  await page.getByRole('button', { name: 'Save workout' }).press('Enter');
  await expect(page).toHaveURL(/\/workout\/\d+$/);
  const followed = page.getByRole('region', { name: 'Route' });
  await expect(followed.getByRole('img', { name: 'Course of After work' })).toBeVisible();
  await followed.getByRole('link', { name: 'After work' }).press('Enter');
  await expect(page).toHaveURL(new RegExp(`/routes/view/${id}$`));
});

for (const variant of VARIANTS)
  test(`[ROUTE-08] on paper stand map, heights and cue sheet, on A4 as on Letter, over ${variant}`, async ({
    quiet: page,
    member,
  }) => {
    await take(page, variant);
    const id = await save(member, 'On paper');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto(`/routes/print/${id}`);
    await expect(page.locator('[data-picture=taken]')).toBeVisible();
    // From here on the picture stands for the map, which is hidden on paper: were it lost, the map would come back.
    await page.evaluate(() => {
      const figure = document.querySelector<HTMLElement>('[data-picture=taken]')!;
      new MutationObserver(() => {
        if (!figure.dataset['picture']) figure.dataset['lost'] = 'once';
      }).observe(figure, { attributeFilter: ['data-picture'] });
    });
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    for (const format of ['A4', 'Letter'])
      expect((await page.pdf({ format })).subarray(0, 5).toString()).toBe('%PDF-');
    await expect(page.getByRole('application')).toBeHidden();
    const picture = page.locator('figure img');
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(600);
    await expect(page.locator('.wm-print__scale')).toHaveText(/^[1-9]\d* (ft|mi)$/);
    await expect(page.locator('.wm-print__scale')).toBeVisible();
    expect(await page.locator('figure[data-lost]').count()).toBe(0);
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      'rgb(255, 255, 255)',
    );
    await page.emulateMedia({ media: 'screen' });
    await page.getByRole('checkbox', { name: 'Map' }).click();
    await expect(picture).toBeHidden();
    expect(await violations(page)).toEqual([]);
  });

/** Another site, whose page shows a page of ours in a frame. */
async function otherSite(framed: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((_, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(`<!doctype html><iframe src="${framed}" width="560" height="440"></iframe>`);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.close(),
  };
}

for (const variant of VARIANTS)
  test(`[ROUTE-08] the snippet of a route works on another site; no other page of a route lets itself be framed, over ${variant}`, async ({
    page,
    member,
    browser,
    site,
  }) => {
    await take(page, variant);
    const id = await save(member, 'On a website');
    await page.goto(`/routes/view/add_to_website/${id}`);
    await page.getByLabel('Units').selectOption('metric');
    const snippet = await page.getByLabel('Paste this into your page').inputValue();
    const preview = page.frameLocator('iframe');
    await expect(preview.getByRole('heading', { name: 'On a website' })).toBeVisible();
    await expect(preview.getByText('2.00')).toBeVisible();
    expect(await violations(page)).toEqual([]);

    const address = /src="([^"]+)"/.exec(snippet)![1]!;
    const other = await otherSite(address);
    const plainView = await otherSite(`${site}/routes/view/${id}`);
    const visitor = await (await browser.newContext()).newPage();
    await take(visitor, variant);
    const scripts: string[] = [];
    visitor.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.push(new URL(request.url()).pathname);
    });
    try {
      await visitor.goto(other.url);
      const frame = visitor.frameLocator('iframe');
      const title = frame.getByRole('link', { name: 'On a website' });
      await expect(title).toBeVisible();
      expect(await title.getAttribute('target')).toBe('_blank');
      await expect(frame.getByRole('application', { name: 'Map of On a website' })).toBeVisible();
      await expect(frame.getByText('Natural Earth')).toBeVisible();
      await expect(frame.getByRole('slider')).toBeVisible();
      // Nothing of the host, no React.
      expect(scripts.filter((path) => path.startsWith('/assets/'))).toEqual([]);
      expect(scripts[0]).toMatch(/\/remotes\/mfe-routes\/.*\/embed-embed\./);

      const refused = visitor.waitForEvent('console', (message) => /frame-ancestors/.test(message.text()));
      await visitor.goto(plainView.url);
      await refused;
      await expect(visitor.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveCount(0);
    } finally {
      other.close();
      plainView.close();
    }
    await member.call('GET', `/social/privacy_toggle/?content_type_id=1&object_id=${id}&set_privacy_to=0`);
    await visitor.goto(address);
    await expect(visitor.getByText('This route is not public any more.')).toBeVisible();
    await visitor.context().close();
  });
