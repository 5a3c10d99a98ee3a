import { screen } from '@testing-library/react';
import { openPage } from './testing/open-page.tsx';

const PAGES = [
  '/auth/login',
  '/auth/signup',
  '/auth/forgot_password',
  '/password_reset/',
  '/verify_email/',
  '/email_verified',
  '/privacy_center/ineligible',
];
// What is not ours to translate: the demo member's sign-in, the languages' own names of countries and months.
const OWN = /demo@waymark\.example|trail-blaze-2026/g;

it.each(PAGES)('%s has no text outside the translations', async (at) => {
  openPage(at, {}, { locale: 'pseudo', demo: true });
  await screen.findByRole('heading', { level: 1 });
  for (const option of document.querySelectorAll('option')) option.remove();
  expect((document.body.textContent ?? '').replaceAll(OWN, '')).not.toMatch(/[a-z]/i);
});
