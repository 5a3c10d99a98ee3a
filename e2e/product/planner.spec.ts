import polyline from '@mapbox/polyline';
import type { Page } from '@playwright/test';
import { expect, test } from './member.ts';
import { take, VARIANTS } from './variant.ts';

const VIEW = { lat: 0.5, lng: -150, zoom: 15 };
const ADDRESS = `/routes/create?lat=${VIEW.lat}&lng=${VIEW.lng}&zoom=${VIEW.zoom}`;

const worldY = (lat: number) => Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360)) / (2 * Math.PI);

/** The map of the planner: places in shares of its width and height, and pixels of places in degrees. */
async function mapOf(page: Page) {
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  const box = (await page.getByRole('application').boundingBox())!;
  const scale = 512 * 2 ** VIEW.zoom;
  return {
    share: (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y],
    pixel: ({ lat, lng }: { lat: number; lng: number }): [number, number] => [
      box.x + box.width / 2 + ((lng - VIEW.lng) / 360) * scale,
      box.y + box.height / 2 - (worldY(lat) - worldY(VIEW.lat)) * scale,
    ],
  };
}

const stops = (page: Page) => page.getByRole('list', { name: 'Waypoints' }).getByRole('listitem');
const distance = async (page: Page) =>
  Number(
    /([\d.]+)\s*mi/.exec(await page.getByRole('group', { name: 'Figures of the route' }).innerText())?.[1] ??
      NaN,
  );

/** Where the router put the points, from the list beside the map. */
async function places(page: Page): Promise<{ lat: number; lng: number }[]> {
  const texts = await stops(page).locator('[data-figure]').filter({ hasText: ', ' }).allTextContents();
  return texts.map((text) => {
    const [lat = NaN, lng = NaN] = text.split(', ').map(Number);
    return { lat, lng };
  });
}

async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  await page.mouse.move(from[0], from[1]);
  await page.mouse.down();
  await page.mouse.move(to[0], to[1], { steps: 10 });
  await page.mouse.up();
}

async function draw(page: Page, shares: readonly (readonly [number, number])[]) {
  const map = await mapOf(page);
  for (const [index, [x, y]] of shares.entries()) {
    await page.mouse.click(...map.share(x, y));
    await expect(stops(page)).toHaveCount(index + 1);
  }
  return map;
}

for (const variant of VARIANTS)
  test(`[ROUTE-05] [ROUTE-10] [ROUTE-12] a route is drawn by clicks, bent by dragging, and there after a reload with all its steps, over ${variant}`, async ({
    quiet: page,
    member: _drawer,
  }) => {
    test.slow();
    await take(page, variant);
    const asked: number[] = [];
    page.on('request', (request) => {
      const json = new URL(request.url()).searchParams.get('json');
      if (json) asked.push((JSON.parse(json) as { locations: unknown[] }).locations.length);
    });
    await page.goto(ADDRESS);
    const map = await draw(page, [
      [0.3, 0.3],
      [0.5, 0.55],
      [0.72, 0.3],
      [0.8, 0.7],
    ]);
    await expect.poll(() => asked).toEqual([2, 2, 2]);
    const drawn = await places(page);
    await expect.poll(() => distance(page)).toBeGreaterThan(0.5);
    const first = await distance(page);

    // A point: its two legs are asked for while it moves, the others stay.
    await drag(page, map.pixel(drawn[1]!), map.share(0.5, 0.85));
    await expect.poll(async () => (await places(page))[1]).not.toEqual(drawn[1]);
    const moved = await places(page);
    expect([moved[0], moved[2], moved[3]]).toEqual([drawn[0], drawn[2], drawn[3]]);
    expect(new Set(asked.slice(3))).toEqual(new Set([3]));
    await expect.poll(() => distance(page)).toBeGreaterThan(first);

    // The line: hovering shows what can be dragged, dragging puts a point in between.
    const [end] = [map.pixel(moved[3]!)];
    await page.mouse.move(end[0], end[1] - 24);
    const near = page.locator('[data-part=handle]');
    for (let away = 24; !(await near.isVisible()) && away < 120; away += 3)
      await page.mouse.move(end[0], end[1] - away);
    await expect(near).toBeVisible();
    const handle = (await near.boundingBox())!;
    await drag(page, [handle.x + 9, handle.y + 9], map.share(0.92, 0.45));
    await expect(stops(page)).toHaveCount(5);

    await page.keyboard.press('z');
    await expect(stops(page)).toHaveCount(4);
    await expect.poll(() => places(page)).toEqual(moved);
    await page.keyboard.press('z');
    await expect.poll(() => places(page)).toEqual(drawn);
    await page.keyboard.press('y');
    await expect.poll(() => places(page)).toEqual(moved);
    await expect.poll(() => distance(page)).toBeGreaterThan(first);
    const length = await distance(page);

    await page.reload();
    await expect(page.getByText('We restored your draft.')).toBeVisible();
    await expect.poll(() => places(page)).toEqual(moved);
    await expect.poll(() => distance(page)).toBe(length);
    await page.keyboard.press('y');
    await expect(stops(page)).toHaveCount(5);
    for (let step = 0; step < 6; step++) await page.keyboard.press('z');
    await expect(stops(page)).toHaveCount(0);
  });

test('[ROUTE-05] beside the roads a leg is a straight line, and one hint says so', async ({
  // The browser itself notes the refusal of the call.
  page,
  member: _drawer,
}) => {
  // Far out at sea, beside the town.
  await page.goto('/routes/create?lat=0.5&lng=-150&zoom=9.5');
  const map = await mapOf(page);
  await page.mouse.click(...map.share(0.5, 0.5));
  await expect(stops(page)).toHaveCount(1);
  await page.mouse.click(...map.share(0.9, 0.2));
  await expect(stops(page)).toHaveCount(2);
  await expect(page.getByText('No roads here yet, so this leg is a straight line.')).toBeVisible();
  await page.getByRole('button', { name: 'Draw straight lines' }).click();
  await expect(page.getByText('No roads here yet')).toBeHidden();
  await expect.poll(() => distance(page)).toBeGreaterThan(5);
});

test('[ROUTE-05] [ROUTE-12] a street that is drawn over with the tool is avoided from then on, and allowed again by the list', async ({
  quiet: page,
  member: _drawer,
}) => {
  const answers: { shape: [lat: number, lng: number][]; excluded: number }[] = [];
  page.on('response', async (response) => {
    const json = new URL(response.url()).searchParams.get('json');
    if (!json || !response.ok()) return;
    const { trip } = (await response.json()) as { trip: { legs: { shape: string }[] } };
    answers.push({
      shape: polyline.decode(trip.legs[0]!.shape, 6),
      excluded: (JSON.parse(json) as { exclude_locations?: unknown[] }).exclude_locations?.length ?? 0,
    });
  });
  await page.goto(ADDRESS);
  const map = await draw(page, [
    [0.3, 0.3],
    [0.72, 0.6],
  ]);
  await expect.poll(() => answers.length).toBe(1);
  const before = answers[0]!.shape;
  const first = await distance(page);
  // The piece of the way in its middle, within one block.
  const middle = before.slice(Math.floor(before.length / 3), Math.ceil((before.length * 2) / 3));
  const blocks = middle
    .slice(1)
    .map((end, i): [Pixel, Pixel] => [map.pixel(placeOf(middle[i]!)), map.pixel(placeOf(end))]);
  const [from, to] = blocks.sort((a, b) => Math.hypot(...apart(b)) - Math.hypot(...apart(a)))[0]!;
  await page.keyboard.press('a');
  await expect(page.getByText('Draw along a street to avoid it.')).toBeVisible();
  await drag(page, between(from, to, 0.3), between(from, to, 0.7));
  await expect.poll(() => answers.length).toBe(2);
  expect(answers[1]!.excluded).toBeGreaterThan(0);
  const pixels = answers[1]!.shape.map((at) => map.pixel(placeOf(at)));
  const [x, y] = between(from, to, 0.5);
  for (const [i, end] of pixels.slice(1).entries())
    expect(pixelsOff(pixels[i]!, end, [x, y])).toBeGreaterThan(5);
  await expect.poll(() => distance(page)).toBeGreaterThanOrEqual(first);

  const list = page.getByRole('region', { name: 'Avoided streets' });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await page.reload();
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await list.getByRole('button', { name: 'Allow street 1 again' }).click();
  await expect(list).toBeHidden();
});

type Pixel = readonly [x: number, y: number];
const placeOf = ([lat, lng]: [number, number]) => ({ lat, lng });
const apart = ([a, b]: readonly [Pixel, Pixel]): [number, number] => [b[0] - a[0], b[1] - a[1]];
const between = (a: Pixel, b: Pixel, share: number): [number, number] => [
  a[0] + share * (b[0] - a[0]),
  a[1] + share * (b[1] - a[1]),
];
/** Pixels between a place and a line. */
function pixelsOff(a: Pixel, b: Pixel, place: Pixel): number {
  const [dx, dy] = apart([a, b]);
  const length = dx * dx + dy * dy || 1;
  const share = Math.max(0, Math.min(1, ((place[0] - a[0]) * dx + (place[1] - a[1]) * dy) / length));
  return Math.hypot(...apart([between(a, b, share), place]));
}
