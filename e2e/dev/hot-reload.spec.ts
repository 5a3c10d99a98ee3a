import { expect, test as base } from '@playwright/test';
import { runDevelopment, type DevelopmentRun } from './command.ts';
import { makeSample, type Sample } from './sample.ts';

type DevelopmentSite = DevelopmentRun & { url: string };

const test = base.extend<{ sample: Sample; start: (...options: string[]) => Promise<DevelopmentSite> }>({
  sample: async ({}, use) => {
    const sample = makeSample();
    await use(sample);
    sample.remove();
  },
  start: async ({ sample, page }, use, info) => {
    let run: DevelopmentRun | undefined;
    await use(async (...options) => {
      run = runDevelopment([sample.folder, ...options]);
      return { ...run, url: await run.ready };
    });
    if (info.status !== info.expectedStatus) console.log(run?.output());
    await page.close();
    await run?.stop();
  },
});

// Each of them builds the host and a remote with all cores: side by side they would only wait for each other.
test.describe.configure({ mode: 'default' });

test('[PLAT-09] a change in a remote shows on the open page, which keeps its state', async ({
  page,
  sample,
  start,
}) => {
  test.setTimeout(300_000);
  const dev = await start();
  let loads = 0;
  page.on('load', () => loads++);
  await page.goto(`${dev.url}/sample`);
  await page.getByRole('button', { name: '0 climbs' }).click();
  await expect(page.getByText('a helper speaks')).toBeVisible();

  sample.edit('src/page.tsx', 'First words', 'Second words');
  await expect(page.getByRole('heading', { name: 'Second words' })).toBeVisible();
  sample.edit('src/words.ts', 'a helper', 'a changed helper');
  await expect(page.getByText('a changed helper speaks')).toBeVisible();
  sample.edit('src/page.css', 'left', 'right');
  await expect(page.locator('.sample')).toHaveCSS('text-align', 'right');

  sample.edit('src/page.tsx', '<h1>', '<h1');
  await expect(page.getByRole('status').filter({ hasText: 'mfe-sample' })).toContainText('page.tsx');
  await expect(page.getByRole('heading', { name: 'Second words' })).toBeVisible();
  sample.edit('src/page.tsx', '<h1Second', '<h1>Third');
  await expect(page.getByRole('heading', { name: 'Third words' })).toBeVisible();
  await expect(page.getByRole('status').filter({ hasText: 'mfe-sample' })).toBeHidden();

  expect(loads, dev.output()).toBe(1);
  await expect(page.getByRole('button', { name: '1 climbs' })).toBeVisible();
});

test('[PLAT-09] a page that stands alone is there under development too, and newer with its next load', async ({
  page,
  sample,
  start,
}) => {
  test.setTimeout(300_000);
  const dev = await start();
  const shows = (text: string) =>
    expect(async () => {
      await page.goto(`${dev.url}/sample/frame`);
      await expect(page.getByText(text, { exact: true })).toBeVisible({ timeout: 3000 });
    }).toPass();
  await shows('Waymark: a helper speaks');
  sample.edit('src/words.ts', 'a helper', 'a changed helper');
  await shows('Waymark: a changed helper speaks');
});

test('[PLAT-09] a remote runs alone, signed in, and shows changes on the open page; Ctrl-C ends every part', async ({
  page,
  sample,
  start,
}) => {
  test.setTimeout(300_000);
  const dev = await start('--alone');
  let loads = 0;
  page.on('load', () => loads++);
  await page.goto(dev.url);
  await page.getByRole('link', { name: '/sample', exact: true }).click();
  await expect(page.getByText('Robin is signed in')).toBeVisible();
  await page.getByRole('button', { name: '0 climbs' }).click();
  sample.edit('src/page.tsx', 'First words', 'Second words');
  await expect(page.getByRole('heading', { name: 'Second words' })).toBeVisible();
  await expect(page.getByRole('button', { name: '1 climbs' })).toBeVisible();
  expect(loads, 'one for each address').toBe(2);
  expect(await dev.stop()).toBe(0);
  await expect(fetch(dev.url)).rejects.toThrow();
});
