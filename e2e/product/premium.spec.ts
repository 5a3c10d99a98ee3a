import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect, test } from './member.ts';

const CARDS = {
  approved: 'Visa, approved',
  declined: 'Stored, but declined when charged',
  confirmed: 'Asks the bank first',
};

async function chooseCard(page: Page, label: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Card details"]');
  const choice = frame.getByLabel('Test card');
  const value = await choice.getByRole('option', { name: label }).first().getAttribute('value');
  await choice.selectOption(value);
}

async function expectAccessible(page: Page): Promise<void> {
  expect(await violations(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(page, 'dark')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'light' });
}

const agree = (page: Page) => page.getByRole('checkbox', { name: /I agree that/ });

test('[PREM-01] [PREM-02] [PREM-06] on a phone by keyboard: from a trial to its end in two presses', async ({
  quiet: page,
  member,
}) => {
  expect(member.userId).toBeGreaterThan(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/mvp');
  const start = page.getByRole('link', { name: 'Try it free for 1 month' });
  await start.focus();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/premium\/checkout/);
  await chooseCard(page, CARDS.approved);
  await expectAccessible(page);
  await agree(page).focus();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Start 1 month free' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your free trial has begun' })).toBeVisible();

  await page.getByRole('link', { name: 'See your premium' }).focus();
  await page.keyboard.press('Enter');
  const cancel = page.getByRole('button', { name: 'Cancel premium' });
  await expect(page.getByText('Visa ending in 4242')).toBeVisible();
  await expectAccessible(page);
  await cancel.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel premium' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Keep premium' })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Renew automatically' })).not.toBeChecked();
});

test('[PREM-04] [PREM-05] [PREM-11] a refused card, then one that the bank confirms; paid once, with its receipt, seen by other tabs', async ({
  page,
  context,
  member,
}) => {
  expect(member.userId).toBeGreaterThan(0);
  const other = await context.newPage();
  await other.goto('/mvp');
  await expect(other.getByRole('link', { name: /Try it free/ })).toBeVisible();
  // The tab behind draws rarely, and each press waits for what is drawn.
  await page.bringToFront();

  await page.goto('/premium/checkout?product=premium-lifetime');
  await chooseCard(page, CARDS.declined);
  await page.getByRole('button', { name: 'Pay $99.99' }).click();
  await expect(page.getByRole('alert')).toContainText('Nothing was charged.');
  await chooseCard(page, CARDS.confirmed);
  await page.getByRole('button', { name: 'Pay $99.99' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Confirm with your bank' })).toBeInViewport();
  await page.getByRole('link', { name: 'Go to your bank' }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await expect(page.getByRole('heading', { name: 'Premium is yours' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Premium is yours' })).toBeVisible();
  await expect(other.getByRole('heading', { name: 'You have premium' })).toBeVisible();

  await page.getByRole('link', { name: 'Receipt' }).click();
  await expect(page.getByRole('article')).toContainText('Total$99.99');
  await expect(page.getByText('Test purchase: no real money was taken.')).toBeVisible();
  await expectAccessible(page);
  await page.goto('/premium/membership');
  await expect(page.getByRole('list', { name: 'Receipts' }).getByRole('listitem')).toHaveCount(1);
});
