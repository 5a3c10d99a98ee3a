import { screen } from '@testing-library/react';
import { storedOnboarding, storeOnboarding } from '../page/handover.ts';
import { openPage } from '../testing/open-page.tsx';

it('[AUTH-15] says who can be a member, keeps nothing and shows the way home', async () => {
  storeOnboarding({ email: 'robin@waymark.example' });
  const { host } = openPage('/privacy_center/ineligible');
  expect(await screen.findByRole('heading', { name: 'You need to be at least 11' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to the home page' }).getAttribute('href')).toBe('/');
  expect(document.title).toBe('You need to be at least 11 · Waymark');
  expect(storedOnboarding()).toBeNull();
  expect(host.calls).toEqual([]);
});

it('[AUTH-15] names the age of the country that was chosen', async () => {
  openPage('/privacy_center/ineligible?age=16');
  expect(await screen.findByRole('heading', { name: 'You need to be at least 16' })).toBeTruthy();
  expect(screen.getByText(/Where you live, .* of 16 years and older/)).toBeTruthy();
});

it('[AUTH-15] an address with anything else for an age says what holds everywhere', async () => {
  openPage('/mobile/privacy_center/ineligible?age=a%20lot');
  expect(await screen.findByRole('heading', { name: 'You need to be at least 11' })).toBeTruthy();
  expect(screen.getByText(/in many countries of 13 to 16 and older/)).toBeTruthy();
});
