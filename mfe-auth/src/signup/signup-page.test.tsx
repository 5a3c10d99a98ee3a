import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { rememberedEmail, storeOnboarding } from '../page/handover.ts';
import { logged, openPage, refusal, write } from '../testing/open-page.tsx';

const LOOK_UP = 'GET /find-user-by-email/robin%40waymark.example';
const UNKNOWN = { [LOOK_UP]: { userExists: false } };
const FRESH = { access_token: 'access', expires_in: 600, user_id: 42 };

beforeEach(() => sessionStorage.clear());
afterEach(() => jest.useRealTimers());

const create = () => screen.getByRole('button', { name: 'Create account' });

async function fill(user: UserEvent, { day = '07', month = '05', year = '1990' } = {}) {
  await write(user, await screen.findByLabelText('First name'), 'Robin');
  await write(user, screen.getByLabelText('Last name'), 'Trail');
  await write(user, screen.getByLabelText('E-mail'), 'robin@waymark.example');
  await write(user, screen.getByLabelText('Password'), 'a good password');
  await user.selectOptions(screen.getByLabelText('Day'), day);
  await user.selectOptions(screen.getByLabelText('Month'), month);
  await user.selectOptions(screen.getByLabelText('Year'), year);
  await user.click(screen.getByLabelText('Female'));
}

async function signUp(answer: unknown, at = '/auth/signup') {
  const page = openPage(at, { ...UNKNOWN, 'POST /signup': answer });
  await fill(page.user);
  await page.user.click(create());
  return page;
}

it('[AUTH-02] [AUTH-12] signs up with everything on the page, and goes on signed in', async () => {
  const { host, user } = openPage(
    '/auth/signup?next=%2Froutes',
    { ...UNKNOWN, 'POST /signup': FRESH },
    { settings: { country: 'de' } },
  );
  await fill(user);
  await user.click(screen.getByLabelText(/news and offers/));
  await user.click(create());
  await waitFor(() => expect(host.navigated).toEqual(['/account/personalization/?next=%2Froutes']));
  expect(host.calls.at(-1)?.body).toEqual({
    first_name: 'Robin',
    last_name: 'Trail',
    email: 'robin@waymark.example',
    password: 'a good password',
    birthdate: { year: '1990', month: '05', day: '07' },
    gender: 'F',
    country: 'DE',
    preferred_language: 'en-us',
    promotionalPreference: true,
    time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  });
  expect(host.signedInWith).toEqual([{ authToken: 'access', expires_in: 600, user_id: 42 }]);
  expect(host.notifications.map(({ text }) => text)).toEqual([
    'Welcome to Waymark. We sent a link to robin@waymark.example: open it to confirm your address.',
  ]);
  expect(logged(host, 'signup_attempt')).toEqual([{ result: 'success' }]);
});

it('[AUTH-02] [PRIV-03] asks Americans for their state, whose law decides what is asked', async () => {
  const { host, user } = openPage(
    '/auth/signup',
    { ...UNKNOWN, 'POST /signup': FRESH },
    { settings: { country: 'de' } },
  );
  await fill(user);
  expect(screen.queryByLabelText('State')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Country'), 'US');
  await user.selectOptions(screen.getByLabelText('State'), 'WA');
  await user.click(create());
  await waitFor(() => expect(host.calls.at(-1)?.body).toMatchObject({ country: 'US', state: 'WA' }));
});

it('[AUTH-02] sends promotionalPreference as false when it is not wanted', async () => {
  const { host } = await signUp(FRESH);
  await waitFor(() => expect(host.navigated).toEqual(['/account/personalization/']));
  expect(host.calls.at(-1)?.body).toMatchObject({ promotionalPreference: false });
});

it('[AUTH-02] [AUTH-11] names each missing field, logs them and sends nothing', async () => {
  const { host, user } = openPage('/auth/signup', {}, { settings: { country: null } });
  await screen.findByLabelText('First name');
  expect(screen.queryByText(/is required/)).toBeNull();
  await user.click(create());
  expect(screen.getAllByText(/is required\.$/).map((node) => node.textContent)).toEqual([
    'First name is required.',
    'Last name is required.',
    'E-mail is required.',
    'Password is required.',
    'Birthdate is required.',
    'Gender is required.',
    'Country is required.',
  ]);
  expect(document.activeElement).toBe(screen.getByLabelText('First name'));
  expect(logged(host, 'signup_attempt')).toEqual([
    { result: 'failure', error: 'blank_first_name_last_name_email_password_birthdate_gender_country' },
  ]);
  expect(host.calls).toEqual([]);
});

it('[AUTH-11] refuses a day that does not exist and a wrong e-mail', async () => {
  const { host, user } = openPage('/auth/signup', UNKNOWN);
  await fill(user, { day: '31', month: '02' });
  await user.clear(screen.getByLabelText('E-mail'));
  await write(user, screen.getByLabelText('E-mail'), 'robin@trail');
  await user.click(create());
  expect(within(screen.getByRole('group', { name: 'Birthdate' })).getByText('Invalid date.')).toBeTruthy();
  expect(screen.getByText('Invalid email format')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  expect(host.calls.some(({ method }) => method === 'POST')).toBe(false);
});

it('asks for a longer password before anything is sent', async () => {
  const { user } = openPage('/auth/signup');
  await write(user, await screen.findByLabelText('Password'), '1234567');
  await user.click(screen.getByLabelText('First name'));
  expect(screen.getByText('Use 8 or more characters.')).toBeTruthy();
});

it('[AUTH-12] offers years from 11 to 120 years ago, newest first', async () => {
  openPage('/auth/signup');
  const years = within(await screen.findByLabelText('Year'))
    .getAllByRole<HTMLOptionElement>('option')
    .flatMap(({ value }) => value || []);
  const now = new Date().getUTCFullYear();
  expect([years[0], years.at(-1), years.length]).toEqual([String(now - 11), String(now - 120), 110]);
});

it('[AUTH-15] asks the server also about somebody under 11, which remembers that it refused, and leads to the age gate', async () => {
  jest.useFakeTimers({ now: new Date('2026-03-10T12:00:00Z'), doNotFake: ['queueMicrotask', 'setTimeout'] });
  const { host, user } = openPage('/auth/signup', {
    ...UNKNOWN,
    'POST /signup': refusal(403, 'birthdate/ineligible', '', {
      birthdate: 'You are ineligible to participate.',
    }),
  });
  await fill(user, { day: '11', month: '03', year: '2015' });
  await user.click(create());
  await waitFor(() => expect(host.navigated).toEqual(['/privacy_center/ineligible']));
  expect(host.signedInWith).toEqual([]);
});

it.each([
  ['its code', refusal(409, 'email/used', 'Used.')],
  ['its text', refusal(400, 'integrity', 'Used.', { email: 'This e-mail is already in use.' })],
])('[AUTH-02] [AUTH-14] offers the ways on for a used e-mail, known by %s', async (_, answer) => {
  const { host, user } = await signUp(answer, '/auth/signup?next=%2Froutes');
  expect(await screen.findByText('You already have an account with robin@waymark.example.')).toBeTruthy();
  expect(screen.getByText('This e-mail is already in use.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('E-mail'));
  const ways = within(screen.getByRole('status'));
  expect(ways.getByRole('link', { name: 'Reset your password' }).getAttribute('href')).toBe(
    '/auth/forgot_password?next=%2Froutes',
  );
  await user.click(ways.getByRole('link', { name: 'Log in' }));
  expect(host.navigated).toEqual(['/auth/login?next=%2Froutes']);
  expect(rememberedEmail()).toBe('robin@waymark.example');
});

it('[AUTH-02] logs the error of a refused form', async () => {
  const { host } = await signUp(refusal(409, 'email/used', 'Used.'));
  await screen.findByText(/already have an account/);
  expect(logged(host, 'signup_attempt')).toEqual([{ result: 'failure', error: 'email/used' }]);
});

it('[AUTH-14] shows what the server found beside its field', async () => {
  const { host } = await signUp(
    refusal(400, 'validation_error', '', {
      country: 'Select a valid choice. There is no such country.',
      password: 'This password is easy to guess.',
    }),
  );
  const guess = await screen.findByText('This password is easy to guess.');
  expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  expect(document.activeElement?.getAttribute('aria-describedby')).toContain(
    guess.closest('[id]')?.id ?? 'none',
  );
  expect(screen.getByText('Choose one from the list.')).toBeTruthy();
  expect(logged(host, 'signup_attempt')).toEqual([
    { result: 'failure', error: 'password_unknown_error,country_unknown_error' },
  ]);
});

it('[DATA-02] a name with a letter of another script is refused beside its field, and stays as it was typed', async () => {
  const sentence = '“\u0430” is of another script than the rest of its word. Write the word in one script.';
  await signUp(refusal(400, 'validation_error', '', { last_name: sentence }));
  await screen.findByText(sentence);
  expect(document.activeElement).toBe(screen.getByLabelText('Last name'));
  expect(screen.getByLabelText<HTMLInputElement>('Last name').value).toBe('Trail');
});

it('[AUTH-14] tells a failing server apart and keeps what was typed', async () => {
  await signUp(refusal(502, 'bad_gateway', '', { email: 'already in use' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/went wrong on our side/);
  expect(screen.queryByText(/already have an account/)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('First name').value).toBe('Robin');
});

it('[AUTH-03] asks about the e-mail once it was left, and follows the answer', async () => {
  const { host, user } = openPage('/auth/signup', {
    [LOOK_UP]: { userExists: true },
    'GET /find-user-by-email/robin%40trail.example': { userExists: false },
  });
  const email = await screen.findByLabelText('E-mail');
  await write(user, email, 'robin@waymark.example');
  expect(host.calls).toEqual([]);
  await user.tab();
  expect(await screen.findByText(/already have an account with robin@waymark.example/)).toBeTruthy();
  await user.clear(email);
  await write(user, email, 'robin@trail.example');
  await user.tab();
  await waitFor(() => expect(screen.queryByText(/already have an account/)).toBeNull());
  expect(host.calls).toHaveLength(2);
});

it('[AUTH-03] the ways on stay where they are until a press is over: what stands below them can be clicked', async () => {
  const { user } = openPage('/auth/signup', {
    [LOOK_UP]: { userExists: true },
    'GET /find-user-by-email/robin%40trail.example': { userExists: false },
  });
  const email = await screen.findByLabelText('E-mail');
  await write(user, email, 'robin@waymark.example');
  await user.tab();
  await screen.findByText(/already have an account/);
  await user.clear(email);
  await write(user, email, 'robin@trail.example');
  const button = screen.getByRole('button', { name: 'Create account' });
  await user.pointer({ keys: '[MouseLeft>]', target: button });
  expect(screen.getByText(/already have an account/)).toBeTruthy();
  await user.pointer({ keys: '[/MouseLeft]', target: button });
  await waitFor(() => expect(screen.queryByText(/already have an account/)).toBeNull());
});

it('[AUTH-03] starts from the stored profile and says what is left to do', async () => {
  storeOnboarding({
    email: 'robin@waymark.example',
    birthdate: '1990-05-07',
    location: { country: 'CA' },
  });
  const { host, user } = openPage('/auth/signup');
  expect(await screen.findByText('Your account with robin@waymark.example is nearly ready.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('robin@waymark.example');
  expect(screen.getByLabelText<HTMLSelectElement>('Year').value).toBe('1990');
  expect(screen.getByLabelText<HTMLSelectElement>('Country').value).toBe('CA');
  await user.click(screen.getByRole('link', { name: 'Set a password' }));
  expect(host.navigated).toEqual(['/auth/forgot_password']);
  expect(rememberedEmail()).toBe('robin@waymark.example');
});
