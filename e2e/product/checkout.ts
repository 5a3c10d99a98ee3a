import { expect, type Page } from '@playwright/test';

export const CARDS = {
  approved: 'Visa, approved',
  declined: 'Stored, but declined when charged',
  confirmed: 'Asks the bank first',
};

/** Chooses one of the cards of the test provider. */
export async function chooseCard(page: Page, label: string): Promise<void> {
  const frame = page.frameLocator('iframe[title="Card details"]');
  const choice = frame.getByLabel('Test card');
  const value = await choice.getByRole('option', { name: label }).first().getAttribute('value');
  await choice.selectOption(value);
}

/** Buys premium that never ends. */
export async function buyPremium(page: Page): Promise<void> {
  await page.goto('/premium/checkout?product=premium-lifetime');
  await chooseCard(page, CARDS.approved);
  await page.getByRole('button', { name: 'Pay $99.99' }).click();
  await expect(page.getByRole('heading', { name: 'Premium is yours' })).toBeVisible();
}
