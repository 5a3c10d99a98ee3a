import { cleanup, screen, waitFor } from '@testing-library/react';
import { logged, member, openPage, refusal, write } from '../testing/open-page.tsx';

const AT = '/auth/chat/lark?code=c&state=login.sealed';
const LOGIN = 'POST /login/lark';
const session = { onboarding: false, uacfId: '7', authToken: 'token', expires_in: 600 };

beforeEach(() => sessionStorage.clear());

it('[AUTH-10] logs in with what the chat app answered, once', async () => {
  const { host } = openPage(AT, { [LOGIN]: session });
  await waitFor(() => expect(host.signedInWith).toHaveLength(1));
  expect(host.calls).toHaveLength(1);
  expect(host.calls[0]?.body).toEqual({ code: 'c', state: 'login.sealed' });
  expect(logged(host, 'login_attempt')).toEqual([{ result: 'success' }]);
});

it('[AUTH-10] a second step is asked for; an error is said and logged with the channel', async () => {
  openPage(AT, {
    [LOGIN]: { onboarding: false, uacfId: '7', second_factor: { challenge: 'x', methods: ['totp'] } },
  });
  expect(await screen.findByRole('heading', { name: 'One more step' })).toBeTruthy();
  const { host } = openPage('/auth/chat/lark?error=access_denied&state=login.sealed', {
    [LOGIN]: refusal(400, 'lark/access_denied', 'Lark did not let us know who you are.'),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Lark did not let us know');
  expect(logged(host, 'login_attempt')).toEqual([{ result: 'failure', error: 'lark/access_denied' }]);
});

it('[AUTH-10] an address without what the chat app adds is said to be incomplete, not by its fields', async () => {
  openPage('/auth/chat/lark', {
    [LOGIN]: refusal(400, 'validation_error', 'State is too small: at least 10.', { state: 'too small' }),
  });
  expect((await screen.findByRole('alert')).textContent).toBe(
    'This link isn’t complete. Go back and start again.',
  );
  expect(screen.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/auth/login');
});

it('[AUTH-10] somebody unknown signs up with the names of the chat app and the same promotion flag, without a password', async () => {
  const { host, user } = openPage(AT, {
    [LOGIN]: refusal(404, 'lark/not_linked', 'Nobody.', {
      identity: 'sealed-identity',
      email: 'robin@chat.example',
      email_confirmed: 'true',
      first_name: 'Robin',
      last_name: 'Reed',
    }),
    'POST /signup/lark': { access_token: 'token', expires_in: 600, user_id: 9 },
  });
  expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('Robin');
  expect(screen.queryByLabelText('Password')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  expect(await screen.findByText('Birthdate is required.')).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Year'), '1990');
  await user.selectOptions(screen.getByLabelText('Month'), '05');
  await user.selectOptions(screen.getByLabelText('Day'), '07');
  await user.click(screen.getByLabelText('Female'));
  await user.click(screen.getByLabelText(/Send me news and offers/));
  await user.selectOptions(screen.getByLabelText('Country'), 'US');
  await user.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() => expect(host.signedInWith).toHaveLength(1));
  expect(host.calls.at(-1)?.body).toMatchObject({
    identity: 'sealed-identity',
    first_name: 'Robin',
    birthdate: { year: '1990', month: '05', day: '07' },
    promotionalPreference: true,
  });
});

const SEND_CODE = 'POST /signup/lark/email';
const CONFIRM = 'POST /signup/lark/email/confirm';
const unconfirmed = (email: string) =>
  refusal(404, 'lark/not_linked', 'Nobody.', {
    identity: 'sealed-identity',
    email,
    email_confirmed: 'false',
    first_name: 'Robin',
    last_name: 'Reed',
  });

it('[AUTH-10] somebody whose chat app names no address confirms one with the code of its mail, and signs up then', async () => {
  const { host, user } = openPage(AT, {
    [LOGIN]: unconfirmed(''),
    [SEND_CODE]: { challenge: 'first-challenge' },
    [CONFIRM]: [
      refusal(400, 'validation_error', 'Wrong.', { code: 'This code is not right.' }),
      { identity: 'confirmed-identity', email: 'robin@mail.example' },
    ],
    'POST /signup/lark': { access_token: 'token', expires_in: 600, user_id: 9 },
  });
  await user.click(await screen.findByRole('button', { name: 'Send the code' }));
  expect(await screen.findByText('E-mail is required.')).toBeTruthy();
  await write(user, screen.getByLabelText('E-mail'), 'robin at chat');
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  expect(await screen.findByText('Invalid email format')).toBeTruthy();
  await write(user, screen.getByLabelText('E-mail'), 'robin@mail.example');
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  expect(await screen.findByText(/to robin@mail\.example/)).toBeTruthy();
  await write(user, screen.getByLabelText('Code'), '1234');
  await user.click(screen.getByRole('button', { name: 'Confirm address' }));
  expect(await screen.findByText('Enter the eight digits of the mail.')).toBeTruthy();
  await write(user, screen.getByLabelText('Code'), '1234 5678');
  await user.click(screen.getByRole('button', { name: 'Confirm address' }));
  expect(await screen.findByText('This code is not right.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('1234 5678');
  await write(user, screen.getByLabelText('Code'), '8765 4321');
  await user.click(screen.getByRole('button', { name: 'Confirm address' }));
  expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('Robin');
  const sent = host.calls.filter(({ path }) => path.startsWith('/signup/lark'));
  expect(sent.map(({ body }) => body)).toEqual([
    { identity: 'sealed-identity', email: 'robin@mail.example' },
    { challenge: 'first-challenge', code: '1234 5678' },
    { challenge: 'first-challenge', code: '8765 4321' },
  ]);
});

it('[AUTH-10] an address that the chat app does not vouch for stands in the field; codes are sent anew and to another address', async () => {
  const { host, user } = openPage(AT, {
    [LOGIN]: unconfirmed('robin@chat.example'),
    [SEND_CODE]: [
      { challenge: 'first-challenge' },
      refusal(429, 'too_many_requests', 'Too many tries.'),
      { challenge: 'second-challenge' },
    ],
    [CONFIRM]: refusal(400, 'lark/state_invalid', 'That took too long. Begin again with Lark.'),
  });
  expect((await screen.findByLabelText<HTMLInputElement>('E-mail')).value).toBe('robin@chat.example');
  await user.click(screen.getByRole('button', { name: 'Send the code' }));
  await user.click(await screen.findByRole('button', { name: 'Send a new code' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Too many tries.');
  await user.click(screen.getByRole('button', { name: 'Send a new code' }));
  expect(await screen.findByText('We sent another code. The latest one counts.')).toBeTruthy();
  await write(user, screen.getByLabelText('Code'), '12345678');
  await user.click(screen.getByRole('button', { name: 'Confirm address' }));
  expect((await screen.findByRole('alert')).textContent).toContain('That took too long.');
  expect(host.calls.at(-1)?.body).toEqual({ challenge: 'second-challenge', code: '12345678' });
  await user.click(screen.getByRole('button', { name: 'Use another address' }));
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('robin@chat.example');
});

it('[AUTH-10] after too many tries a new code is offered, and a reload loses neither the sign-up nor the confirmed address', async () => {
  const tooMany = refusal(429, 'too_many_requests', 'Too many tries.');
  const first = openPage(AT, {
    [LOGIN]: unconfirmed('robin@chat.example'),
    [SEND_CODE]: { challenge: 'first-challenge' },
    [CONFIRM]: tooMany,
  });
  await first.user.click(await screen.findByRole('button', { name: 'Send the code' }));
  await write(first.user, await screen.findByLabelText('Code'), '12345678');
  await first.user.click(screen.getByRole('button', { name: 'Confirm address' }));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Too many tries with this code. Send a new one.',
  );
  cleanup();
  // The answer of the chat app is used up: it is not sent again.
  const second = openPage(AT, {
    [SEND_CODE]: { challenge: 'second-challenge' },
    [CONFIRM]: { identity: 'confirmed-identity', email: 'robin@chat.example' },
  });
  await second.user.click(await screen.findByRole('button', { name: 'Send the code' }));
  await write(second.user, await screen.findByLabelText('Code'), '87654321');
  await second.user.click(screen.getByRole('button', { name: 'Confirm address' }));
  expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('Robin');
  cleanup();
  openPage(AT, {});
  expect((await screen.findByLabelText<HTMLInputElement>('First name')).value).toBe('Robin');
});

it('[AUTH-10] a member who links comes back to the security page', async () => {
  const { host } = openPage(
    '/auth/chat/lark?code=c&state=link.sealed',
    { 'POST /security/chat-apps/lark': {} },
    { user: member() },
  );
  await waitFor(() => expect(host.notifications[0]?.text).toMatch(/log in with lark from now on/));
});
