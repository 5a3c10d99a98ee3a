import type { Page } from '@playwright/test';
import { fitFile, gpxFile, triathlonFile } from './files.ts';
import { importFile } from './imported.ts';
import { expect, test as base } from './member.ts';

/** `run` is the id of an imported run of 3000 points, `triathlon` the id of one with its legs. */
const test = base.extend<{ run: number; triathlon: number }>({
  run: async ({ member, site }, use) => use(await importFile(member, site, fitFile('run.fit', 3000))),
  triathlon: async ({ member, site }, use) => use(await importFile(member, site, triathlonFile('tri.fit'))),
});

const tiles = (page: Page) => page.getByRole('region', { name: 'Summary' });
const map = (page: Page) => page.getByRole('img', { name: /^Map of / });
const chart = (page: Page) => page.getByRole('img', { name: /^Chart of / });
const slider = (page: Page) => page.getByRole('slider', { name: /^Position in the workout/ });
const part = (page: Page) => page.getByRole('region', { name: 'Selected part' });
const figure = (page: Page, name: string) => part(page).getByRole('group', { name, exact: true });

async function openDrawn(page: Page, id: number): Promise<void> {
  await page.goto(`/workout/${id}`);
  await expect(slider(page)).toBeVisible();
  await expect(map(page).locator('canvas').first()).toBeVisible();
}

/** Moves the pointer over the chart, to a part of its width. */
async function hover(page: Page, share: number): Promise<void> {
  const { width } = (await slider(page).boundingBox())!;
  await slider(page).hover({ position: { x: width * share, y: 30 } });
}

test('[WORK-04] [WORK-13] an imported run shows its tiles, its map and its chart over time or distance', async ({
  quiet: page,
  run,
}) => {
  await openDrawn(page, run);
  await expect(tiles(page).getByRole('group', { name: 'Distance', exact: true })).toContainText('5.59');
  await expect(tiles(page).getByRole('group', { name: 'Moving time' })).toContainText('49:59');
  await expect(chart(page)).toHaveAccessibleName(/Elevation, Pace, Heart rate/);
  await expect.poll(() => chart(page).locator('canvas').count()).toBeGreaterThanOrEqual(3);
  await expect(part(page).getByLabel('To', { exact: true })).toHaveValue('49:59');
  await page.getByRole('radiogroup', { name: 'Chart by' }).getByText('Distance').click();
  await expect(part(page).getByLabel('To (mi)')).toHaveValue('5.6');
});

test('[WORK-04] splits select a part, and another split type lets go of it', async ({ quiet: page, run }) => {
  await openDrawn(page, run);
  const splits = page.getByRole('region', { name: 'Splits' });
  await expect(splits.getByRole('radio', { name: '1 mi' })).toBeChecked();
  await expect(splits.getByRole('button', { name: /^Select split/ })).toHaveCount(6);
  const second = splits.getByRole('button', { name: 'Select split 2' });
  await second.click();
  await expect(second).toHaveAttribute('aria-pressed', 'true');
  await expect(figure(page, 'Distance')).toContainText('1.00');
  await expect(figure(page, 'Time')).toContainText('8:56');
  await expect(figure(page, 'Average heart rate')).toContainText('bpm');
  await splits.getByRole('radiogroup').getByText('0.5 mi').click();
  await expect(figure(page, 'Time')).toHaveCount(0);
  await expect(splits.getByRole('button', { name: /^Select split/ })).toHaveCount(12);
  await expect(splits.locator('[aria-pressed=true]')).toHaveCount(0);
});

test('[WORK-04] a part is selected by typing its start and end, with the keyboard, or by dragging', async ({
  quiet: page,
  run,
}) => {
  await openDrawn(page, run);
  await part(page).getByLabel('From', { exact: true }).fill('10:00');
  await part(page).getByLabel('To', { exact: true }).fill('20:00');
  await part(page).getByLabel('To', { exact: true }).press('Enter');
  await expect(figure(page, 'Time')).toContainText('10:00');
  await expect(figure(page, 'Distance')).toContainText('1.12');
  await part(page).getByRole('button', { name: 'Clear' }).click();
  await expect(figure(page, 'Time')).toHaveCount(0);

  await slider(page).focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+PageUp');
  await expect(slider(page)).toHaveAttribute('aria-valuetext', /^5:00, 0\.56 mi, Elevation .*, Pace 8:56 /);
  await expect(figure(page, 'Time')).toContainText('5:00');
  await page.keyboard.press('Escape');
  await expect(figure(page, 'Time')).toHaveCount(0);

  await hover(page, 0.25);
  await page.mouse.down();
  await hover(page, 0.75);
  await page.mouse.up();
  await expect(figure(page, 'Distance')).toContainText('2.8');
});

/** Where the cursor stands on the map, in pixels from the left. Null for nowhere. */
const cursorOnMap = (page: Page): Promise<number | null> =>
  map(page).evaluate((element) => {
    const dot = element.querySelector('[data-part=cursor]:not([hidden])')?.getBoundingClientRect();
    return dot ? dot.left + dot.width / 2 - element.getBoundingClientRect().left : null;
  });

test('[WORK-04] the pointer over the chart moves the map’s cursor and the readouts, and back', async ({
  quiet: page,
  run,
}) => {
  await openDrawn(page, run);
  expect(await cursorOnMap(page)).toBeNull();
  await hover(page, 0.2);
  await expect(slider(page).getByText(/^(9:5|10:0)\d · 1\.1\d mi$/)).toBeVisible();
  await expect(chart(page).getByText(/^\d+ bpm$/)).toBeVisible();
  await expect(chart(page).getByText('8:56 min/mi')).toBeVisible();
  await expect.poll(() => cursorOnMap(page)).not.toBeNull();
  const early = (await cursorOnMap(page))!;
  // The course leads north-east: later is further right.
  await hover(page, 0.8);
  await expect(slider(page).getByText(/^(39:5|40:0)\d · 4\.4\d mi$/)).toBeVisible();
  await expect.poll(() => cursorOnMap(page)).toBeGreaterThan(early + 30);
  const late = (await cursorOnMap(page))!;
  await page.mouse.move(5, 5);
  await expect(slider(page).getByText(/ mi$/)).toBeHidden();
  await expect.poll(() => cursorOnMap(page)).toBeNull();

  // And over the track on the map, halfway between where it was twice: the chart tells where that is.
  const { height } = (await map(page).boundingBox())!;
  await map(page).hover({ position: { x: (early + late) / 2, y: height / 2 } });
  await expect(slider(page).getByText(/^2[45]:\d\d · 2\.\d+ mi$/)).toBeVisible();
});

test('[WORK-04] the legs of a triathlon have pages of their own, which lead back to the whole', async ({
  quiet: page,
  triathlon,
}) => {
  await openDrawn(page, triathlon);
  const legs = page.getByRole('region', { name: 'Legs' });
  await expect(legs.getByRole('listitem')).toHaveCount(5);
  await legs.getByRole('listitem').nth(2).getByRole('link').click();
  await expect(page).not.toHaveURL(new RegExp(`/${triathlon}$`));
  await expect(tiles(page).getByRole('group', { name: 'Average speed' })).toContainText('20.1');
  await expect(slider(page)).toBeVisible();
  await expect(chart(page)).toHaveAccessibleName(/Speed.*Power/);
  await page.getByRole('link', { name: /see the whole/ }).click();
  await expect(page).toHaveURL(new RegExp(`/workout/${triathlon}$`));
  await expect(legs.getByRole('listitem')).toHaveCount(5);
});

test('[WORK-04] where the legs cannot be loaded, the rest of the workout is there, and they can be loaded again', async ({
  page,
  triathlon,
}) => {
  const LEGS = /\/mfe-workouts\/[^/]+\/legs\.\w+\.js/;
  await page.route(LEGS, (route) => route.abort());
  await openDrawn(page, triathlon);
  const legs = page.getByRole('region', { name: 'Legs' });
  await expect(legs).toHaveCount(0);
  await page.unroute(LEGS);
  await page.getByRole('button', { name: 'Load the legs again' }).click();
  await expect(legs.getByRole('listitem')).toHaveCount(5);
});

test('[WORK-04] a deleted workout is back after Undo, with its recording', async ({
  quiet: page,
  run,
  member,
}) => {
  // What is asked for last would be asked for in vain once the workout is gone.
  const comments = page.waitForResponse(/reply_type=comment/);
  await openDrawn(page, run);
  await comments;
  await page.getByRole('button', { name: 'Delete' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect.poll(async () => (await member.call('GET', `/workout/${run}/`)).status).toBe(404);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page).toHaveURL(new RegExp(`/workout/${run}$`));
  await expect(page.getByText(/ is back\.$/)).toBeVisible();
  await expect(tiles(page).getByRole('group', { name: 'Distance', exact: true })).toContainText('5.59');
  await expect(slider(page)).toBeVisible();
});

test('[WORK-04] [DATA-03] a private recording is shown to nobody else, neither its page nor its columns', async ({
  browser,
  site,
  run,
}) => {
  const elsewhere = await browser.newContext({ baseURL: site });
  const page = await elsewhere.newPage();
  const streams = await elsewhere.request.get(`${site}/services/main/v7.1/workout/${run}/streams/`);
  expect([401, 404]).toContain(streams.status());
  await page.goto(`/workout/${run}`);
  await expect(page.getByText('This workout is private or does not exist')).toBeVisible();
  await expect(tiles(page)).toHaveCount(0);
  await elsewhere.close();
});

test('[WORK-04] on paper a workout has its figures, map and splits, and nothing to press, write into or drop on', async ({
  quiet: page,
  run,
}) => {
  await openDrawn(page, run);
  const main = page.getByRole('main');
  const comment = main.getByRole('textbox', { name: 'Write a comment' });
  await expect(async () => {
    await page.evaluate(() => scrollBy(0, 400));
    await expect(comment).toBeVisible({ timeout: 200 });
  }).toPass();
  const dropZone = main.getByText(/^Choose, drop or paste photos/);
  await expect(dropZone).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const control of [
    comment,
    dropZone,
    part(page),
    main.getByText('Show as table'),
    main.getByText('How ascent and moving time are computed'),
    main.getByRole('button', { name: /^(Edit|Copy|Export|Delete|Add photos|Choose gear|Got it|Like)/ }),
  ])
    await expect(control).toBeHidden();
  await expect(tiles(page)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Splits' })).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  const expectNoSidewaysScroll = async (page: Page, id: number) => {
    await openDrawn(page, id);
    await page.getByText('Show as table').click();
    await expect(page.getByRole('table', { name: 'Chart as a table' })).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  };
  test('[WORK-04] a run does not scroll sideways', ({ quiet, run }) => expectNoSidewaysScroll(quiet, run));
  test('[WORK-04] a triathlon does not scroll sideways', ({ quiet, triathlon }) =>
    expectNoSidewaysScroll(quiet, triathlon));
});

test.describe('when a part does not arrive', () => {
  test.beforeEach(({ page }) =>
    // The same release as the page's, whatever other tests deploy.
    page.route('**/platform/release', (route) => route.fulfill({ json: { release: null } })),
  );

  test('[WORK-04] without its recording the page tells so beside tiles and map, and a retry brings it', async ({
    page,
    run,
  }) => {
    const RECORDING = /\/workout\/\d+\/streams\/$/;
    await page.route(RECORDING, (route) => route.abort());
    await page.goto(`/workout/${run}`);
    await expect(page.getByText('We couldn’t load the recording.')).toBeVisible();
    await expect(tiles(page).getByRole('group', { name: 'Distance', exact: true })).toContainText('5.59');
    await expect(map(page)).toBeVisible();
    await page.unroute(RECORDING);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(slider(page)).toBeVisible();
    await expect(page.getByText('We couldn’t load the recording.')).toHaveCount(0);
  });

  test('[WORK-04] without the map a sketch of the track stays, and a retry brings the map', async ({
    page,
    run,
  }) => {
    const MAP = /\/mfe-workouts\/[^/]+\/map\.\w+\.js/;
    await page.route(MAP, (route) => route.abort());
    await page.goto(`/workout/${run}`);
    await expect(page.getByText('The map could not be loaded.')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Sketch of the track' })).toBeVisible();
    await expect(slider(page)).toBeVisible();
    await page.unroute(MAP);
    await page.getByRole('button', { name: 'Load the map again' }).click();
    await expect(map(page).locator('canvas').first()).toBeVisible();
    await expect(page.getByText('The map could not be loaded.')).toHaveCount(0);
  });
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('[WORK-04] the map zooms at once, and nothing on the page moves by itself', async ({ page, run }) => {
    await openDrawn(page, run);
    // The buttons of the map are drawn elsewhere once it can be coloured, and its scale with its first picture.
    await expect(page.getByRole('button', { name: /^Color of the track/ })).toBeVisible();
    await expect(map(page).getByText(/^\d+ (ft|mi)$/)).toBeVisible();
    const [before, after] = await zoomedAtOnce(page);
    expect(before).toMatch(/^\d+ (ft|mi), \d+px$/);
    expect(after).not.toBe(before);
    await page.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    expect(
      await page.evaluate(
        () =>
          document.getAnimations().filter(({ effect }) => Number(effect?.getTiming().duration) > 1).length,
      ),
    ).toBe(0);
  });
});

/** Presses 'Zoom in'. @returns the map's scale before, and two pictures later */
const zoomedAtOnce = (page: Page): Promise<[string, string]> =>
  page.getByRole('button', { name: 'Zoom in' }).evaluate(async (button) => {
    const all = [...document.querySelectorAll<HTMLElement>('[aria-label^="Map of"] span')];
    const bar = all.find((one) => /^\d+ (ft|mi)$/.test(one.textContent))!;
    const scale = () => `${bar.textContent}, ${bar.style.width}`;
    const before = scale();
    (button as HTMLElement).click();
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    return [before, scale()];
  });

test('[WORK-04] a recording of 100,000 points is shown whole and follows the pointer', async ({
  quiet: page,
  member,
  site,
}) => {
  test.setTimeout(120_000);
  const id = await importFile(member, site, gpxFile('very-long.gpx', 100_000));
  await openDrawn(page, id);
  await expect(slider(page)).toHaveAttribute('aria-valuemax', '99999');
  for (let i = 1; i <= 20; i++) await hover(page, i / 21);
  await expect(slider(page).getByText(/^2[67]:\d\d:\d\d · /)).toBeVisible();
});
