import polyline from '@mapbox/polyline';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './member.ts';
import { take } from './variant.ts';

const START = { lat: 0.5, lng: -150 };
/** Long enough for the map to zoom out: a course is fitted at zoom 16 at most. */
const MILES = 5;
/** The token of the light page for a track. */
const BLAZE = [214, 69, 27] as const;

async function typePlace(field: Locator): Promise<void> {
  await field.fill(`${START.lat}, ${START.lng}`);
  await field.press('Enter');
}

type Place = [lat: number, lng: number];
type Pixel = [x: number, y: number];

const worldY = (lat: number) => 0.5 - Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI);

/** Pixels of places on the map as it rests: where it looks is kept in the browser after each move. */
async function pixelsOf(page: Page, places: readonly Place[], width: number, height: number) {
  const view = await page.evaluate(
    () =>
      JSON.parse(localStorage.getItem('waymark.planner_view')!) as {
        center: [number, number];
        zoom: number;
      } | null,
  );
  if (!view) return [];
  const scale = 512 * 2 ** view.zoom;
  return places.map(([lat, lng]): Pixel => [
    width / 2 + ((lng - view.center[0]) / 360) * scale,
    height / 2 + (worldY(lat) - worldY(view.center[1])) * scale,
  ]);
}

for (const [variant, start] of [
  ['openlayers', 'typed into the dialog'],
  ['maplibre', 'drawn before'],
] as const)
  test(`[ROUTE-05] [ROUTE-12] a round trip from a place ${start}: its line is drawn, and the map shows all of it, over ${variant}`, async ({
    quiet: page,
    member: _drawer,
  }) => {
    await take(page, variant);
    await page.goto('/routes/create');
    const isDrawn = start === 'drawn before';
    if (isDrawn) await typePlace(page.getByRole('combobox', { name: 'Add a place' }));
    await page.getByRole('button', { name: 'The whole route', exact: true }).click();
    await page.getByRole('menuitem', { name: /Round trip/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Round trip' });
    if (isDrawn) await expect(dialog.getByText('It begins and ends at your starting point.')).toBeVisible();
    else {
      await typePlace(dialog.getByRole('combobox', { name: 'Start point' }));
      await expect(dialog.getByText(/^From /)).toBeVisible();
    }
    await dialog.getByLabel('How long?').fill(String(MILES));
    const answered = page.waitForResponse((response) => response.url().includes('/round_trip'));
    await dialog.getByRole('button', { name: 'Draw it' }).click();
    const { trip } = (await (await answered).json()) as { trip: { legs: { shape: string }[] } };
    const line = trip.legs.flatMap(({ shape }) => polyline.decode(shape, 6) as Place[]);
    await expect(dialog).toBeHidden();
    await expect(page.getByText(/^A round trip of \d\.\d+\smi is drawn\.$/)).toBeVisible();
    const figures = page.getByRole('group', { name: 'Figures of the route' });
    await expect
      .poll(async () => Math.abs(Number(/([\d.]+)\s*mi/.exec(await figures.innerText())?.[1]) - MILES))
      .toBeLessThan(MILES / 3);

    const map = page.getByRole('application');
    const { width, height } = (await map.boundingBox())!;
    // Near the edges are the buttons of the map; the line fills what they leave, in one direction at least.
    await expect(async () => {
      const pixels = await pixelsOf(page, line, width, height);
      const [x, y] = [pixels.map(([at]) => at), pixels.map(([, at]) => at)];
      const [left, right, top, bottom] = [Math.min(...x), Math.max(...x), Math.min(...y), Math.max(...y)];
      expect(Math.min(left, width - right, top, height - bottom)).toBeGreaterThan(50);
      expect(Math.max((right - left) / (width - 152), (bottom - top) / (height - 152))).toBeGreaterThan(0.85);
    }).toPass({ timeout: 20_000 });
    const pixels = await pixelsOf(page, line, width, height);
    await expect.poll(() => shareDrawn(page, pixels)).toBeGreaterThan(0.7);
  });

/** Of places on the map, how many have the colour of the course within two pixels. */
async function shareDrawn(page: Page, pixels: readonly Pixel[]): Promise<number> {
  const picture = (await page.getByRole('application').screenshot()).toString('base64');
  return page.evaluate(
    async ({ picture: text, pixels: places, color: [r, g, b] }) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const isDrawn = ([x, y]: readonly [number, number]) => {
        const { data } = context.getImageData(Math.round(x) - 2, Math.round(y) - 2, 5, 5);
        for (let i = 0; i < data.length; i += 4)
          if (Math.abs(data[i]! - r) + Math.abs(data[i + 1]! - g) + Math.abs(data[i + 2]! - b) < 30)
            return true;
        return false;
      };
      return places.filter(isDrawn).length / places.length;
    },
    { picture, pixels, color: BLAZE },
  );
}
