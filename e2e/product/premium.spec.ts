import type { Page } from '@playwright/test';
import { violations } from './axe.ts';
import { buyPremium, CARDS, chooseCard } from './checkout.ts';
import { expect, signUp, test } from './member.ts';

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

test('[PREM-12] back, and again after paying: the page says that premium is there, and pressing on charges nothing more', async ({
  page,
  member,
}) => {
  expect(member.userId).toBeGreaterThan(0);
  await page.goto('/premium/promo');
  await page.goto('/premium/checkout?product=premium-lifetime');
  await chooseCard(page, CARDS.approved);
  // The fields are of another document: the page around them never has the number.
  expect(await page.content()).not.toMatch(/4242\s?4242/);
  await page.getByRole('button', { name: 'Pay $99.99' }).click();
  await expect(page.getByRole('heading', { name: 'Premium is yours' })).toBeVisible();
  // The checkout is no longer in the way back.
  await page.goBack();
  await expect(page).toHaveURL(/\/premium\/promo/);
  await page.goForward();
  await expect(page.getByRole('heading', { name: 'Premium is yours' })).toBeVisible();
  await page.goto('/premium/checkout?product=premium-lifetime');
  await expect(page.getByText('You have premium already').first()).toBeVisible();
  await page.getByRole('button', { name: 'Pay $99.99' }).click();
  await expect(page.getByRole('alert')).toContainText('You have premium already');
  await page.goto('/premium/membership');
  await expect(page.getByRole('list', { name: 'Receipts' }).getByRole('listitem')).toHaveCount(1);
});

const PHONE = { width: 390, height: 844 };
const noScrollbar = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);

test('[PREM-10] a gift on a phone: bought, its card, mailed, and opened by somebody else', async ({
  quiet: page,
  member,
  browser,
}) => {
  expect(member.userId).toBeGreaterThan(0);
  await page.setViewportSize(PHONE);
  await page.goto('/premium/gift');
  await chooseCard(page, CARDS.approved);
  await expectAccessible(page);
  await noScrollbar(page);
  await page.getByRole('button', { name: 'Pay $29.99' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Your gift is ready' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Print or mail it' }).click();
  const card = page.getByRole('article');
  await expect(card.getByRole('heading', { name: '1 year of premium' })).toBeVisible();
  const code = /GIFT(-[2-9A-Z]{4}){4}/.exec(await card.innerText())![0];
  await expectAccessible(page);
  await noScrollbar(page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Mail the gift' })).toBeHidden();
  await expect(card).toBeVisible();
  await page.emulateMedia({ media: null });
  await page.getByLabel('Their e-mail address').fill('friend@example.com');
  await page.getByRole('button', { name: 'Mail the gift' }).click();
  await expect(page.getByText('Mailed to friend@example.com.')).toBeVisible();

  const context = await browser.newContext();
  await signUp(context.request);
  const friend = await context.newPage();
  await friend.goto(`/premium/coupon?code=${code}`);
  await friend.getByRole('button', { name: 'Check the code' }).click();
  await friend.getByRole('button', { name: 'Open premium' }).click();
  await expect(friend.getByRole('heading', { name: 'Premium Yearly' })).toBeVisible();
  await context.close();
  await page.reload();
  await expect(page.getByText('It has been opened.')).toBeVisible();
});

test('[PREM-04] operators look a member up and refund a part, on a phone and in the dark', async ({
  page,
  context,
  browser,
}) => {
  const buyerContext = await browser.newContext();
  const buyer = await signUp(buyerContext.request);
  const shop = await buyerContext.newPage();
  await buyPremium(shop);
  await buyerContext.close();

  await signUp(context.request, 'operator@example.com');
  await page.setViewportSize(PHONE);
  // An address counts once it is confirmed, by the link of the mail.
  await expect(async () => {
    await page.goto('/mailbox');
    const mail = page.getByRole('link', {
      name: /Welcome to Waymark: confirm your e-mail address.*operator@example.com/,
    });
    await mail.click({ timeout: 1000 });
  }).toPass();
  await page
    .locator('pre')
    .getByRole('link', { name: /verify_email/ })
    .click();
  await expect(page.getByText('We can reach you at operator@example.com.')).toBeVisible();

  await page.goto('/premium/operator');
  await page.getByLabel('E-mail address of the member').fill(buyer.email);
  await page.getByRole('button', { name: 'Look up' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Refund' })).toBeVisible();
  await page.getByRole('button', { name: 'Refund' }).press('Enter');
  await page.getByLabel('Amount').fill('40');
  await page.getByLabel('Reason').first().fill('The first weeks did not work.');
  await page.getByRole('button', { name: 'Refund $40.00' }).press('Enter');
  await expect(page.getByText('$40.00 went back')).toBeVisible();
  const done = page.getByRole('list', { name: 'What operators did' });
  await expect(done).toContainText('refunded a payment of');
  await page.getByRole('button', { name: 'Read the ledger' }).click();
  // The provider may tell of the refund by now, in an entry of its own.
  await expect(page.getByText('The payment has arrived.', { exact: true })).toBeVisible();
  await expect(done).toContainText('read the ledger of');
  await expectAccessible(page);
  await noScrollbar(page);
});

const AD = {
  title: 'The trail book',
  text: 'Forty loops near you.',
  label: 'See the book',
  href: '/mvp',
  image: { url: '/services/house-ads/images/0123456789abcdef', alt: 'A book on a rock' },
};

test('[HOST-24] an ad says that it is one, on a phone and in the dark, and can be hidden', async ({
  quiet: page,
  member,
}) => {
  expect(member.userId).toBeGreaterThan(0);
  await page.setViewportSize(PHONE);
  // In the variant of the rollout, as the server would say it.
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback();
    const response = await route.fetch();
    const body = (await response.text()).replace(
      '"rollouts":[',
      '"rollouts":[{"rollout_name":"ads","variant_name":"enabled"},',
    );
    return route.fulfill({ response, body });
  });
  await page.route('**/services/house-ads/current', (route) => route.fulfill({ json: { ad: AD } }));
  await page.route('**/services/house-ads/images/*', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="112" height="112"><rect width="112" height="112" fill="#385"/></svg>',
    }),
  );
  await page.goto('/premium/coupon');
  const ad = page.getByRole('complementary', { name: 'Ad' });
  await ad.scrollIntoViewIfNeeded();
  await expect(ad).toContainText('The trail book');
  await expectAccessible(page);
  await noScrollbar(page);
  await ad.getByRole('button', { name: 'Hide this ad' }).press('Enter');
  await expect(ad).toBeHidden();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Use a coupon' })).toBeVisible();
  await expect(ad).toBeHidden();
  // Where a card is entered there is none for anybody.
  await page.evaluate(() => localStorage.removeItem('wm_house_ad_hidden_until'));
  await page.goto('/premium/checkout');
  await expect(page.getByRole('heading', { name: 'Get premium' })).toBeVisible();
  await expect(ad).toBeHidden();
});
