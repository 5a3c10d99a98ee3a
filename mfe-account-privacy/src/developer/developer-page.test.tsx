import { screen, waitFor, within } from '@testing-library/react';
import { expectFailureAt, expectOneKey } from '@waymark/remote/testing';
import { noAnswer, openPage, refusal, sampleMember, sentCalls } from '../testing/open-page.tsx';

const CLIENT = {
  id: 'client-1234',
  name: 'Coach',
  homepage: null,
  redirect_uris: ['https://coach.example/callback'],
  scopes: ['workout:read'],
  is_confidential: false,
  created_datetime: '2026-11-01T10:00:00.000Z',
};
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
    { 'GET /oauth2/tokens': { tokens: [] }, 'GET /oauth2/clients': { clients: [] }, ...answers },
    { user: sampleMember(), settings: { developerLink: '/developer' } },
  );

it('[AUTH-08] a token is made with scopes and an end, and shown once', async () => {
  const { host, user } = open({ 'POST /oauth2/tokens': { ...TOKEN, token: 'wm_pat_secret' } });
  await user.click(await screen.findByRole('button', { name: 'New token' }));
  await user.click(screen.getByLabelText('See your workouts'));
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(screen.getByText('Name is required.')).toBeTruthy();
  expect(screen.getByText('Choose at least one.')).toBeTruthy();
  await user.type(screen.getByLabelText('Name'), 'Backup script');
  await user.click(screen.getByLabelText('See your routes'));
  await user.selectOptions(screen.getByLabelText('Works for'), 'A year');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
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

it('[AUTH-08] an app is registered; what the server refuses stands beside its field', async () => {
  const { host, user } = open({
    'POST /oauth2/clients': [
      refusal(400, 'validation_error', 'Wrong.', { 'redirect_uris.0': 'Write a whole address.' }),
      { ...CLIENT, client_secret: 'shh' },
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Register an app' }));
  await user.type(screen.getByLabelText('Name'), 'Coach');
  await user.type(screen.getByLabelText('Redirect addresses'), 'https://coach.example/callback');
  await user.click(screen.getByLabelText(/can keep a secret/));
  await user.click(screen.getByRole('button', { name: 'Save app' }));
  expect(await screen.findByText('Write a whole address.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save app' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Client secret')).value).toBe('shh');
  expect(sentCalls(host)[1]?.body).toEqual({
    name: 'Coach',
    homepage: null,
    redirect_uris: ['https://coach.example/callback'],
    scopes: ['workout:read'],
    is_confidential: true,
  });
});

it('[AUTH-08] an app is changed and deleted', async () => {
  const { host, user } = open({
    'GET /oauth2/clients': { clients: [CLIENT] },
    'PUT /oauth2/clients/client-1234': CLIENT,
    'DELETE /oauth2/clients/client-1234': undefined,
  });
  await user.click(await screen.findByRole('button', { name: 'Edit Coach' }));
  const name = screen.getByLabelText('Name');
  await user.clear(name);
  await user.type(name, 'Trainer');
  await user.click(screen.getByRole('button', { name: 'Save app' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Delete Coach' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(sentCalls(host).map(({ method }) => method)).toEqual(['PUT', 'DELETE']));
  expect(sentCalls(host)[0]?.body).toMatchObject({ name: 'Trainer' });
});

it('[SESS-06] [AUTH-08] a token without an answer is told at its button, and asked for again under the same key', async () => {
  const { host, user } = open({
    'POST /oauth2/tokens': [noAnswer(), { ...TOKEN, token: 'wm_pat_secret' }],
  });
  await user.click(await screen.findByRole('button', { name: 'New token' }));
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  await user.type(screen.getByLabelText('Name'), 'Backup script');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  await expectFailureAt('Create token', /couldn’t reach Waymark/);
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByLabelText('Your new token')).toBeTruthy();
  expectOneKey(sentCalls(host));
});

it('[AUTH-08] a token that could not be revoked says so in its row', async () => {
  const { user } = open({
    'GET /oauth2/tokens': { tokens: [TOKEN] },
    'DELETE /oauth2/tokens/8': noAnswer(),
  });
  await user.click(await screen.findByRole('button', { name: 'Revoke Backup script' }));
  await expectFailureAt('Revoke Backup script', /couldn’t reach Waymark/);
});

it('[SESS-06] [AUTH-08] an app without an answer is told at its button, and saved again under the same key', async () => {
  const { host, user } = open({ 'POST /oauth2/clients': [noAnswer(), { ...CLIENT, client_secret: null }] });
  await user.click(await screen.findByRole('button', { name: 'Register an app' }));
  await user.click(screen.getByRole('button', { name: 'Save app' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
  await user.type(screen.getByLabelText('Name'), 'Coach');
  await user.type(screen.getByLabelText('Redirect addresses'), 'https://coach.example/callback');
  await user.click(screen.getByRole('button', { name: 'Save app' }));
  await expectFailureAt('Save app', /couldn’t reach Waymark/);
  await user.click(screen.getByRole('button', { name: 'Save app' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expectOneKey(sentCalls(host));
});

it('[SESS-06] [AUTH-08] a token that is stored already, since the first answer was lost, stands in the list at once', async () => {
  const { user } = open({
    'GET /oauth2/tokens': [{ tokens: [] }, { tokens: [TOKEN] }],
    'POST /oauth2/tokens': [noAnswer(), refusal(422, 'idempotency_key_reused')],
  });
  await user.click(await screen.findByRole('button', { name: 'New token' }));
  await user.type(screen.getByLabelText('Name'), 'Backup script');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  await expectFailureAt('Create token', /couldn’t reach Waymark/);
  expect(screen.queryByText(/not used yet/)).toBeNull();
  await user.type(screen.getByLabelText('Name'), ' 2');
  await user.click(screen.getByRole('button', { name: 'Create token' }));
  expect(await screen.findByText(/not used yet/)).toBeTruthy();
});
