import { screen, waitFor, within } from '@testing-library/react';
import { openPage, sampleMember, sentCalls } from '../testing/open-page.tsx';

const AT = '/account/connected_apps';
const connection = (over: object = {}) => ({
  id: 4,
  type: 'strava',
  name: 'Strava',
  status: 'active',
  created_datetime: '2026-11-01T10:00:00.000Z',
  last_received_datetime: null,
  workouts_received: 12,
  upload_url: null,
  _links: {},
  ...over,
});
const answers = (over: Record<string, unknown> = {}) => ({
  'GET /remoteconnectiontype/': {
    _embedded: {
      remote_connection_types: [
        {
          type: 'strava',
          name: 'Strava',
          kind: 'oauth',
          description: 'Your workouts.',
          notice: 'Only you see them.',
        },
        { type: 'upload', name: 'Upload address', kind: 'upload', description: 'For scripts.', notice: null },
      ],
    },
    total_count: 2,
  },
  'GET /remoteconnection/': { _embedded: { remote_connections: [] }, total_count: 0 },
  'GET /externaltokens/7': { tokens: [] },
  ...over,
});
const open = (over: Record<string, unknown> = {}) => openPage(AT, answers(over), { user: sampleMember() });

it('[ACCT-03] connecting leads to the service; an upload address is shown once', async () => {
  const { host, user } = open({
    'POST /remoteconnection/': [
      { authorization_url: 'https://strava.example/authorize', connection: null },
      {
        authorization_url: null,
        connection: connection({ upload_url: 'https://site.example/upload/secret' }),
      },
    ],
  });
  expect(await screen.findByText('Nothing connected yet')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Connect Strava' }));
  await waitFor(() => expect(host.navigated).toEqual(['https://strava.example/authorize']));
  await user.click(screen.getByRole('button', { name: 'Make an address: Upload address' }));
  const address = await screen.findByLabelText<HTMLInputElement>('Your upload address');
  expect(address.value).toBe('https://site.example/upload/secret');
  await user.click(screen.getByRole('button', { name: 'I have saved it' }));
  expect(screen.queryByLabelText('Your upload address')).toBeNull();
});

it('[ACCT-03] what needs attention says so; disconnecting is confirmed', async () => {
  const { host, user } = open({
    'GET /remoteconnection/': {
      _embedded: { remote_connections: [connection({ status: 'needs_attention' })] },
      total_count: 1,
    },
    'DELETE /remoteconnection/4/': undefined,
  });
  expect(await screen.findByText(/doesn’t let us in any more/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Disconnect Strava' }));
  expect(sentCalls(host)).toEqual([]);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('“Strava” is disconnected.'));
});

it('[ACCT-03] allowed apps are listed with what they may do, and revoked', async () => {
  const { host, user } = open({
    'GET /externaltokens/7': {
      tokens: [
        {
          token_id: 't1',
          client_id: 'c1',
          name: 'Coach',
          scopes: ['workout:read'],
          authorized_datetime: '2026-11-01T10:00:00.000Z',
          last_used_datetime: null,
        },
      ],
    },
    'DELETE /externaltokens?token_id=t1&client_id=c1': { ok: true },
  });
  await user.click(await screen.findByRole('button', { name: 'Revoke Coach' }));
  expect(screen.getByText(/See your workouts · since Nov 01, 2026/)).toBeTruthy();
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('“Coach” is out.'));
});

it('[ACCT-03] /workout/import/dashboard redirects here', async () => {
  const { host } = openPage('/workout/import/dashboard');
  await waitFor(() => expect(host.navigated).toEqual([AT]));
});
