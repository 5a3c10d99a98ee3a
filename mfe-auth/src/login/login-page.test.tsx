import { screen, waitFor } from '@testing-library/react';
import { ApiError } from '@waymark/contract';
import { storedOnboarding } from '../page/handover.ts';
import { logged, member, openPage, refusal, write } from '../testing/open-page.tsx';

jest.mock('@simplewebauthn/browser', () => ({
  startAuthentication: jest.fn(async () => ({ id: 'signed' })),
}));

const GRANT = { onboarding: false, uacfId: '42', authToken: 'access', expires_in: 600 };

beforeEach(() => sessionStorage.clear());

async function signIn(answer: unknown, at = '/auth/login') {
  const page = openPage(at, { 'POST /login': answer });
  await write(page.user, await screen.findByLabelText('E-mail'), ' robin@waymark.example');
  await write(page.user, screen.getByLabelText('Password'), 'a good password');
  await page.user.click(screen.getByRole('button', { name: 'Log in' }));
  return page;
}

it('[AUTH-01] signs in, hands the grant to the host and opens the page one came from', async () => {
  const { host } = await signIn(GRANT, '/auth/login?next=%2Fworkout%2F5%3Ftab%3Dlaps');
  await waitFor(() => expect(host.navigated).toEqual(['/workout/5?tab=laps']));
  expect(host.calls[0]?.body).toEqual({ email: 'robin@waymark.example', password: 'a good password' });
  expect(host.signedInWith).toEqual([{ authToken: 'access', expires_in: 600, user_id: 42 }]);
  expect(logged(host, 'login_attempt')).toEqual([{ result: 'success' }]);
  expect(document.title).toBe('Log in · Waymark');
});

it.each([
  ['nothing', ''],
  ['another site', '?next=https%3A%2F%2Fevil.example%2F'],
  ['another site without a scheme', '?next=%2F%2Fevil.example'],
  ['another site behind a backslash', '?next=%2F%5Cevil.example'],
  ['the way out', '?next=%2Fauth%2Flogout'],
  ['this page', '?next=%2Fauth%2Flogin'],
])('[AUTH-01] opens the dashboard when next is %s', async (_, query) => {
  const { host } = await signIn(GRANT, `/auth/login${query}`);
  await waitFor(() => expect(host.navigated).toEqual(['/dashboard']));
});

it.each([
  ['access_denied', 401, 'incorrect_email_or_pw', 'That e-mail and password do not match.'],
  ['too_many_requests', 429, 'too_many_requests', 'Try again in 40 seconds.'],
  ['internal_error', 500, 'internal_error', /went wrong on our side. Nothing was lost/],
  ['unavailable', 503, 'unavailable', /went wrong on our side. Nothing was lost/],
])('[AUTH-01] [AUTH-14] says and logs what %s means', async (code, status, error, sentence) => {
  const { host } = await signIn(refusal(status, code, 'Try again in 40 seconds.'));
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
  expect(logged(host, 'login_attempt')).toEqual([{ result: 'failure', error }]);
  expect(host.navigated).toEqual([]);
  expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('a good password');
});

it('[AUTH-01] logs unknown_error when no answer came, and says what to do', async () => {
  const { host } = await signIn(new ApiError(0, '', null));
  expect((await screen.findByRole('alert')).textContent).toMatch(/couldn’t reach Waymark/);
  expect(logged(host, 'login_attempt')).toEqual([{ result: 'failure', error: 'unknown_error' }]);
});

it('sends once, however often it is submitted', async () => {
  const { host, user } = await signIn(new Promise(() => {}));
  await user.type(screen.getByLabelText('Password'), '{Enter}{Enter}');
  expect(screen.getByRole('button', { name: /Log in/ }).getAttribute('aria-disabled')).toBe('true');
  expect(host.calls).toHaveLength(1);
});

it('says that one is offline', async () => {
  jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  await signIn(new ApiError(0, '', null));
  expect((await screen.findByRole('alert')).textContent).toMatch(/You’re offline/);
});

it.each([
  ['', '', 'blank_email_password'],
  ['robin@waymark.example', '', 'blank_password'],
  ['', 'secret', 'blank_email'],
  ['robin', 'secret', 'email_invalid_format'],
  ['robin', '', 'blank_password,email_invalid_format'],
])('[AUTH-01] [AUTH-13] does not send %p with %p, and logs %s', async (email, password, error) => {
  const { host, user } = openPage('/auth/login');
  const field = await screen.findByLabelText('E-mail');
  if (email) await write(user, field, email);
  if (password) await write(user, screen.getByLabelText('Password'), password);
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(host.calls).toEqual([]);
  expect(logged(host, 'login_attempt')).toEqual([{ result: 'failure', error }]);
});

it('[AUTH-11] shows an error only once its field was left, tied to the field', async () => {
  const { user } = openPage('/auth/login');
  const email = await screen.findByLabelText('E-mail');
  await write(user, email, 'robin@');
  expect(screen.queryByText('Invalid email format')).toBeNull();
  await user.tab();
  const error = screen.getByText('Invalid email format');
  expect(email.getAttribute('aria-invalid')).toBe('true');
  const ids = (email.getAttribute('aria-describedby') ?? '').split(' ');
  expect(ids.some((id) => document.getElementById(id)?.contains(error))).toBe(true);
  expect(screen.queryByText('Password is required.')).toBeNull();
});

it('[AUTH-11] moves the focus to the first wrong field on submit', async () => {
  const { user } = openPage('/auth/login');
  await user.type(await screen.findByLabelText('E-mail'), 'robin@waymark.example{Enter}');
  const password = screen.getByLabelText('Password');
  expect(screen.getByText('Password is required.')).toBeTruthy();
  expect(document.activeElement).toBe(password);
});

it('[AUTH-03] keeps the profile of an account that came over, and goes to the sign-up page', async () => {
  const profile = { email: 'robin@waymark.example', birthdate: '1990-05-07', location: { country: 'US' } };
  const { host } = await signIn({ onboarding: true, uacfId: '42', profile }, '/auth/login?next=%2Froutes');
  await waitFor(() => expect(host.navigated).toEqual(['/auth/signup?next=%2Froutes']));
  expect(storedOnboarding()).toEqual(profile);
  expect(host.signedInWith).toEqual([]);
});

it('sends a member on who is signed in already', async () => {
  const { host } = openPage('/auth/login?next=%2Froutes', {}, { user: member() });
  await waitFor(() => expect(host.navigated).toEqual(['/routes']));
  expect(screen.queryByLabelText('E-mail')).toBeNull();
});

it('fills in the demo member where there is one', async () => {
  const { host, user } = openPage('/auth/login', { 'POST /login': GRANT }, { demo: true });
  await user.click(await screen.findByRole('button', { name: 'Fill in' }));
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(host.calls[0]?.body).toEqual({ email: 'demo@waymark.example', password: 'trail-blaze-2026' });
});

it('has no hint where there is no demo member', async () => {
  openPage('/auth/login');
  await screen.findByLabelText('E-mail');
  expect(screen.queryByRole('button', { name: 'Fill in' })).toBeNull();
});

it('takes the address along to the page for a forgotten password', async () => {
  const { host, user } = openPage('/auth/login?next=%2Froutes');
  await write(user, await screen.findByLabelText('E-mail'), 'robin@waymark.example');
  await user.click(screen.getByRole('link', { name: 'Forgot your password?' }));
  expect(host.navigated).toEqual(['/auth/forgot_password?next=%2Froutes']);
  openPage('/auth/forgot_password');
  const fields = await screen.findAllByLabelText<HTMLInputElement>('E-mail');
  expect(fields.at(-1)?.value).toBe('robin@waymark.example');
});

it('asks for the second step after the password, by code or by recovery code', async () => {
  const factor = {
    onboarding: false,
    uacfId: '42',
    second_factor: { challenge: 'c'.repeat(20), methods: ['totp'] },
  };
  const { host, user } = openPage('/auth/login?next=%2Froutes', {
    'POST /login': factor,
    'POST /login/second-factor': [refusal(401, 'code_wrong', 'That code is not right.'), GRANT],
  });
  await write(user, await screen.findByLabelText('E-mail'), 'robin@waymark.example');
  await write(user, screen.getByLabelText('Password'), 'a good password');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect(await screen.findByRole('heading', { name: 'One more step' })).toBeTruthy();
  await write(user, screen.getByLabelText('Code'), '123 456');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  expect((await screen.findByRole('alert')).textContent).toContain('That code is not right.');
  await user.click(screen.getByRole('button', { name: 'Use a recovery code' }));
  await write(user, screen.getByLabelText('Recovery code'), 'ABCDE-12345');
  await user.click(screen.getByRole('button', { name: 'Log in' }));
  await waitFor(() => expect(host.navigated).toEqual(['/routes']));
  expect(host.calls.slice(1).map(({ body }) => body)).toEqual([
    { challenge: 'c'.repeat(20), code: '123 456' },
    { challenge: 'c'.repeat(20), recovery_code: 'ABCDE-12345' },
  ]);
  expect(host.signedInWith).toEqual([{ authToken: 'access', expires_in: 600, user_id: 42 }]);
});

it('logs in with a passkey where the browser can', async () => {
  Object.assign(globalThis, { PublicKeyCredential: () => {} });
  const { host, user } = openPage('/auth/login', {
    'POST /login/passkey-options': { challenge: 'c' },
    'POST /login/passkey': [refusal(401, 'access_denied', 'This passkey is not known here.'), GRANT],
  });
  const button = await screen.findByRole('button', { name: 'Log in with a passkey' });
  await user.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain('not known here');
  await user.click(button);
  await waitFor(() => expect(host.navigated).toEqual(['/dashboard']));
  expect(host.calls.at(-1)?.body).toEqual({ credential: { id: 'signed' } });
  Reflect.deleteProperty(globalThis, 'PublicKeyCredential');
});
