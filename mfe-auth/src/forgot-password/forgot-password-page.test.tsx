import { screen } from '@testing-library/react';
import { logged, openPage, refusal, write } from '../testing/open-page.tsx';

beforeEach(() => sessionStorage.clear());

const send = () => screen.getByRole('button', { name: 'Send the link' });

it('[AUTH-04] asks for the mail and answers without saying whether there is an account', async () => {
  const { host, user } = openPage('/auth/forgot_password?next=%2Froutes', {
    'POST /password-reset': { ok: true },
  });
  const field = await screen.findByLabelText('E-mail');
  expect(logged(host, 'forgot_password')).toEqual([{}]);
  await write(user, field, 'nobody@waymark.example');
  await user.click(send());
  expect(
    await screen.findByText('If there is an account for nobody@waymark.example, a mail is on its way.'),
  ).toBeTruthy();
  expect(host.calls[0]?.body).toEqual({ email: 'nobody@waymark.example', redirect_uri: '/routes' });
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Check your mail' }));
  expect(logged(host, 'forgot_password_attempt')).toEqual([{ result: 'success' }]);
  expect(logged(host, 'forgot_password')).toHaveLength(1);
  expect(screen.queryByRole('link', { name: 'mailbox' })).toBeNull();
});

it.each([
  ['', 'blank_email', 'E-mail is required.'],
  ['nobody', 'invalid_email', 'Invalid email format'],
])('[AUTH-04] does not send %p and logs %s', async (email, error, sentence) => {
  const { host, user } = openPage('/auth/forgot_password');
  const field = await screen.findByLabelText('E-mail');
  if (email) await write(user, field, email);
  await user.click(send());
  expect(screen.getByText(sentence)).toBeTruthy();
  expect(document.activeElement).toBe(field);
  expect(logged(host, 'forgot_password_attempt')).toEqual([{ result: 'failure', error }]);
  expect(host.calls).toEqual([]);
});

it('[AUTH-04] keeps the address when the mail could not be asked for', async () => {
  const { user } = openPage('/auth/forgot_password', {
    'POST /password-reset': [refusal(503, 'unavailable'), { ok: true }],
  });
  await write(user, await screen.findByLabelText('E-mail'), 'robin@waymark.example');
  await user.click(send());
  expect((await screen.findByRole('alert')).textContent).toMatch(/went wrong on our side/);
  await user.click(send());
  expect(await screen.findByText(/for robin@waymark.example, a mail is on its way/)).toBeTruthy();
});

it('shows the way to the mailbox of a local installation, and back to the form', async () => {
  const { user } = openPage(
    '/auth/forgot_password',
    { 'POST /password-reset': { ok: true } },
    { mailbox: true },
  );
  await write(user, await screen.findByLabelText('E-mail'), 'robin@waymark.example');
  await user.click(send());
  const link = await screen.findByRole('link', { name: 'mailbox' });
  expect(link.getAttribute('href')).toBe('/mailbox');
  await user.click(screen.getByRole('button', { name: 'Use another e-mail' }));
  expect(send()).toBeTruthy();
});
