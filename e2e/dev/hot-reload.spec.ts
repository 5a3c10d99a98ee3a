import { expect, test as base } from '@playwright/test';
import { startDevelopment, type DevelopmentSite } from './command.ts';
import { makeSample, type Sample } from './sample.ts';

const test = base.extend<object, { sample: Sample; dev: DevelopmentSite }>({
  sample: [
    async ({}, use) => {
      const sample = makeSample();
      await use(sample);
      sample.remove();
    },
    { scope: 'worker' },
  ],
  dev: [
    async ({ sample }, use) => {
      const dev = await startDevelopment([sample.folder]);
      await use(dev);
      await dev.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
});

test('[PLAT-09] a change in a remote shows on the open page, which keeps its state', async ({
  page,
  sample,
  dev,
}) => {
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
