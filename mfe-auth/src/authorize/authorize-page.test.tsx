import { screen, waitFor } from '@testing-library/react';
import { expectFailureAt } from '@waymark/remote/testing';
import { member, openPage, refusal } from '../testing/open-page.tsx';

const ID = 'interaction-12345';
const AT = `/oauth2/authorize?interaction=${ID}`;
const READ = `GET /oauth2/clientName/${ID}`;
const DECIDE = `POST /oauth2/authorize/${ID}`;
const request = (over: object = {}) => ({
  id: ID,
  prompt: 'consent',
  client: { id: 'c1', name: 'Coach', homepage: null },
  scopes: ['workout:read', 'route:write'],
  redirect_host: 'coach.example',
  ...over,
});

it('[AUTH-08] names the app, what it could do and where the member goes on; allowing goes on there', async () => {
  const { host, user } = openPage(
    AT,
    { [READ]: request(), [DECIDE]: { redirect_to: '/oauth2/auth/abc' } },
    { user: member() },
  );
  expect(await screen.findByRole('heading', { name: 'Allow Coach?' })).toBeTruthy();
  const scopes = screen.getByRole('list', { name: 'It could then:' });
  expect(scopes.textContent).toBe('See your workoutsAdd and change routes');
  expect(screen.getByText(/you go on to coach\.example/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  await waitFor(() => expect(host.navigated.at(-1)).toBe('/oauth2/auth/abc'));
  expect(host.calls.at(-1)?.options?.params).toMatchObject({ decision: 'allow' });
});

it('[AUTH-08] denying is as easy; a failure is said and can be repeated', async () => {
  const { host, user } = openPage(
    AT,
    { [READ]: request(), [DECIDE]: [refusal(503, 'down'), { redirect_to: '/oauth2/auth/abc' }] },
    { user: member() },
  );
  await user.click(await screen.findByRole('button', { name: 'Deny' }));
  await expectFailureAt('Deny', /went wrong on our side/);
  const scopes = screen.getByRole('list', { name: 'It could then:' });
  expect(scopes.compareDocumentPosition(screen.getByRole('alert'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(screen.getByRole('button', { name: 'Deny' }));
  await waitFor(() => expect(host.navigated.at(-1)).toBe('/oauth2/auth/abc'));
  expect(host.calls.at(-1)?.options?.params).toMatchObject({ decision: 'deny' });
});

it('[AUTH-08] whoever is not logged in logs in first and comes back', async () => {
  const { host } = openPage(AT, { [READ]: request({ prompt: 'login' }) });
  await waitFor(() => expect(host.navigated.at(-1)).toMatch(/^\/auth\/login/));
});

it.each([
  ['?error=invalid_client', /don’t know the app/],
  ['?error=invalid_redirect_uri', /not one it registered/],
  ['?error=toString', /start again/],
  ['', /start again/],
])('[AUTH-08] explains what is wrong with a request: %s', async (query, sentence) => {
  openPage(`/oauth2/authorize${query}`);
  expect(await screen.findByRole('heading', { name: 'This app can’t be connected' })).toBeTruthy();
  expect(screen.getByText(sentence)).toBeTruthy();
});

it('[AUTH-08] a request that is over says so; one that came here directly goes to the provider', async () => {
  openPage(AT, { [READ]: refusal(404, 'interaction_unknown') });
  expect(await screen.findByText(/start again/)).toBeTruthy();
  const { host } = openPage('/oauth2/authorize?client_id=c1&scope=workout%3Aread');
  await waitFor(() => expect(host.navigated.at(-1)).toBe('/oauth2/auth?client_id=c1&scope=workout%3Aread'));
});
