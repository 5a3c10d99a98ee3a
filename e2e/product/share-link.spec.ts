import type { BrowserContext, Page, Request } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, signUp, test, type Member } from './member.ts';

const METERS = 111_195;
const [LAT, LNG] = [0.53, -149.97];
const KEY = /\?key=[\w-]{22}$/;

async function create(member: Member, path: string, body: unknown): Promise<number> {
  const answer = await member.call('POST', path, body);
  const text = await answer.text();
  expect(answer.status, text).toBe(201);
  return (JSON.parse(text) as { id: number }).id;
}

const saveRoute = (member: Member, name: string) =>
  create(member, '/route/', {
    name,
    activity_type_id: 16,
    privacy: 6,
    points: Array.from({ length: 60 }, (_, i) => ({
      lat: LAT,
      lng: LNG + (i * 10) / METERS,
      order: i === 0 ? 1 : i === 59 ? 2 : 0,
      elevation: 100,
      ...(i === 59 && { travel_mode: 1 }),
    })),
  });

const logWorkout = (member: Member, name: string) =>
  create(member, '/workout/', {
    name,
    activity_type_id: 16,
    start_datetime: '2026-11-20T12:00:00Z',
    start_locale_timezone: 'America/New_York',
    duration: 3000,
    distance: 10_000,
    privacy: 6,
  });

const dialogLink = (page: Page) => page.getByRole('dialog').getByRole('textbox', { name: 'Link' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const missing = (page: Page) => page.getByText('is private or does not exist');

/** Headers and bodies in which the key of a link must not be. */
function watchRequests(context: BrowserContext): Request[] {
  const seen: Request[] = [];
  context.on('request', (request) => seen.push(request));
  return seen;
}

for (const [size, viewport] of [
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const)
  test(`[ROUTE-08] [DATA-03] a route is shared by link and its link renewed, on ${size}`, async ({
    quiet: page,
    member,
    browser,
  }) => {
    await page.setViewportSize(viewport);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const id = await saveRoute(member, 'By the quiet shore');
    await page.goto(`/routes/view/${id}`);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menuitem', { name: 'Link to this route' }).click();
    const first = await dialogLink(page).inputValue();
    expect(first).toMatch(KEY);
    await page.getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(first);
    expect(await violations(page)).toEqual([]);

    const elsewhere = await browser.newContext({ viewport });
    const requests = watchRequests(elsewhere);
    const guest = await elsewhere.newPage();
    const answer = await guest.goto(first);
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
    await expect(heading(guest, 'By the quiet shore')).toBeVisible();
    await expect(guest.getByRole('application', { name: 'Map of By the quiet shore' })).toBeVisible();
    const key = new URL(first).searchParams.get('key')!;
    for (const request of requests) {
      expect(request.headers()['referer'] ?? '').not.toContain(key);
      expect(request.postData() ?? '').not.toContain(key);
    }
    // The page's own address and the calls for this route carry the key, and nothing else does.
    const carrying = requests
      .map((request) => new URL(request.url()))
      .filter((url) => url.search.includes(key));
    expect(carrying.length).toBeGreaterThan(1);
    for (const { pathname } of carrying)
      expect(pathname).toMatch(/^\/routes\/view\/\d+$|^\/services\/main\/v7\.1\//);

    await page.getByRole('button', { name: 'Make a new link' }).click();
    await expect(page.getByText(/The old link stops working at once/)).toBeVisible();
    await page.getByRole('button', { name: 'Make a new link' }).click();
    await expect(dialogLink(page)).not.toHaveValue(first);
    const second = await dialogLink(page).inputValue();
    expect(second).toMatch(KEY);
    await guest.reload();
    await expect(missing(guest)).toBeVisible();
    await guest.goto(first.replace(KEY, ''));
    await expect(missing(guest)).toBeVisible();
    await guest.goto(second);
    await expect(heading(guest, 'By the quiet shore')).toBeVisible();
    await elsewhere.close();
  });

test('[ROUTE-08] [DATA-03] a shared route is printed, embedded, saved as a file and bookmarked by its key', async ({
  member,
  browser,
  site,
}) => {
  const id = await saveRoute(member, 'Round the lagoon');
  const { key } = (await (await member.call('GET', `/route/${id}/link/`)).json()) as { key: string };
  const elsewhere = await browser.newContext();
  const reader = await signUp(elsewhere.request);
  const page = await elsewhere.newPage();
  const embedded = await page.goto(`/routes/view/embedded/${id}?units=metric&key=${key}`);
  expect(embedded?.headers()['referrer-policy']).toBe('no-referrer');
  await expect(page.getByRole('link', { name: 'Round the lagoon' })).toHaveAttribute(
    'href',
    `/routes/view/${id}?key=${key}`,
  );
  await page.goto(`/routes/view/embedded/${id}`);
  await expect(page.getByText('This route is not public any more.')).toBeVisible();
  await page.goto(`/routes/print/${id}?key=${key}`);
  await expect(heading(page, 'Round the lagoon')).toBeVisible();
  await page.getByRole('link', { name: 'Back to the route' }).click();
  await expect(page).toHaveURL(`${site}/routes/view/${id}?key=${key}`);
  await page.getByRole('button', { name: 'Export' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^GPX/ }).click();
  expect((await download).suggestedFilename()).toBe('Round the lagoon.gpx');
  await page.getByRole('button', { name: 'Bookmark' }).click();
  await expect(page.getByRole('button', { name: 'Bookmarked' })).toBeVisible();
  await page.goto('/routes/my_routes/bookmarks');
  await page.getByRole('link', { name: /Round the lagoon/ }).click();
  await expect(heading(page, 'Round the lagoon')).toBeVisible();
  expect((await member.call('POST', `/route/${id}/link/`)).status).toBe(200);
  await page.reload();
  await expect(missing(page)).toBeVisible();
  expect(reader.userId).not.toBe(member.userId);
  await elsewhere.close();
});

test('[DATA-03] a workout is shared by link with a visitor and with a member, whose page starts its calls with the key', async ({
  quiet: page,
  member,
  browser,
}) => {
  const id = await logWorkout(member, 'Tempo at dawn');
  await page.goto(`/workout/${id}`);
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await dialogLink(page).inputValue();
  expect(link).toMatch(KEY);
  const visitor = await browser.newContext();
  const guest = await visitor.newPage();
  await guest.goto(link);
  await expect(heading(guest, 'Tempo at dawn')).toBeVisible();
  await visitor.close();

  const elsewhere = await browser.newContext();
  await signUp(elsewhere.request);
  const requests = watchRequests(elsewhere);
  const reader = await elsewhere.newPage();
  await reader.goto(link);
  await expect(heading(reader, 'Tempo at dawn')).toBeVisible();
  const read = requests.filter((request) => new URL(request.url()).pathname.endsWith(`/workout/${id}/`));
  expect(read.map((request) => new URL(request.url()).search)).toEqual([new URL(link).search]);
  await reader.goto(link.replace(KEY, ''));
  await expect(missing(reader)).toBeVisible();
  await elsewhere.close();
});
