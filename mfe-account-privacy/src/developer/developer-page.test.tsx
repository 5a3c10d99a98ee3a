import { screen, waitFor } from '@testing-library/react';
import { openPage, sampleMember, sentCalls } from '../testing/open-page.tsx';

const TOKEN = {
  id: 8,
  name: 'Backup script',
  scopes: ['workout:read', 'route:read'],
  prefix: 'wm_pat_ab',
  created_datetime: '2026-11-01T10:00:00.000Z',
  expires_datetime: '2027-01-30T10:00:00.000Z',
  last_used_datetime: null,
};
const open = (answers: Record<string, unknown> = {}) =>
  openPage(
    '/account/developer',
    { 'GET /oauth2/tokens': { tokens: [] }, ...answers },
    { user: sampleMember(), settings: { developerLink: '/developer' } },
  );

it('[AUTH-08] a token is made with scopes and an end, and shown once', async () => {
  const { host, user } = open({ 'POST /oauth2/tokens': { ...TOKEN, token: 'wm_pat_secret' } });
  await user.click(await screen.findByRole('button', { name: 'New token' }));
  await user.click(screen.getByLabelText('See your workouts'));
  await user.click(screen.getByRole('button', { name: 'Make token' }));
  expect(screen.getByText('Name is required.')).toBeTruthy();
  expect(screen.getByText('Choose at least one.')).toBeTruthy();
  await user.type(screen.getByLabelText('Name'), 'Backup script');
  await user.click(screen.getByLabelText('See your routes'));
  await user.selectOptions(screen.getByLabelText('Works for'), 'A year');
  await user.click(screen.getByRole('button', { name: 'Make token' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Your new token')).value).toBe('wm_pat_secret');
  expect(sentCalls(host)[0]?.body).toEqual({ name: 'Backup script', scopes: ['route:read'], days: 365 });
  await user.click(screen.getByRole('button', { name: 'I have saved it' }));
  expect(screen.queryByLabelText('Your new token')).toBeNull();
});

it('[AUTH-08] tokens are listed and revoked', async () => {
  const { host, user } = open({
    'GET /oauth2/tokens': { tokens: [TOKEN] },
    'DELETE /oauth2/tokens/8': undefined,
  });
  expect((await screen.findByText(/not used yet/)).textContent).toBe(
    'See your workouts, See your routes · until Jan 30, 2027 · not used yet',
  );
  await user.click(screen.getByRole('button', { name: 'Revoke Backup script' }));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('“Backup script” no longer works.'));
});
