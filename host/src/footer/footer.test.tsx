import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { startTheme } from '../app/theme.ts';
import { ADA_START, remote, renderShellAt, SETTINGS } from '../testing/fixtures.tsx';
import { hasPrivacyRequest, lookUpPrivacyRequest } from './privacy-request.ts';

const footer = () => within(screen.getByRole('contentinfo'));
const target = (label: string) => footer().getByRole('link', { name: label }).getAttribute('href');

it('[HOST-11] Help: Log In / Register for visitors, Account Settings for members, and support', () => {
  const { unmount } = renderShellAt('/');
  expect(target('Log In / Register')).toBe('/auth/login');
  expect(target('Privacy Center')).toBe('/privacy_center/help');
  expect(target('Support')).toBe(SETTINGS.supportLink);
  expect(target('Developer/API')).toBe(SETTINGS.developerLink);
  unmount();
  renderShellAt('/', { session: ADA_START });
  expect(target('Account Settings')).toBe('/account/settings');
  expect(footer().queryByRole('link', { name: 'Log In / Register' })).toBeNull();
});

it('[HOST-12] About, Connect, and the legal line with this year', () => {
  renderShellAt('/');
  expect(target('Premium')).toBe('/mvp');
  expect(target('Contact Us')).toBe(SETTINGS.contactLink);
  expect(target('Join Our Team')).toBe(SETTINGS.jobsLink);
  expect(target('Follow us')).toBe(SETTINGS.socialLink);
  expect(target('App Store')).toBe(SETTINGS.appStoreLink);
  expect(target('Google Play')).toBe(SETTINGS.playStoreLink);
  expect(footer().getByText(`© ${new Date().getFullYear()} Waymark`)).toBeTruthy();
  expect(target('Privacy Policy')).toBe('/legal/privacy');
  expect(target('Terms of Use')).toBe('/legal/terms');
  expect(target('Cookie Policy')).toBe('/legal/cookies');
  expect(target('Privacy Notice')).toBe('/legal/notice');
});

it('[HOST-12] Manage Cookie Preferences opens the privacy center', async () => {
  const navigate = jest.fn();
  const remotes = [remote('mfe-account-privacy', ['/privacy_center/manage'])];
  renderShellAt('/', { remotes }, { navigate });
  await userEvent.click(screen.getByRole('button', { name: 'Manage Cookie Preferences' }));
  expect(navigate).toHaveBeenCalledWith('/privacy_center/manage', {});
});

it('[HOST-13] shows the Privacy Request link once the visitor is known to be in such a state', () => {
  const { app } = renderShellAt('/');
  expect(footer().queryByRole('link', { name: 'Privacy Request' })).toBeNull();
  act(() => app.privacyRequest.set(true));
  expect(target('Privacy Request')).toBe(SETTINGS.privacyRequestLink);
});

it('[PRIV-04] a lasting link leads to the choices, where the law asks for it', () => {
  const { app } = renderShellAt('/');
  expect(footer().queryByRole('link', { name: 'Your Privacy Choices' })).toBeNull();
  act(() => app.hasPrivacyChoices.set(true));
  expect(target('Your Privacy Choices')).toBe('/privacy_center/manage');
});

it.each([
  ...['CA', 'CO', 'CT', 'MT', 'OR', 'TX', 'UT', 'VA'].map((state) => ['US', state, true] as const),
  ['US', 'NY', false],
  ['CA', 'CA', false],
] as const)('[HOST-13] country %s, state %s: %s', (country, state, shown) => {
  expect(hasPrivacyRequest({ CountryISOCode: { en: country }, StateISOCode: { en: state } })).toBe(shown);
});

it('[HOST-13] a failed lookup is only logged', async () => {
  const failed = jest.fn();
  await expect(lookUpPrivacyRequest(() => Promise.reject(new Error('offline')), failed)).resolves.toBe(false);
  expect(failed).toHaveBeenCalledTimes(1);
});

it('keeps the choice of light or dark in storage and a cookie', async () => {
  const { app } = renderShellAt('/');
  startTheme(app.theme, window);
  await userEvent.click(screen.getByRole('radio', { name: 'Dark' }));
  expect(document.documentElement.dataset['theme']).toBe('dark');
  expect(document.cookie).toContain('wm_theme=dark');
  expect(localStorage.getItem('wm_theme')).toBe('dark');
  await userEvent.click(screen.getByRole('radio', { name: 'System' }));
  expect(document.documentElement.dataset['theme']).toBeUndefined();
});
