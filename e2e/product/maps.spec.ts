import type { Locator, Page } from '@playwright/test';
import { fitFile } from './files.ts';
import { importFile } from './imported.ts';
import { expect, type Member, test as base } from './member.ts';
import { MOUNTAIN } from './start.ts';
import { take, type Variant, VARIANTS } from './variant.ts';

/** The tokens of the light page: a track, the chosen part, a zone. */
const BLAZE = [214, 69, 27] as const;
const SKY = [31, 111, 168] as const;
const LAND = [244, 241, 234] as const;

/** `workout` is the id of an imported run. */
const test = base.extend<{ workout: number }>({
  workout: async ({ member, site }, use) => use(await importFile(member, site, fitFile('run.fit', 900))),
});

/** A walk of another day, from the door of the zone. */
function walk(): { name: string; mimeType: string; buffer: Buffer<ArrayBuffer> } {
  const points = Array.from({ length: 300 }, (_, i) => {
    const time = new Date(Date.parse('2026-11-10T12:00:00Z') + i * 2000).toISOString();
    return `<trkpt lat="${52.2 + i / 20_000}" lon="${21.01 + Math.sin(i / 40) / 200}"><time>${time}</time></trkpt>`;
  });
  const text = `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><trkseg>${points.join('')}</trkseg></trk></gpx>`;
  return { name: 'walk.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(text) };
}

/** The map of a page, once its library is there; proves which one it is. */
async function drawn(page: Page, name: RegExp, variant: Variant): Promise<Locator> {
  const map = page.locator('[role=img],[role=application]').and(page.getByLabel(name));
  await expect(map.locator('[data-part=drawing]')).toBeAttached();
  await expect(map.locator('.maplibregl-canvas')).toHaveCount(variant === 'maplibre' ? 1 : 0);
  await expect(map.locator('.ol-viewport')).toHaveCount(variant === 'openlayers' ? 1 : 0);
  return map;
}

/** How many pixels of a picture of the map have a colour, all but a little. */
async function pixels(map: Locator, colour: readonly [number, number, number]): Promise<number> {
  const picture = (await map.screenshot()).toString('base64');
  return map.evaluate(
    async (_, { picture: text, colour: [r, g, b] }) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height);
      let count = 0;
      for (let i = 0; i < data.length; i += 4)
        if (Math.abs(data[i]! - r) + Math.abs(data[i + 1]! - g) + Math.abs(data[i + 2]! - b) < 18) count++;
      return count;
    },
    { picture, colour },
  );
}

const hasLine = (map: Locator, colour: readonly [number, number, number] = BLAZE) =>
  expect.poll(() => pixels(map, colour), { timeout: 20_000 }).toBeGreaterThan(150);
const hasGround = (map: Locator) =>
  expect.poll(() => pixels(map, LAND), { timeout: 20_000 }).toBeGreaterThan(5000);
const cursorAt = (map: Locator) =>
  map.locator('[data-part=cursor]').evaluate((dot: HTMLElement) => (dot.hidden ? null : dot.style.transform));

async function addZone(member: Member): Promise<void> {
  await member.call('POST', '/privacy_zones/', { name: 'Home', lat: 52.2, lng: 21.01, radius: 250 });
}

for (const variant of VARIANTS) {
  test(`[ROUTE-10] the track of a workout, its chosen part and its cursor, drawn by ${variant}`, async ({
    quiet: page,
    workout: id,
  }) => {
    await take(page, variant);
    await page.goto(`/workout/${id}`);
    const map = await drawn(page, /^Map of /, variant);
    await hasGround(map);
    await hasLine(map);
    const slider = page.getByRole('slider', { name: /^Position in the workout/ });
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => cursorAt(map)).toContain('translate');
    const before = await cursorAt(map);
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await expect.poll(() => cursorAt(map)).not.toBe(before);
    // The pointer over the line moves the cursor to the nearest point of it.
    await page.getByRole('button', { name: 'Show the whole track' }).click();
    await expect.poll(() => cursorAt(map)).toBe(before);
    await expect(async () => {
      const box = (await map.boundingBox())!;
      for (let x = 0.2; x < 0.9; x += 0.02)
        await page.mouse.move(box.x + box.width * x, box.y + box.height / 2);
      expect(await cursorAt(map)).not.toBe(before);
    }).toPass();
    await page.getByRole('button', { name: 'Select split 2' }).click();
    await hasLine(map, SKY);
  });

  test(`[ROUTE-10] comparison, cut, heat map and zones, drawn by ${variant}`, async ({
    quiet: page,
    member,
    workout: one,
    site,
  }) => {
    test.setTimeout(120_000);
    const two = await importFile(member, site, walk());
    await take(page, variant);
    await page.goto(`/workout/compare?ids=${one},${two}`);
    await hasGround(await drawn(page, /^Map of the workouts/, variant));
    await page.goto(`/workout/cut/${one}`);
    await hasLine(await drawn(page, /^Map of /, variant));

    await page.goto('/workouts/dashboard/map');
    const heat = await drawn(page, /^Map of your tracks/, variant);
    const hot = () =>
      heat.locator('[data-part=drawing]').evaluate((canvas: HTMLCanvasElement) =>
        canvas
          .getContext('2d')!
          .getImageData(0, 0, canvas.width, canvas.height)
          .data.some((value, i) => i % 4 === 3 && value > 100),
      );
    await expect.poll(hot).toBe(true);
    await heat.focus();
    await page.keyboard.press('Enter');
    /** Metres of a pixel, as the bar of scale has it. */
    const scale = () =>
      heat
        .locator('span')
        .first()
        .evaluate((bar) => {
          const [, value, unit] = /^(\d+) (mi|ft)$/.exec(bar.textContent)!;
          return (Number(value) * (unit === 'mi' ? 1609.344 : 0.3048)) / parseFloat(bar.style.width);
        });
    const wide = await scale();
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    // Two steps, though the second comes while the first is on its way.
    // The bar is as wide as whole pixels.
    await expect.poll(async () => Math.round(wide / (await scale()))).toBe(4);

    await addZone(member);
    await page.goto('/workouts/privacy_zones');
    const zones = await drawn(page, /^Map of your privacy zones/, variant);
    await page.getByRole('button', { name: 'Change Home' }).click();
    await hasLine(zones, SKY);
    const latitude = page.getByLabel('Latitude');
    const before = await latitude.inputValue();
    await zones.focus();
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => latitude.inputValue()).not.toBe(before);
    const box = (await zones.boundingBox())!;
    const moved = await latitude.inputValue();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 4);
    await expect.poll(() => latitude.inputValue()).not.toBe(moved);
  });
}

/** How light a map is around a place on it, 0 to 255; the place in shares of its width and height. */
async function toneAt(map: Locator, [x, y]: readonly [number, number]): Promise<number> {
  const picture = (await map.screenshot()).toString('base64');
  return map.evaluate(
    async (_, { picture: text, x, y }) => {
      const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
      context.drawImage(bitmap, 0, 0);
      const { data } = context.getImageData(bitmap.width * x - 20, bitmap.height * y - 20, 40, 40);
      return data.reduce((sum, value, i) => (i % 4 === 1 ? sum + value : sum), 0) / (40 * 40);
    },
    { picture, x, y },
  );
}

for (const variant of VARIANTS)
  test(`[ROUTE-10] Terrain has shading and contour lines, and is remembered by every map, drawn by ${variant}`, async ({
    quiet: page,
    workout: id,
  }) => {
    await take(page, variant);
    const asked: string[] = [];
    page.on('response', (response) => {
      const kind = /\/services\/elevation\/(shading|contours)\//.exec(response.url())?.[1];
      if (kind && response.status() === 200) asked.push(kind);
    });
    await page.goto(`/routes/create?lat=${MOUNTAIN.lat}&lng=${MOUNTAIN.lng}&zoom=12`);
    const map = page.getByRole('application');
    const mapType = page.getByRole('button', { name: 'Map type: Roadmap' });
    // The page has taken the map over from what runs ahead of it.
    await expect(mapType).toBeVisible();
    await expect(map.locator('[data-part=drawing]')).toBeAttached();
    await hasGround(map);
    await mapType.click();
    await expect(map.locator('.maplibregl-canvas')).toHaveCount(variant === 'maplibre' ? 1 : 0);
    expect(asked, 'nothing is loaded for a map that does not show it').toEqual([]);
    const southEast = [0.62, 0.7] as const;
    const northWest = [0.38, 0.3] as const;
    const contrast = async () => (await toneAt(map, northWest)) - (await toneAt(map, southEast));
    await expect.poll(async () => Math.abs(await contrast())).toBeLessThan(3);
    await page.getByRole('menuitem', { name: 'Terrain' }).click();
    await expect.poll(() => new Set(asked).size).toBe(2);
    await expect.poll(contrast).toBeGreaterThan(20);
    // The brown of contour lines over land.
    await expect.poll(() => pixels(map, [180, 150, 112])).toBeGreaterThan(50);
    await expect(map.getByText('Heights of the tests')).toBeVisible();

    await page.goto(`/workout/${id}`);
    await drawn(page, /^Map of /, variant);
    await expect(page.getByRole('button', { name: 'Map type: Terrain' })).toBeVisible();
  });

test('[ROUTE-10] without WebGL the newer variant falls back to the other library', async ({
  quiet: page,
  workout: id,
}) => {
  await take(page, 'maplibre');
  await page.addInitScript(() => {
    const real = Reflect.get(HTMLCanvasElement.prototype, 'getContext') as (...about: unknown[]) => unknown;
    HTMLCanvasElement.prototype.getContext = function none(this: HTMLCanvasElement, kind: string, ...rest) {
      return kind.startsWith('webgl') ? null : real.call(this, kind, ...rest);
    } as typeof HTMLCanvasElement.prototype.getContext;
  });
  await page.goto(`/workout/${id}`);
  await hasLine(await drawn(page, /^Map of /, 'openlayers'));
});

/** How many pixels of two pictures of the map, of the same part of it, clearly differ. */
const differences = (page: Page, pictures: readonly Buffer[]): Promise<number> =>
  page.evaluate(
    async (texts) => {
      const [one, other] = await Promise.all(
        texts.map(async (text) => {
          const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
          context.drawImage(bitmap, 0, 0);
          return context.getImageData(0, 0, bitmap.width, bitmap.height).data;
        }),
      );
      return one!.reduce((count, value, i) => (Math.abs(value - other![i]!) > 24 ? count + 1 : count), 0);
    },
    pictures.map((picture) => picture.toString('base64')),
  );

for (const variant of VARIANTS)
  test(`[ROUTE-10] a dragged map moves with its street names, and rests as if drawn anew, drawn by ${variant}`, async ({
    quiet: page,
    member: _planner,
  }) => {
    await take(page, variant);
    await page.goto('/routes/create?lat=0.5&lng=-150&zoom=15');
    const map = page.getByRole('application');
    // The page has taken the map over from what runs ahead of it.
    await expect(page.getByRole('button', { name: 'Map type: Roadmap' })).toBeVisible();
    await expect(map.locator('[data-part=drawing]')).toBeAttached();
    await hasGround(map);
    const box = (await map.boundingBox())!;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const clip = { x: x - 150, y: y - 150, width: 300, height: 300 };
    const pictureAt = (right: number) => page.screenshot({ clip: { ...clip, x: clip.x + right } });
    const rested = async () => {
      let before = await pictureAt(0);
      let equal = 0;
      // A picture may stay as it is until the next tiles are there.
      await expect(async () => {
        const now = await pictureAt(0);
        equal = (await differences(page, [before, now])) === 0 ? equal + 1 : 0;
        before = now;
        expect(equal).toBe(3);
      }).toPass({ intervals: [300] });
      return before;
    };
    const beforeDrag = await rested();
    await page.mouse.move(x, y + 250);
    await page.mouse.down();
    const moved = map.locator(variant === 'openlayers' ? '.ol-layers' : '.maplibregl-canvas');
    const panned = () =>
      moved.evaluate((element) => Number(/^translate\(([\d.]+)px/.exec(element.style.transform)?.[1] ?? 0));
    // A library may take the first move for the start of the drag.
    for (const right of [20, 40, 60]) await page.mouse.move(x + right, y + 250);
    await expect.poll(panned).toBeGreaterThan(30);
    await expect
      .poll(async () => differences(page, [beforeDrag, await pictureAt(Math.round(await panned()))]))
      .toBeLessThan(200);
    await page.mouse.up();
    await expect.poll(panned).toBe(0);
    const afterDrag = await rested();
    expect(await differences(page, [beforeDrag, afterDrag])).toBeGreaterThan(1000);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(async () => differences(page, [afterDrag, await pictureAt(0)])).toBeGreaterThan(10_000);
    await page.emulateMedia({ colorScheme: 'light' });
    await expect.poll(async () => differences(page, [afterDrag, await pictureAt(0)])).toBeLessThan(200);
  });
