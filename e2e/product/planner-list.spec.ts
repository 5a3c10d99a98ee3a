import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, test, type Member } from './member.ts';
import { take, VARIANTS } from './variant.ts';

/** Corners of the invented town. */
const CORNERS = ['0.5, -150', '0.504 N 149.996 W', "0°30.0'N 149°59.4'W"] as const;

const field = (page: Page) => page.getByRole('combobox', { name: 'Add a place' });
const stops = (page: Page) =>
  page.getByRole('list', { name: 'Waypoints' }).getByRole('listitem').filter({ visible: true });

/** Moves the focus by Tab alone. */
async function tabTo(
  page: Page,
  name: string | RegExp,
  role: 'button' | 'textbox' | 'combobox' | 'radio',
): Promise<void> {
  const target = page.getByRole(role, { name, exact: typeof name === 'string' });
  await expect(target).toBeVisible();
  for (let i = 0; i < 120; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${String(name)}.`);
}

async function draw(page: Page, places: readonly string[] = CORNERS): Promise<void> {
  for (const [index, place] of places.entries()) {
    await page.keyboard.type(place);
    await page.keyboard.press('Enter');
    await expect(stops(page)).toHaveCount(index + 1);
  }
}

const routesOf = async (member: Member) =>
  (
    (await (await member.call('GET', `/route/?user=${member.userId}`)).json()) as {
      _embedded: { routes: { id: number; name: string; distance: number }[] };
    }
  )._embedded.routes;

for (const variant of VARIANTS)
  test(`[ROUTE-05] [ROUTE-06] a route is made by the keyboard alone, saved, and seen on its page, over ${variant}`, async ({
    quiet: page,
    member,
  }) => {
    await take(page, variant);
    await page.goto('/routes/create');
    await tabTo(page, 'Add a place', 'combobox');
    await draw(page);
    const figures = page.getByRole('group', { name: 'Figures of the route' });
    await expect(figures).not.toContainText('0.00');
    await tabTo(page, 'Move point C up', 'button');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Point C moved up\. The route is \d\.\d+\smi now\.$/)).toBeAttached();
    await expect(page.getByRole('button', { name: 'Move point B up' })).toBeFocused();
    const length = /The route is (\d\.\d+)\smi/.exec(
      await page.getByText(/^Point C moved up/).innerText(),
    )![1]!;

    await tabTo(page, 'Points', 'radio').catch(async () => {
      // The switch of the panel lies before the list.
      for (let i = 0; i < 60; i++) await page.keyboard.press('Shift+Tab');
      await tabTo(page, 'Points', 'radio');
    });
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await expect(name).toHaveValue('Demo town Route');
    await tabTo(page, 'Name', 'textbox');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Around the market');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/routes\/view\/\d+$/);
    await expect(page.getByRole('heading', { name: 'Around the market' })).toBeVisible();
    await expect(page.getByText('“Around the market” is saved.')).toBeVisible();
    const [saved] = await routesOf(member);
    expect(saved!.name).toBe('Around the market');
    expect(saved!.distance / 1609.344).toBeCloseTo(Number(length), 1);
  });

for (const variant of VARIANTS)
  test(`[ROUTE-05] a GPX file becomes the course, and is taken back in one step, over ${variant}`, async ({
    quiet: page,
    member: _drawer,
  }) => {
    const rows = Array.from(
      { length: 300 },
      (_, i) =>
        `<trkpt lat="${(0.5 + i / 1e4).toFixed(5)}" lon="-150.0"><ele>${100 + (i % 30)}</ele></trkpt>`,
    );
    const gpx = `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Due north</name><trkseg>${rows.join('')}</trkseg></trk></gpx>`;
    await take(page, variant);
    await page.goto('/routes/create');
    await page.getByRole('button', { name: 'The whole route', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Import a file, a workout or a route' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import a route' });
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'diary.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear diary') });
    await expect(dialog.getByText('Choose a GPX, TCX, FIT or KML file.')).toBeVisible();
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'north.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(gpx) });
    await expect(dialog).toBeHidden();
    await expect(stops(page)).toHaveCount(2);
    await expect(page.getByRole('group', { name: 'Figures of the route' })).toContainText('2.07');
    await expect(page.getByText('As in the file').first()).toBeAttached();
    await page.getByRole('button', { name: 'Undo' }).last().click();
    await expect(stops(page)).toHaveCount(0);
  });

test('[ROUTE-06] a save that the server refuses keeps what is drawn, also through a reload', async ({
  page,
  member,
}) => {
  await page.goto('/routes/create');
  await field(page).focus();
  await draw(page);
  const grip = stops(page).nth(2).locator('svg').first();
  await grip.hover();
  await page.mouse.down();
  const [{ x }, { y }] = [(await grip.boundingBox())!, (await stops(page).nth(0).boundingBox())!];
  await page.mouse.move(x, y + 30, { steps: 4 });
  await page.mouse.move(x, y + 4, { steps: 2 });
  await page.mouse.up();
  await expect(page.getByText(/^Point C is point A now\./)).toBeAttached();
  await page.getByRole('radio', { name: 'Save' }).check({ force: true });
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Stubborn loop');
  await page.route(/\/v7\.1\/route\/(\?|$)/, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, body: 'no' }) : route.continue(),
  );
  await page.getByRole('button', { name: 'Save route' }).click();
  await expect(page.getByText(/Something went wrong on our side\. Nothing was lost/)).toBeVisible();
  await page.unroute(/\/v7\.1\/route\/(\?|$)/);
  await page.reload();
  await expect(stops(page)).toHaveCount(3);
  await page.getByRole('radio', { name: 'Save' }).check({ force: true });
  await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue('Stubborn loop');
  await page.getByRole('button', { name: 'Save route' }).click();
  await expect(page).toHaveURL(/\/routes\/view\/\d+$/);
  expect((await routesOf(member)).map(({ name }) => name)).toEqual(['Stubborn loop']);
});

for (const variant of VARIANTS)
  test(`[A11Y] the planner with its panels and dialogs has nothing that axe finds, over ${variant}`, async ({
    quiet: page,
    member: _drawer,
  }) => {
    const clean = async (where: string) => expect(await violations(page), where).toEqual([]);
    await take(page, variant);
    await page.goto('/routes/create');
    await field(page).focus();
    await draw(page);
    await clean('points');
    await page.getByRole('radio', { name: 'Notes' }).check({ force: true });
    await page.getByRole('button', { name: 'Add a note', exact: true }).click();
    await page.getByRole('textbox', { name: 'Note' }).fill('A gate');
    await page.getByRole('button', { name: 'Add the note' }).click();
    await clean('notes');
    await page.getByRole('radio', { name: 'Save' }).check({ force: true });
    await expect(page.getByRole('button', { name: 'Activity' })).toBeVisible();
    await clean('save');
    for (const item of [/Round trip/, 'Import a file, a workout or a route']) {
      await page.getByRole('button', { name: 'The whole route', exact: true }).click();
      await page.getByRole('menuitem', { name: item }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await clean(String(item));
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    }
  });
