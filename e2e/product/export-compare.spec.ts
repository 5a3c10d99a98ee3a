import { readFileSync } from 'node:fs';
import { gpxSample } from '@waymark/api/src/recordings/testing/sample-files.ts';
import { violations } from './axe.ts';
import { fitFile } from './files.ts';
import { importFile } from './imported.ts';
import { expect, test as base, type Member } from './member.ts';

/** The same course on several days, each at its own speed (m/s). */
function onCourse(day: number, speed: number) {
  const moved = (text: string) => text.replaceAll('2026-04-05T', `2026-04-0${day}T`);
  const text = gpxSample({ points: Math.round(3000 / speed), speed, name: `Day ${day}`, type: 'running' });
  return { name: `${day}.gpx`, mimeType: 'application/gpx+xml', buffer: Buffer.from(moved(text)) };
}

async function importDays(member: Member, site: string): Promise<number[]> {
  const ids: number[] = [];
  for (const [day, speed] of [
    [5, 3],
    [6, 2.5],
    [7, 3.4],
  ] as const) {
    ids.push(await importFile(member, site, onCourse(day, speed)));
  }
  return ids;
}

/** `days` are the ids of three runs on one course. */
const test = base.extend<{ days: number[] }>({
  days: async ({ member, site }, use) => use(await importDays(member, site)),
});

test('[WORK-03] a workout saved in each format is recognised as the same when it is imported again', async ({
  quiet: page,
  member,
  site,
}) => {
  const id = await importFile(member, site, fitFile('run.fit', 800));
  await page.goto(`/workout/${id}`);
  const files: { name: string; mimeType: string; buffer: Buffer }[] = [];
  for (const format of ['FIT', 'GPX', 'TCX']) {
    await page.getByRole('button', { name: 'Export' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: new RegExp(`^${format}`) }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^2026-04-05 .+\\.${format.toLowerCase()}$`));
    const buffer = readFileSync(await file.path());
    files.push({ name: file.suggestedFilename(), mimeType: 'application/octet-stream', buffer });
  }
  await page.goto('/workout/import');
  await page.locator('input[type=file]').setInputFiles(files);
  await expect
    .poll(async () => {
      const list = (await (await member.call('GET', '/device/file_import/')).json()) as {
        _embedded: { file_imports: { file_name: string; state: string }[] };
      };
      return list._embedded.file_imports.map(({ state }) => state).toSorted();
    })
    .toEqual(['duplicate', 'duplicate', 'duplicate', 'ready']);
});

test('[WORK-04] the other runs on a course are compared by keyboard alone', async ({ quiet: page, days }) => {
  await page.goto(`/workout/${days[0]}`);
  const section = page.getByRole('region', { name: 'On the same course' });
  await expect(section).toContainText('Ranked 2 of 3 by moving time.');
  await expect(section.getByRole('row')).toHaveCount(4);
  const others = section.getByRole('checkbox', { checked: false });
  await others.first().focus();
  await page.keyboard.press('Space');
  await others.first().focus();
  await page.keyboard.press('Space');
  await section.getByRole('link', { name: 'Compare' }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/workout\/compare\?ids=\d+,\d+,\d+$/);
  const place = page.getByRole('slider', { name: /^Place on the course/ });
  await place.focus();
  await page.keyboard.press('PageUp');
  await page.keyboard.press('PageUp');
  await expect(page.getByRole('region', { name: /^At 0.37 mi/ })).toContainText('Day 6');
  await expect(place).toHaveAttribute('aria-valuetext', /Day 6: .*\+0:4\d/);
  await expect(
    page
      .getByRole('img', { name: /^Map of the workouts/ })
      .locator('canvas')
      .first(),
  ).toBeVisible();
  await page.getByRole('radio', { name: 'Pace' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('radio', { name: 'Heart rate' })).toBeChecked();
  expect(await violations(page)).toEqual([]);

  // A look at one of them and back: the comparison is as it was left.
  await page
    .getByRole('table', { name: 'Figures of the workouts' })
    .getByRole('link', { name: 'Day 6' })
    .click();
  await expect(page).toHaveURL(/\/workout\/\d+$/);
  await page.goBack();
  await expect(page.getByRole('radio', { name: 'Heart rate' })).toBeChecked();
  await expect(page.getByRole('table', { name: 'Figures of the workouts' }).getByRole('link')).toHaveCount(3);
});

test('[WORK-04] on a phone workouts are chosen from the list and nothing is cut off', async ({
  quiet: page,
  days,
}) => {
  expect(days).toHaveLength(3);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/workout/compare');
  await page.getByRole('searchbox').fill('day');
  await page.getByRole('checkbox', { name: /^Day 5/ }).check();
  await page.getByRole('checkbox', { name: /^Day 7/ }).check();
  await page.getByRole('button', { name: 'Compare' }).click();
  const place = page.getByRole('slider', { name: /^Place on the course/ });
  await place.scrollIntoViewIfNeeded();
  const box = (await place.boundingBox())!;
  await place.click({ position: { x: box.width / 2, y: 60 } });
  await expect(place).toHaveAttribute('aria-valuetext', /Day 7: .*−0:/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violations(page)).toEqual([]);
});
