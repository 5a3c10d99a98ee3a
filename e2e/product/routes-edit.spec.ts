import type { Page } from '@playwright/test';
import { expect, signUp, test, type Member } from './member.ts';

const METERS = 111_195;
/** A spot of the invented island that no other test uses. */
const [LAT, LNG] = [0.515, -149.985];
const NOTE = 'The gate sticks.:0.515:-149.98:556';

interface SavedRoute {
  id: number;
  name: string;
  distance: number;
  privacy: number;
  description: string;
  date_updated: string;
}

/** Saves a straight route due east, 1 km long. */
async function save(member: Member, name: string): Promise<number> {
  const answer = await member.call('POST', '/route/', {
    name,
    activity_type_id: 16,
    privacy: 3,
    description: 'Shady in summer.',
    points: Array.from({ length: 11 }, (_, i) => ({
      lat: LAT,
      lng: LNG + (i * 100) / METERS,
      order: i === 0 ? 1 : i === 10 ? 2 : 0,
      ...(i === 10 && { travel_mode: 0, notes: NOTE }),
    })),
  });
  const text = await answer.text();
  expect(answer.status, text).toBe(201);
  return (JSON.parse(text) as { id: number }).id;
}

const read = async (member: Member, id: number) =>
  (await (await member.call('GET', `/route/${id}/`)).json()) as SavedRoute;
const routesOf = async (member: Member) =>
  (
    (await (await member.call('GET', `/route/?user=${member.userId}`)).json()) as {
      _embedded: { routes: SavedRoute[] };
    }
  )._embedded.routes;

const stops = (page: Page) =>
  page.getByRole('list', { name: 'Waypoints' }).getByRole('listitem').filter({ visible: true });
const nameField = (page: Page) => page.getByRole('textbox', { name: 'Name', exact: true });

/** Adds a place to the end of the course, by the list. */
async function addPlace(page: Page, place: string, count: number): Promise<void> {
  const field = page.getByRole('combobox', { name: 'Add a place' });
  await field.fill(place);
  await field.press('Enter');
  await expect(stops(page)).toHaveCount(count);
}

test('[ROUTE-05] [ROUTE-06] [ROUTE-07] a saved route is opened from its page, made longer and renamed; its notes stay', async ({
  quiet: page,
  member,
}) => {
  const id = await save(member, 'East of the park');
  const before = await read(member, id);
  await page.goto(`/routes/view/${id}`);
  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/routes/edit/${id}$`));
  await expect(stops(page)).toHaveCount(2);
  await addPlace(page, `${LAT + 0.01}, ${LNG + 1000 / METERS}`, 3);
  await page.getByRole('radio', { name: 'Save' }).check({ force: true });
  await expect(nameField(page)).toHaveValue('East of the park');
  await nameField(page).fill('East and north of the park');
  await page.getByRole('button', { name: 'Save changes' }).click();

  await expect(page).toHaveURL(new RegExp(`/routes/view/${id}$`));
  await expect(page.getByRole('heading', { level: 1, name: 'East and north of the park' })).toBeVisible();
  await expect(page.getByText('The gate sticks.')).toBeVisible();
  await expect(page.getByText('Shady in summer.')).toBeVisible();
  const [changed, ...others] = await routesOf(member);
  expect(others).toEqual([]);
  expect(changed!.id).toBe(id);
  expect(changed!.privacy).toBe(before.privacy);
  expect(changed!.distance).toBeGreaterThan(before.distance + 1000);
});

test('[ROUTE-05] [ROUTE-06] [DATA-03] a route of somebody else is copied from its page and changed; theirs stays as it is', async ({
  quiet: page,
  member,
  playwright,
}) => {
  const theirContext = await playwright.request.newContext();
  const author = await signUp(theirContext);
  const id = await save(author, 'Along the canal');
  const before = await read(author, id);
  await page.goto(`/routes/view/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Along the canal' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeHidden();
  await page.getByRole('link', { name: 'Copy', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/routes/copy/${id}$`));
  await expect(stops(page)).toHaveCount(2);
  await addPlace(page, `${LAT + 0.01}, ${LNG + 1000 / METERS}`, 3);
  await page.getByRole('radio', { name: 'Save' }).check({ force: true });
  await expect(nameField(page)).toHaveValue('Copy of Along the canal');
  await page.getByRole('button', { name: 'Save as a new route' }).click();

  await expect(page.getByRole('heading', { level: 1, name: 'Copy of Along the canal' })).toBeVisible();
  await expect(page.getByText('The gate sticks.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Edit', exact: true })).toBeVisible();
  const [copy, ...others] = await routesOf(member);
  expect(others).toEqual([]);
  expect(page.url()).toMatch(new RegExp(`/routes/view/${copy!.id}$`));
  expect(copy!.id).not.toBe(id);
  expect(copy!.distance).toBeGreaterThan(before.distance + 1000);
  expect(await read(author, id)).toEqual(before);
  await theirContext.dispose();
});
