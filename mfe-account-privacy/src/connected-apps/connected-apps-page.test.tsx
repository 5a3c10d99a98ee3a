import { screen, waitFor, within } from '@testing-library/react';
import { expectFailureAt, expectOneKey } from '@waymark/remote/testing';
import { noAnswer, openPage, refusal, sampleMember, sentCalls } from '../testing/open-page.tsx';

const AT = '/account/connected_apps';
const connection = (over: object = {}) => ({
  id: 4,
  type: 'polar',
  name: 'Polar Flow',
  status: 'active',
  waits_for_room: false,
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
          type: 'polar',
          name: 'Polar Flow',
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
      { authorization_url: 'https://polar.example/authorize', connection: null },
      {
        authorization_url: null,
        connection: connection({ upload_url: 'https://site.example/upload/secret' }),
      },
    ],
  });
  expect(await screen.findByText('Nothing connected yet')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Connect Polar Flow' }));
  await waitFor(() => expect(host.navigated).toEqual(['https://polar.example/authorize']));
  await user.click(screen.getByRole('button', { name: 'Make an address: Upload address' }));
  const address = await screen.findByLabelText<HTMLInputElement>('Your upload address');
  expect(address.value).toBe('https://site.example/upload/secret');
  await user.click(screen.getByRole('button', { name: 'I have saved it' }));
  expect(screen.queryByLabelText('Your upload address')).toBeNull();
});

it('[ACCT-03] coming back from the service connects once and leaves nothing in the address', async () => {
  const { host } = openPage(
    `${AT}?state=sealed-by-the-api&code=abc`,
    answers({ 'POST /remoteconnection/finish/': connection() }),
    { user: sampleMember() },
  );
  await waitFor(() => expect(host.notifications[0]?.text).toMatch(/^Polar Flow is connected/));
  expect(sentCalls(host).map(({ path, body }) => [path, body])).toEqual([
    ['/remoteconnection/finish/', { state: 'sealed-by-the-api', code: 'abc' }],
  ]);
  expect(host.navigated).toEqual([AT]);
});

it('[ACCT-03] a no at the service is said, and the list stays', async () => {
  openPage(
    `${AT}?state=sealed-by-the-api&error=access_denied`,
    answers({
      'POST /remoteconnection/finish/': refusal(400, 'connection_denied', 'Polar Flow was not connected.'),
    }),
    { user: sampleMember() },
  );
  expect(await screen.findByText('Polar Flow was not connected.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Connect Polar Flow' })).toBeTruthy();
});

it('[ACCT-03] a connection that waits for room says why, and that nothing is lost', async () => {
  open({
    'GET /remoteconnection/': {
      _embedded: { remote_connections: [connection({ waits_for_room: true })] },
      total_count: 1,
    },
  });
  expect(await screen.findByText(/Your storage is full.*nothing is lost/)).toBeTruthy();
  expect(screen.getByText('Needs you')).toBeTruthy();
});

it('[ACCT-03] what needs attention says so; disconnecting is confirmed', async () => {
  const { host, user } = open({
    'GET /remoteconnection/': {
      _embedded: { remote_connections: [connection({ status: 'needs_attention' })] },
      total_count: 1,
    },
    'DELETE /remoteconnection/4/': undefined,
  });
  expect(await screen.findByText(/no longer have access/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Disconnect Polar Flow' }));
  expect(sentCalls(host)).toEqual([]);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Disconnect' }));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('“Polar Flow” is disconnected.'));
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
  await waitFor(() => expect(host.notifications[0]?.text).toBe('“Coach” no longer has access.'));
});

it('[ACCT-03] /workout/import/dashboard redirects here', async () => {
  const { host } = openPage('/workout/import/dashboard');
  await waitFor(() => expect(host.navigated).toEqual([AT]));
});

it('[SESS-06] [ACCT-03] a service that could not be connected says so in its row, and is connected again under the same key', async () => {
  const { host, user } = open({
    'POST /remoteconnection/': [
      noAnswer(),
      { authorization_url: null, connection: connection({ upload_url: 'https://site.example/upload/new' }) },
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Make an address: Upload address' }));
  await expectFailureAt('Make an address: Upload address', /couldn’t reach Waymark/);
  const row = screen.getByRole('button', { name: 'Make an address: Upload address' }).closest('li')!;
  expect(within(row).getByRole('alert')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Make an address: Upload address' }));
  expect(await screen.findByLabelText('Your upload address')).toBeTruthy();
  expectOneKey(sentCalls(host));
});
