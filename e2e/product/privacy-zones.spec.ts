import { importFile } from './imported.ts';
import { expect, signUp, test, type Member } from './member.ts';

const METERS = 111_195;

/** A run as a watch exports it: winding north from a door for two kilometres. */
function run(): { name: string; mimeType: string; buffer: Buffer<ArrayBuffer> } {
  const start = Date.parse('2026-11-10T12:00:00Z');
  const rows = Array.from({ length: 400 }, (_, i) => {
    const lat = (52.2 + (i * 5) / METERS).toFixed(6);
    const lng = (21.01 + 0.0004 * Math.sin(i / 9)).toFixed(6);
    const time = new Date(start + i * 2000).toISOString();
    return `<trkpt lat="${lat}" lon="${lng}"><ele>${100 + (i % 20)}</ele><time>${time}</time></trkpt>`;
  });
  const text = `<?xml version="1.0"?><gpx version="1.1" creator="test" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Out of the door</name><type>running</type><trkseg>${rows.join('')}</trkseg></trk></gpx>`;
  return { name: 'door.gpx', mimeType: 'application/gpx+xml', buffer: Buffer.from(text) };
}

type Series = { position: [number, { lat: number; lng: number }][]; distance: [number, number][] };
const seriesFor = async (member: Member, id: number) =>
  (await (await member.call('GET', `/workout/${id}/time_series/`)).json()) as Series;
const metersFromDoor = ({ lat, lng }: { lat: number; lng: number }) =>
  Math.hypot(lat - 52.2, (lng - 21.01) * Math.cos((52.2 * Math.PI) / 180)) * METERS;

test('[DATA-03] a zone added by keyboard hides the way from the door from others, and from nobody else', async ({
  quiet: page,
  member,
  site,
  playwright,
}) => {
  const id = await importFile(member, site, run());
  await member.call('PUT', `/workout/${id}/`, { privacy: 3 });

  await page.goto('/workouts/privacy_zones');
  const add = page.getByRole('button', { name: 'Add a zone' });
  await add.focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Name').focus();
  await page.keyboard.type('Home');
  await page.getByLabel('Latitude').focus();
  await page.keyboard.type('52.2');
  await page.keyboard.press('Tab');
  await page.keyboard.type('21.01');
  await page.getByRole('slider', { name: 'Radius' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('begin and end 820 ft to 1,970 ft from this place')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Change Home' })).toBeVisible();

  const request = await playwright.request.newContext();
  const stranger = await signUp(request);
  const [theirs, own] = [await seriesFor(stranger, id), await seriesFor(member, id)];
  expect(own.position.length).toBe(400);
  expect(metersFromDoor(own.position[0]![1])).toBeLessThan(1);
  expect(theirs.position.length).toBeGreaterThan(200);
  const nearest = Math.min(...theirs.position.map(([, place]) => metersFromDoor(place)));
  expect(nearest).toBeGreaterThan(250);
  expect(nearest).toBeLessThan(610);
  expect([theirs.position[0]![0], theirs.distance[0]![1]]).toEqual([0, 0]);

  await page.goto(`/workout/${id}`);
  await expect(page.getByText('Only you see all of it')).toBeVisible();
  await request.dispose();
});

test('[DATA-03] a stranger’s page of the workout has map and chart from the edge on', async ({
  quiet: page,
  member: _stranger,
  site,
  playwright,
}) => {
  const request = await playwright.request.newContext();
  const owner = await signUp(request);
  const id = await importFile(owner, site, run());
  await owner.call('PUT', `/workout/${id}/`, { privacy: 3 });
  await owner.call('POST', '/privacy_zones/', { name: 'Home', lat: 52.2, lng: 21.01, radius: 250 });
  await page.goto(`/workout/${id}`);
  await expect(page.getByText('Part of this track is hidden')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Map of Out of the door' })).toBeVisible();
  await expect(page.getByText('Home')).toHaveCount(0);
  await request.dispose();
});

test('[WORK-08] the heat map opens and lists the workouts at a spot, by keyboard too', async ({
  quiet: page,
  member,
  site,
}) => {
  const id = await importFile(member, site, run());
  await page.goto('/workouts/dashboard/map');
  const map = page.getByRole('application');
  await expect(map).toBeVisible();
  await expect(page.getByText('1 workout', { exact: true }).first()).toBeVisible();
  // The track is fitted into view: the middle of the map is the middle of the run.
  const spot = page.getByRole('region', { name: 'Workouts at a spot' });
  await expect(async () => {
    await map.focus();
    await page.keyboard.press('Enter');
    await expect(spot.getByRole('heading', { name: '1 workout here' })).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(spot.getByRole('link', { name: 'Out of the door' })).toHaveAttribute('href', `/workout/${id}`);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await expect(spot.getByRole('heading', { name: 'No workout here' })).toBeVisible();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('cell', { name: 'November 2026' })).toBeVisible();
});
