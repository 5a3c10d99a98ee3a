import { screen, waitFor } from '@testing-library/react';
import { logged, member, openPage, refusal } from '../testing/open-page.tsx';

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

it('[AUTH-10] a member who links comes back to the security page', async () => {
  const { host } = openPage(
    '/auth/chat/lark?code=c&state=link.sealed',
    { 'POST /security/chat-apps/lark': {} },
    { user: member() },
  );
  await waitFor(() => expect(host.notifications[0]?.text).toMatch(/log in with lark from now on/));
});
