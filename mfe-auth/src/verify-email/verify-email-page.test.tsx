import { screen } from '@testing-library/react';
import { logged, member, openPage, refusal } from '../testing/open-page.tsx';

const CONFIRM = 'POST /email/confirm/secret-token';
const AT = '/verify_email/secret-token';

beforeEach(() => sessionStorage.clear());

it('[AUTH-06] confirms the address once as the page opens', async () => {
  const { host } = openPage(AT, { [CONFIRM]: { email: 'robin@waymark.example' } });
  expect(await screen.findByRole('heading', { name: 'Confirm your e-mail' })).toBeTruthy();
  expect(await screen.findByRole('heading', { name: 'Your e-mail is confirmed' })).toBeTruthy();
  expect(screen.getByText('We can reach you at robin@waymark.example.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log in' }).getAttribute('href')).toBe('/auth/login');
  expect(host.calls).toHaveLength(1);
  expect(logged(host, 'confirm_email')).toEqual([{ result: 'success' }]);
});

it('[AUTH-06] shows the same page at /email_verified, without a call', async () => {
  const { host } = openPage('/email_verified', {}, { user: member() });
  expect(await screen.findByRole('heading', { name: 'Your e-mail is confirmed' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Go to your dashboard' })).toBeTruthy();
  expect(host.calls).toEqual([]);
});

it('[AUTH-06] offers a visitor with a dead link to sign in and come back', async () => {
  const { host } = openPage(AT, { [CONFIRM]: refusal(410, 'token_expired') });
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Log in' })).toBeTruthy();
  expect(logged(host, 'confirm_email')).toEqual([{ result: 'failure', error: 'token_expired' }]);
});

it('[AUTH-06] sends a member with a dead link a new mail', async () => {
  const { user } = openPage(
    AT,
    { [CONFIRM]: refusal(404, 'token_unknown'), 'POST /email/resend': [refusal(503, 'down'), { ok: true }] },
    { user: member() },
  );
  const again = await screen.findByRole('button', { name: 'Send a new mail' });
  await user.click(again);
  expect((await screen.findByRole('alert')).textContent).toMatch(/went wrong on our side/);
  await user.click(again);
  expect(await screen.findByText('A new mail is on its way to robin@waymark.example.')).toBeTruthy();
});

it('says that nothing is left to do when the address is confirmed already', async () => {
  openPage(AT, { [CONFIRM]: refusal(410, 'token_used') }, { user: member({ email_confirmed: true }) });
  expect(await screen.findByText('No problem: your e-mail is already confirmed.')).toBeTruthy();
});

it('[AUTH-06] tries again when the server could not answer', async () => {
  const { user } = openPage(AT, {
    [CONFIRM]: [refusal(502, 'bad_gateway'), { email: 'robin@waymark.example' }],
  });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { name: 'Your e-mail is confirmed' })).toBeTruthy();
});
