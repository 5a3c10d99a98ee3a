import type { PasswordResetInfo } from '@waymark/api-contract';
import { CAPTCHA_SCRIPT } from '@waymark/contract';
import { screen, waitFor } from '@testing-library/react';
import { rememberedEmail } from '../page/handover.ts';
import { logged, openPage, refusal, write } from '../testing/open-page.tsx';

const ASK = 'GET /password/reset/secret-token';
const SET = 'POST /password/reset/secret-token';
const GOOD: PasswordResetInfo = { valid: true, email: 'robin@waymark.example', credentials: [] };
const added = { created_datetime: '2026-11-03T09:00:00.000Z', last_used_datetime: null, stays: false };
const CREDENTIALS: PasswordResetInfo['credentials'] = [
  { ...added, key: 'passkey 1', kind: 'passkey', name: 'Firefox on Linux' },
  {
    ...added,
    key: 'access_token 2',
    kind: 'access_token',
    name: 'Backup',
    last_used_datetime: '2026-11-20T09:00:00.000Z',
  },
  { ...added, key: 'feed_address 3', kind: 'feed_address', name: null },
  { ...added, key: 'authenticator_app 4', kind: 'authenticator_app', name: null, stays: true },
];

beforeEach(() => sessionStorage.clear());
afterEach(() => Reflect.deleteProperty(globalThis, 'grecaptcha'));

async function choose(answer: unknown, options: Parameters<typeof openPage>[2] = {}, answers: object = {}) {
  const page = openPage(
    '/password_reset/secret-token?next=%2Froutes',
    { [ASK]: GOOD, [SET]: answer, ...answers },
    options,
  );
  await write(page.user, await screen.findByLabelText('New password'), 'a good password');
  await page.user.click(screen.getByRole('button', { name: 'Save password' }));
  return page;
}

it('[AUTH-05] sets the new password and leads to the sign-in page with the address kept', async () => {
  const { host } = await choose({ ok: true });
  const link = await screen.findByRole('link', { name: 'Log in' });
  expect(document.body.textContent).not.toMatch(/what else ended/);
  expect(link.getAttribute('href')).toBe('/auth/login?next=%2Froutes');
  expect(rememberedEmail()).toBe('robin@waymark.example');
  expect(host.calls.at(-1)?.body).toEqual({ password: 'a good password', keep: [] });
  expect(logged(host, 'password_reset_fetch')).toEqual([{ result: 'success' }]);
  expect(logged(host, 'password_reset')).toEqual([{ result: 'success' }]);
});

it('[AUTH-05] says whose password it is, to the member and to a password manager', async () => {
  openPage('/password_reset/secret-token/', { [ASK]: GOOD });
  expect(await screen.findByText('For your account with robin@waymark.example.')).toBeTruthy();
  expect(screen.getByLabelText('New password').getAttribute('autocomplete')).toBe('new-password');
  const name = document.querySelector<HTMLInputElement>('input[autocomplete=username]');
  expect(name?.value).toBe('robin@waymark.example');
});

it('[AUTH-05] lists what else opens the account: it ends unless the member ticks it', async () => {
  const { host, user } = openPage('/password_reset/secret-token', {
    [ASK]: { ...GOOD, credentials: CREDENTIALS },
    [SET]: [
      refusal(400, 'validation_error', '', { password: 'This password is easy to guess.' }),
      { ok: true },
    ],
  });
  const passkey = await screen.findByRole('checkbox', { name: /Passkey “Firefox on Linux”/ });
  expect(screen.getByText('Added Nov 03, 2026, last used Nov 20, 2026')).toBeTruthy();
  expect(screen.getByText('3 of these end.')).toBeTruthy();
  expect(screen.queryByRole('checkbox', { name: /Authenticator app/ })).toBeNull();
  expect(screen.getByText(/It stays: logging in asks for its code, as before\./)).toBeTruthy();
  for (const box of screen.getAllByRole<HTMLInputElement>('checkbox')) expect(box.checked).toBe(false);
  await user.click(passkey);
  await user.click(screen.getByRole('checkbox', { name: /Private address of your feed/ }));
  expect(screen.getByText('1 of these ends.')).toBeTruthy();
  await write(user, screen.getByLabelText('New password'), 'a good password');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(await screen.findByText('This password is easy to guess.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /Passkey/ }).checked).toBe(true);
  await write(user, screen.getByLabelText('New password'), 'a better password');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  await screen.findByRole('link', { name: 'Log in' });
  expect(screen.getByText(/a mail that says what else ended/)).toBeTruthy();
  expect(host.calls.at(-1)?.body).toEqual({
    password: 'a better password',
    keep: ['passkey 1', 'feed_address 3'],
  });
});

it.each([
  ['token_expired', 410, 'This link has expired'],
  ['token_used', 410, 'This link was already used'],
  ['token_unknown', 404, 'This link does not work'],
])('[AUTH-05] explains %s and leads to a new mail', async (error, status, title) => {
  const { host } = openPage('/password_reset/secret-token', { [ASK]: refusal(status, error) });
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  const link = screen.getByRole('link', { name: 'Send a new link' });
  expect(link.getAttribute('href')).toBe('/auth/forgot_password');
  expect(logged(host, 'password_reset_fetch')).toEqual([{ result: 'failure', error }]);
});

it('[AUTH-05] takes a cut-off link for an unknown one without a call', async () => {
  const { host } = openPage('/password_reset/');
  expect(await screen.findByRole('heading', { name: 'This link does not work' })).toBeTruthy();
  expect(host.calls).toEqual([]);
});

it('[AUTH-05] explains a link that was used up meanwhile', async () => {
  const { host } = await choose(refusal(410, 'token_used'));
  expect(await screen.findByRole('heading', { name: 'This link was already used' })).toBeTruthy();
  expect(logged(host, 'password_reset')).toEqual([{ result: 'failure', error: 'token_used' }]);
});

it('[AUTH-05] asks again when the server could not answer', async () => {
  const { user } = openPage('/password_reset/secret-token', {
    [ASK]: [refusal(500, 'internal_error'), GOOD],
  });
  expect((await screen.findByRole('alert')).textContent).toMatch(/went wrong on our side/);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('New password')).toBeTruthy();
});

it('[AUTH-05] shows beside the field why a password was refused', async () => {
  await choose(refusal(400, 'validation_error', '', { password: 'This password is easy to guess.' }));
  expect(await screen.findByText('This password is easy to guess.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('New password'));
});

const CAPTCHA = {
  grecaptcha: {
    ready: (run: () => void) => run(),
    execute: (siteKey: string) => Promise.resolve(`answer for ${siteKey}`),
  },
};

const ALLOWED = { matrix_id: 'US', matrix_version: 1, consents: [{ id: 'captcha', is_granted: true }] };
const REFUSED = { matrix_id: 'EU1', matrix_version: 3, consents: [{ id: 'captcha', is_granted: false }] };
const STATUS = 'GET /consents-status';
const SETTINGS = { settings: { captcha: { siteKey: 'site' } } };
/** What the edge writes into the document. */
function nameScript(): void {
  const script = document.body.appendChild(document.createElement('script'));
  script.id = CAPTCHA_SCRIPT;
  script.type = 'text/plain';
  script.dataset['src'] = 'https://captcha.example/api.js?render=site';
}
const loadedScript = () =>
  document.querySelector<HTMLScriptElement>('script[src^="https://captcha.example"]');
afterEach(() => document.querySelectorAll('script').forEach((script) => script.remove()));

it('[AUTH-05] sends the answer of the captcha where one is configured', async () => {
  Object.assign(globalThis, CAPTCHA);
  const { host } = await choose({ ok: true }, SETTINGS, { [STATUS]: ALLOWED });
  await screen.findByRole('link', { name: 'Log in' });
  expect(host.calls.at(-1)?.body).toEqual({
    password: 'a good password',
    keep: [],
    recaptchaToken: 'answer for site',
  });
});

it('[AUTH-05] [PRIV-01] the captcha’s script is asked for after the consent only; allowing it sends the form', async () => {
  nameScript();
  const { host, user } = await choose({ ok: true }, SETTINGS, {
    [STATUS]: [REFUSED, ALLOWED],
    'POST /update-consents': ALLOWED,
  });
  const allow = await screen.findByRole('button', { name: 'Allow and send' });
  expect(loadedScript()).toBeNull();
  expect(host.calls.some(({ method }) => method === 'POST')).toBe(false);
  await user.click(allow);
  await waitFor(() => expect(loadedScript()).toBeTruthy());
  Object.assign(globalThis, CAPTCHA);
  loadedScript()?.dispatchEvent(new Event('load'));
  await screen.findByRole('link', { name: 'Log in' });
  const [answer, reset] = host.calls.filter(({ method }) => method === 'POST');
  expect(answer?.body).toMatchObject({
    matrix_id: 'EU1',
    matrix_version: 3,
    choices: { captcha: 'accepted' },
    screen: 'captcha/password_reset',
  });
  expect(reset?.body).toMatchObject({ recaptchaToken: 'answer for site' });
});

it('[AUTH-05] a captcha that cannot be loaded leaves the word to the server', async () => {
  nameScript();
  const { host } = await choose(refusal(400, 'captcha_failed', 'Try the check again.'), SETTINGS, {
    [STATUS]: ALLOWED,
  });
  await waitFor(() => expect(loadedScript()).toBeTruthy());
  loadedScript()?.dispatchEvent(new Event('error'));
  expect(await screen.findByText('Try the check again.')).toBeTruthy();
  expect(host.calls.at(-1)?.body).toEqual({ password: 'a good password', keep: [] });
});
