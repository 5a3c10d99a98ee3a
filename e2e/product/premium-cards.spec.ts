import type { Page } from '@playwright/test';
import { chooseCard } from './checkout.ts';
import { expect, test } from './member.ts';

const NOTHING_CHARGED = 'Nothing has been charged yet.';
const frameOf = (page: Page) => page.frameLocator('iframe[title="Card details"]');
const paid = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'Premium is yours' })).toBeVisible();
  await page.goto('/premium/membership');
  await expect(page.getByRole('list', { name: 'Receipts' }).getByRole('listitem')).toHaveCount(1);
};
const refused = (sentence: string) => async (page: Page) => {
  await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
  await page.goto('/premium/membership');
  await expect(page.getByText(NOTHING_CHARGED)).toBeVisible();
};
const atBank = (answer: 'Approve' | 'Refuse') => async (page: Page) => {
  await page.getByRole('link', { name: 'Go to your bank' }).click();
  await page.getByRole('button', { name: answer }).click();
};

/** What becomes of a payment with each card that the local provider offers. */
const OUTCOMES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'Visa, approved': paid,
  'Mastercard, approved': paid,
  'American Express, approved': paid,
  Declined: refused('The bank refused this card.'),
  'Declined: not enough money': refused('There is not enough money on this card.'),
  'Declined: lost card': refused('The bank refused this card.'),
  'Declined: expired': refused('This card has expired.'),
  'Declined: wrong security code': refused('The security code is wrong.'),
  async 'Asks the bank first'(page) {
    await atBank('Refuse')(page);
    await expect(page.getByRole('alert')).toContainText('Your bank did not confirm the payment.');
    await page.getByRole('button', { name: 'Pay $99.99' }).click();
    await atBank('Approve')(page);
    await paid(page);
  },
  'Stored, but declined when charged': refused('Your bank declined this card.'),
  'Approved, disputed later': paid,
  'Charged, but the answer is lost': paid,
  async 'Charged a while later'(page) {
    await expect(page.getByRole('heading', { name: 'Waiting for your bank' })).toBeVisible();
    await page.goto('/premium/checkout?product=premium-lifetime');
    await page.getByRole('button', { name: 'Pay $99.99' }).click();
    await expect(page.getByRole('alert')).toContainText('nothing is charged twice');
  },
};

test('[PREM-02] each card that is offered has its outcome below', async ({ page, member }) => {
  expect(member.userId).toBeGreaterThan(0);
  await page.goto('/premium/checkout');
  const options = frameOf(page).locator('#test option:not([value=""])');
  await expect(options).toHaveCount(Object.keys(OUTCOMES).length);
  const labels = (await options.allInnerTexts()).map((text) => text.replace(/ \([\d ]+\)$/, ''));
  expect(labels.toSorted()).toEqual(Object.keys(OUTCOMES).toSorted());
});

for (const [label, outcome] of Object.entries(OUTCOMES))
  test(`[PREM-02] [PREM-12] on a phone, the card “${label}”`, async ({ page, member }) => {
    expect(member.userId).toBeGreaterThan(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/premium/checkout?product=premium-lifetime');
    await chooseCard(page, `${label} (`);
    await page.getByRole('button', { name: 'Pay $99.99' }).dblclick();
    await outcome(page);
  });

test('[PREM-02] [PREM-11] cards that are typed: what is wrong is said in words and at its field, and Enter pays', async ({
  page,
  member,
}) => {
  expect(member.userId).toBeGreaterThan(0);
  await page.goto('/premium/checkout?product=premium-lifetime');
  const frame = frameOf(page);
  const [number, expiry, code] = ['Card number', 'Expires (MM / YY)', 'Security code'].map((name) =>
    frame.getByRole('textbox', { name }),
  );
  const problem = frame.locator('#problem');
  const year = (new Date().getFullYear() + 3) % 100;
  const wrong = [
    { typed: ['', '', ''], field: number!, sentence: 'Enter the card number.' },
    {
      typed: ['4242 4242 4242 4243', `12${year}`, '123'],
      field: number!,
      sentence: 'This is not a card number.',
    },
    { typed: ['4111 1111 1111 1111', `12${year}`, '123'], field: number!, sentence: 'test cards only' },
    { typed: ['4242 4242 4242 4242', '0120', '123'], field: expiry!, sentence: 'This card has expired.' },
    { typed: ['4242 4242 4242 4242', `13${year}`, '123'], field: expiry!, sentence: 'Enter month and year' },
    { typed: ['4242 4242 4242 4242', `12${year}`, '12'], field: code!, sentence: 'the 3 digits on the back' },
    { typed: ['3782 822463 10005', `12${year}`, '123'], field: code!, sentence: 'the 4 digits on the front' },
  ];
  for (const { typed, field, sentence } of wrong) {
    await number!.fill(typed[0]!);
    await expiry!.fill(typed[1]!);
    await code!.fill(typed[2]!);
    await code!.press('Enter');
    await expect(problem).toContainText(sentence);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();
  }
  // The page says it as well to whoever pressed its button.
  await page.getByRole('button', { name: 'Pay $99.99' }).press('Enter');
  await expect(page.getByRole('alert')).toContainText('the 4 digits on the front');
  await code!.fill('1234');
  await expect(problem).toBeHidden();
  await code!.press('Enter');
  await expect(page.getByRole('heading', { name: 'Premium is yours' })).toBeVisible();
});

test('[PREM-05] [PREM-12] at the bank, another card pays instead, and the bank is asked no more', async ({
  page,
  context,
  member,
}) => {
  expect(member.userId).toBeGreaterThan(0);
  await page.goto('/premium/checkout?product=premium-lifetime');
  await chooseCard(page, 'Asks the bank first');
  await page.getByRole('button', { name: 'Pay $99.99' }).click();
  const bank = await page.getByRole('link', { name: 'Go to your bank' }).getAttribute('href');

  // Another tab learns of it when it wants something else.
  const other = await context.newPage();
  await other.goto('/premium/gift');
  await other.getByRole('button', { name: 'Pay $29.99' }).click();
  await expect(other.getByRole('alert')).toContainText('waits for you to confirm it');
  await other.getByRole('link', { name: 'Check its status' }).click();
  await expect(other.getByRole('heading', { name: 'Confirm with your bank' })).toBeVisible();
  await other.close();

  await page.getByRole('button', { name: 'Use another card' }).click();
  await chooseCard(page, 'Visa, approved');
  await page.getByRole('button', { name: 'Pay $99.99' }).click();
  await paid(page);
  await page.goto(bank!);
  await expect(page.getByText('This payment has been answered already.')).toBeVisible();
});

test('[PREM-02] the card fields have the look that the member chose', async ({ page, member }) => {
  expect(member.userId).toBeGreaterThan(0);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/premium/checkout');
  const background = () =>
    frameOf(page)
      .locator('body')
      .evaluate((body) => getComputedStyle(body).backgroundColor);
  expect(await background()).toBe('rgb(251, 250, 247)');
  await page.getByRole('radio', { name: 'Dark' }).check({ force: true });
  await expect.poll(background).toBe('rgb(16, 22, 20)');
});
