import type { Page } from '@playwright/test';
import { gpxSample, SAMPLE_START } from '@waymark/api/src/recordings/testing/sample-files.ts';
import { zipOf } from '@waymark/api/src/recordings/testing/zip-builder.ts';
import { violations } from './axe.ts';
import { fitFile, textFile } from './files.ts';
import { importFile } from './imported.ts';
import { expect, test as base } from './member.ts';

const DAY_MS = 86_400_000;

/** `run` is the id of an imported run. */
const test = base.extend<{ run: number }>({
  run: async ({ member, site }, use) => use(await importFile(member, site, fitFile('run.fit', 1200))),
});

/** A picture of one colour, drawn by the browser itself. */
async function picture(page: Page, colour: string, name: string) {
  const base64 = await page.evaluate(async (fill) => {
    const canvas = new OffscreenCanvas(640, 480);
    const pen = canvas.getContext('2d')!;
    pen.fillStyle = fill;
    pen.fillRect(0, 0, 640, 480);
    const blob = await canvas.convertToBlob({ type: 'image/jpeg' });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    return btoa(String.fromCodePoint(...bytes));
  }, colour);
  return { name, mimeType: 'image/jpeg', buffer: Buffer.from(base64, 'base64') };
}

/** A run of its own for each day. */
const fileOf = (day: number) => ({
  name: `run-${day}.gpx`,
  mimeType: 'application/gpx+xml',
  buffer: Buffer.from(gpxSample({ points: 400, name: `Run ${day}`, start: SAMPLE_START - day * DAY_MS })),
});

/** The same workout in other bytes: the very same ones are skipped without a question. */
const alikeFileOf = (day: number) => {
  const file = fileOf(day);
  return { ...file, buffer: Buffer.concat([file.buffer, Buffer.from('\n')]) };
};

const archive = async (name: string, days: number) => ({
  name,
  mimeType: 'application/zip',
  buffer: await zipOf(
    Array.from({ length: days }, (_, day) => [fileOf(day).name, fileOf(day).buffer.toString()]),
  ),
});

const photos = (page: Page) => page.getByRole('region', { name: 'Photos' });
const shownPhotos = (page: Page) => photos(page).getByRole('button', { name: /^Enlarge / });

test('[WORK-04] photos are added, made ready, described, ordered by keyboard, looked at and deleted with undo', async ({
  quiet: page,
  run,
}) => {
  await page.goto(`/workout/${run}`);
  await expect(photos(page).getByRole('button', { name: 'Add photos' })).toBeVisible();
  await photos(page)
    .locator('input[type=file]')
    .setInputFiles([await picture(page, '#24523d', 'wood.jpg'), await picture(page, '#1f6fa8', 'lake.jpg')]);
  await expect(shownPhotos(page)).toHaveCount(2, { timeout: 30_000 });
  const image = shownPhotos(page).first().locator('img');
  await image.scrollIntoViewIfNeeded();
  await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(100);

  await page.getByRole('button', { name: 'Describe Photo 1' }).click();
  await page.getByRole('textbox', { name: 'Description' }).fill('First');
  const described = page.waitForResponse(/\/workout_photo\/\d+\/$/);
  await page.keyboard.press('Enter');
  await described;
  const saved = page.waitForResponse((answer) => answer.url().endsWith('/photos/order/'));
  await page.getByRole('button', { name: /^Move First/ }).focus();
  await page.keyboard.press('ArrowRight');
  await saved;
  await page.reload();
  await expect(shownPhotos(page)).toHaveCount(2);
  await expect(shownPhotos(page).nth(1)).toHaveAccessibleName('Enlarge First');

  await shownPhotos(page).nth(1).click();
  await expect(page.getByRole('dialog', { name: 'First' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('dialog', { name: 'Photo 1' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(shownPhotos(page).nth(1)).toBeFocused();

  await page.getByRole('button', { name: 'Delete First' }).click();
  await expect(shownPhotos(page)).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(shownPhotos(page)).toHaveCount(2);
});

test('[WORK-04] what is no picture is answered with a sentence', async ({ quiet: page, run }) => {
  await page.goto(`/workout/${run}`);
  await photos(page).locator('input[type=file]').setInputFiles(textFile('diary.txt'));
  await expect(photos(page)).toContainText('This is not a picture.');
});

test('[WORK-02] a workout is logged with new gear and photos, which are sent after it', async ({
  quiet: page,
  member,
}) => {
  expect(member.userId).toBeGreaterThan(0);
  await page.goto('/workout/create/');
  await page.getByRole('button', { name: /activity/i }).click();
  await page.getByRole('option', { name: 'Run', exact: true }).first().click();
  await page
    .getByRole('group', { name: /Duration/ })
    .getByLabel('Minutes')
    .fill('45');
  await page.getByRole('combobox', { name: /^Gear/ }).selectOption({ label: 'Add new gear…' });
  await page.getByRole('group', { name: 'New gear' }).getByRole('textbox').fill('Red shoes');
  await page.getByRole('button', { name: 'Add gear' }).click();
  await expect(page.getByRole('combobox', { name: /^Gear/ })).toHaveText(/Red shoes/);
  await page.locator('input[type=file]').setInputFiles([await picture(page, '#b7791f', 'sun.jpg')]);
  await expect(page.getByRole('list', { name: 'Chosen photos' }).getByRole('img')).toHaveCount(1);
  await page.getByRole('button', { name: 'Save workout' }).click();
  await expect(page).toHaveURL(/\/workout\/\d+/);
  await expect(page.getByRole('region', { name: 'Gear' })).toContainText('Red shoes');
  await expect(shownPhotos(page)).toHaveCount(1, { timeout: 30_000 });
});

test('[ACCT-06] [WORK-13] heart-rate zones are edited from a workout and count for it', async ({
  quiet: page,
  run,
}) => {
  await page.goto(`/workout/${run}`);
  const zones = page.getByRole('region', { name: 'Heart-rate zones' });
  await expect(zones).toContainText('up to 108 bpm');
  await zones.getByRole('button', { name: 'Edit zones' }).click();
  const dialog = page.getByRole('dialog', { name: 'Your heart-rate zones' });
  await dialog.getByRole('textbox', { name: 'Zone 1 ends at' }).fill('118');
  await dialog.getByRole('radio', { name: 'From this workout on' }).check();
  await dialog.getByRole('button', { name: 'Save zones' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(zones).toContainText('up to 118 bpm');
  await expect(zones).toContainText('119–125 bpm');
});

test('[WORK-04] a best effort is chosen by keyboard and marks its part', async ({ quiet: page, run }) => {
  await page.goto(`/workout/${run}`);
  const best = page.getByRole('button', { name: 'Select the best 1 km' });
  await best.focus();
  await page.keyboard.press('Enter');
  await expect(best).toHaveAttribute('aria-pressed', 'true');
  const part = page.getByRole('region', { name: 'Selected part' });
  await expect(part.getByRole('group', { name: 'Distance', exact: true })).toContainText('0.62');
});

test('[WORK-03] an archive with duplicates: decided for all, filtered, searched and downloaded', async ({
  quiet: page,
  member,
  site,
}) => {
  test.slow();
  for (const i of [0, 1]) await importFile(member, site, alikeFileOf(i));
  await page.goto('/workout/import');
  await page.locator('input[type=file]').setInputFiles(await archive('years.zip', 6));
  const batch = page.getByRole('list', { name: 'Batch uploads' }).getByRole('listitem');
  await expect(batch).toContainText('years.zip', { timeout: 30_000 });
  await expect(batch).toContainText('2 wait for your choice', { timeout: 60_000 });
  await page.getByRole('button', { name: 'Keep existing, for all' }).click();
  await expect(page.getByRole('group', { name: 'All duplicates' })).toHaveCount(0);
  await expect(batch).toContainText('2 not imported');

  const uploads = page.getByRole('region', { name: 'Uploads' });
  await page.getByRole('combobox', { name: 'Show' }).selectOption('skipped');
  await expect(uploads.getByText('Not imported: you have this workout already.')).toHaveCount(2);
  await page.getByRole('combobox', { name: 'Show' }).selectOption('');
  await page.getByRole('searchbox', { name: 'Search' }).fill('run-4');
  await expect(uploads.getByText(/run-4\.gpx in years\.zip/)).toHaveCount(1);
  await expect(uploads.getByText(/run-3\.gpx/)).toHaveCount(0);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download the list' }).click();
  const stream = await (await download).createReadStream();
  const text = (await stream.toArray()).map(String).join('');
  expect(text).toContain('run-4.gpx');
  expect(text).not.toContain('run-3.gpx');
});

for (const [width, colorScheme] of [
  [1440, 'light'],
  [390, 'dark'],
] as const)
  test.describe(`${colorScheme}, ${width} px wide`, () => {
    test.use({ colorScheme, viewport: { width, height: 900 }, bypassCSP: true });

    const flaws = async (page: Page) => {
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      return [...(await violations(page)), ...(wide > 0 ? [`${wide} px too wide`] : [])];
    };

    test('what is added to a workout and its dialogs have no accessibility violation', async ({
      page,
      run,
    }) => {
      await page.goto(`/workout/${run}`);
      await expect(page.getByRole('region', { name: 'Best efforts' })).toBeVisible();
      await photos(page)
        .locator('input[type=file]')
        .setInputFiles([
          await picture(page, '#24523d', 'wood.jpg'),
          await picture(page, '#1f6fa8', 'lake.jpg'),
        ]);
      await expect(shownPhotos(page)).toHaveCount(2, { timeout: 30_000 });
      expect(await flaws(page)).toEqual([]);
      await page.getByRole('button', { name: 'Edit zones' }).click();
      await expect(page.getByRole('dialog')).toHaveAttribute('data-state', 'entered');
      expect(await flaws(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await shownPhotos(page).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await flaws(page)).toEqual([]);
    });

    test('an import with batches, duplicates and failures has no accessibility violation', async ({
      page,
      member,
      site,
    }) => {
      await importFile(member, site, alikeFileOf(0));
      await importFile(member, site, alikeFileOf(1));
      await page.goto('/workout/import');
      await page.locator('input[type=file]').setInputFiles(await archive('years.zip', 6));
      await expect(page.getByRole('group', { name: 'All duplicates' })).toBeVisible({ timeout: 30_000 });
      await page.getByText('How to get your archive').click();
      expect(await flaws(page)).toEqual([]);
    });
  });
