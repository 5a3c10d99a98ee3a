import type { SecurityOverview } from '@waymark/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expectFailureAt } from '@waymark/remote/testing';
import { noAnswer, openPage, refusal, sampleMember, sentCalls } from '../testing/open-page.tsx';

jest.mock('@simplewebauthn/browser', () => ({
  startRegistration: jest.fn(async () => ({ id: 'made' })),
  startAuthentication: jest.fn(async () => ({ id: 'signed' })),
}));

const AT = '/account/security';
const overview = (over: Partial<SecurityOverview> = {}): SecurityOverview => ({
  email: 'robin@waymark.example',
  email_confirmed: true,
  pending_email: null,
  has_password: true,
  passkeys: [],
  totp: { is_enabled: false, recovery_codes_left: 0 },
  chat_apps: [],
  identity_confirmed_until: null,
  ...over,
});
const session = (id: number, device: string, isCurrent: boolean) => ({
  id,
  device,
  country: 'CH',
  method: 'password',
  created_datetime: '2026-11-01T10:00:00.000Z',
  last_used_datetime: '2026-11-20T10:00:00.000Z',
  is_current: isCurrent,
});
const event = (id: number, kind: string, subject: string | null = null) => ({
  id,
  kind,
  at: '2026-11-20T10:00:00.000Z',
  device: 'Firefox on Linux',
  country: null,
  subject,
});
const open = (over: Partial<SecurityOverview> = {}, answers: Record<string, unknown> = {}) =>
  openPage(
    AT,
    {
      'GET /security': overview(over),
      'GET /security/sessions': {
        sessions: [session(1, 'Firefox on Linux', true), session(2, 'Safari on iPhone', false)],
      },
      'GET /security/events': { events: [event(9, 'signed_in')], has_more: true },
      'GET /security/events?before=9': { events: [event(8, 'passkey_added', 'Phone')], has_more: false },
      'GET /chat-apps': { channels: [] },
      'GET /security/credentials': { credentials: [] },
      ...answers,
    },
    { user: sampleMember() },
  );
const unconfirmed = refusal(403, 'identity_unconfirmed', 'Confirm first that it is you.');
const CONFIRM = 'POST /security/confirm-identity';
const paths = (host: ReturnType<typeof open>['host']) =>
  sentCalls(host).map(({ method, path }) => `${method} ${path}`);

it('a sensitive change asks for the password first, then happens', async () => {
  const { host, user } = open(
    {},
    { 'POST /security/email': [unconfirmed, overview()], [CONFIRM]: { identity_confirmed_until: 'x' } },
  );
  await user.click(await screen.findByRole('button', { name: 'Change e-mail' }));
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(screen.getByText('E-mail is required.')).toBeTruthy();
  await user.type(screen.getByLabelText('New e-mail'), 'new@waymark.example');
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  const dialog = await screen.findByRole('dialog', { name: 'Confirm it’s you' });
  await user.type(await within(dialog).findByLabelText('Password'), 'Nine miles before noon');
  await user.click(within(dialog).getByRole('button', { name: 'Confirm' }));
  await waitFor(() => expect(host.notifications[0]?.text).toMatch(/Check new@waymark.example/));
  expect(paths(host)).toEqual(['POST /security/email', CONFIRM, 'POST /security/email']);
  expect(sentCalls(host)[1]?.body).toEqual({ password: 'Nine miles before noon' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('a wrong proof is said in the dialog; closing it changes nothing and shows no error', async () => {
  const { host, user } = open(
    {},
    {
      'POST /security/totp': unconfirmed,
      [CONFIRM]: refusal(401, 'access_denied', 'That password is not right.'),
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(await within(dialog).findByLabelText('Password'), 'wrong{Enter}');
  expect((await within(dialog).findByRole('alert')).textContent).toMatch(/not right/);
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(paths(host)).toEqual(['POST /security/totp', CONFIRM]);
});

it('[AUTH-05] who changes the password sees what else opens the account, and ends what they untick', async () => {
  const added = { created_datetime: '2026-11-03T09:00:00.000Z', last_used_datetime: null, stays: false };
  const { host, user } = open(
    {},
    {
      'GET /security/credentials': {
        credentials: [
          { ...added, key: 'passkey 1', kind: 'passkey', name: 'Firefox on Linux' },
          { ...added, key: 'app 2', kind: 'app', name: 'Coach' },
        ],
      },
      'POST /security/password': { ok: true },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  const app = await screen.findByRole<HTMLInputElement>('checkbox', { name: /App “Coach”/ });
  expect(app.checked).toBe(true);
  expect(screen.getByText('None of these ends.')).toBeTruthy();
  await user.click(app);
  expect(screen.getByText('1 of these ends.')).toBeTruthy();
  await user.type(screen.getByLabelText('New password'), 'long enough');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  await waitFor(() => expect(host.notifications[0]?.text).toMatch(/new password is set/));
  expect(sentCalls(host).at(-1)?.body).toEqual({ password: 'long enough', keep: ['passkey 1'] });
});

it('[AUTH-05] the password is changed all the same where the list cannot be loaded', async () => {
  const { host, user } = open(
    {},
    {
      'GET /security/credentials': refusal(500, 'internal_error', 'Broken.'),
      'POST /security/password': { ok: true },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  expect(await screen.findByText(/could not be loaded/)).toBeTruthy();
  await user.type(screen.getByLabelText('New password'), 'long enough');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  await waitFor(() => expect(host.notifications[0]?.text).toMatch(/new password is set/));
  expect(sentCalls(host).at(-1)?.body).toEqual({ password: 'long enough' });
});

it('a passkey proves identity where there is no password', async () => {
  const passkey = {
    id: 5,
    name: 'Phone',
    created_datetime: '2026-11-01T10:00:00.000Z',
    last_used_datetime: null,
    is_backed_up: true,
  };
  const { host, user } = open(
    { has_password: false, passkeys: [passkey] },
    {
      'POST /security/password': [unconfirmed, { ok: true }],
      'POST /security/confirm-identity/passkey-options': { challenge: 'c' },
      [CONFIRM]: { identity_confirmed_until: 'x' },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Set a password' }));
  await user.type(screen.getByLabelText('New password'), 'short');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  expect(screen.getByText('Use 8 or more characters.')).toBeTruthy();
  await user.type(screen.getByLabelText('New password'), ' but long enough');
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  await user.click(await screen.findByRole('button', { name: 'Use a passkey' }));
  await waitFor(() => expect(host.notifications[0]?.text).toMatch(/new password is set/));
  expect(sentCalls(host)[2]?.body).toEqual({ passkey: { id: 'signed' } });
});

it('adds, renames and removes a passkey', async () => {
  Object.assign(globalThis, { PublicKeyCredential: () => {} });
  const passkey = {
    id: 5,
    name: 'Phone',
    created_datetime: '2026-11-01T10:00:00.000Z',
    last_used_datetime: '2026-11-05T10:00:00.000Z',
    is_backed_up: false,
  };
  const { host, user } = open(
    { passkeys: [passkey] },
    {
      'POST /security/passkeys/options': { challenge: 'c' },
      'POST /security/passkeys': passkey,
      'PATCH /security/passkeys/5': passkey,
      'DELETE /security/passkeys/5': [
        refusal(409, 'last_way_in', 'This is your only way to log in.'),
        undefined,
      ],
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Add a passkey' }));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('Your passkey is ready to use.'));
  expect(screen.getByText('Added Nov 01, 2026, last used Nov 05, 2026')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Rename Phone' }));
  const name = screen.getByLabelText('Name of the passkey');
  await user.clear(name);
  await user.type(name, 'Old phone{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Remove Phone' }));
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await within(dialog).findByText('This is your only way to log in.')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentCalls(host).map(({ body }) => body)).toEqual([
    undefined,
    { credential: { id: 'made' } },
    { name: 'Old phone' },
    undefined,
    undefined,
  ]);
});

it('two-step log-in: scans, proves a code, and shows the recovery codes once', async () => {
  const { host, user } = open(
    {},
    {
      'POST /security/totp': {
        secret: 'JBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Waymark:robin?secret=JBSWY3DPEHPK3PXP',
      },
      'POST /security/totp/confirm': { recovery_codes: ['AAAA-1111', 'BBBB-2222'] },
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Set up' }));
  expect(
    (await screen.findByRole('img', { name: 'QR code for your app' }))
      .querySelector('path')
      ?.getAttribute('d')?.length,
  ).toBeGreaterThan(1000);
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy();
  await user.type(screen.getByLabelText('Code'), '12 34');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  expect(screen.getByText('Enter the six digits of your app.')).toBeTruthy();
  await user.type(screen.getByLabelText('Code'), ' 56');
  await user.click(screen.getByRole('button', { name: 'Turn on' }));
  const codes = await screen.findByRole('list', { name: 'Recovery codes' });
  expect(
    within(codes)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual(['AAAA-1111', 'BBBB-2222']);
  await user.click(screen.getByRole('button', { name: 'I have saved them' }));
  expect(screen.queryByRole('list', { name: 'Recovery codes' })).toBeNull();
  expect(sentCalls(host)[1]?.body).toEqual({ code: '12 34 56' });
});

it('turning codes off is confirmed first; new recovery codes are shown', async () => {
  const { host, user } = open(
    { totp: { is_enabled: true, recovery_codes_left: 1 } },
    {
      'DELETE /security/totp': { ok: true },
      'POST /security/recovery-codes': { recovery_codes: ['CCCC-3333'] },
    },
  );
  expect(await screen.findByText('1 recovery code left')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'New recovery codes' }));
  expect(await screen.findByText('CCCC-3333')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Turn off' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Turn off' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(paths(host)).toEqual(['POST /security/recovery-codes', 'DELETE /security/totp']);
});

it('lists devices and ends one or all others; the log goes on by request', async () => {
  const { host, user } = open(
    {},
    { 'DELETE /security/sessions/2': undefined, 'DELETE /security/sessions': { ended: 1 } },
  );
  const devices = within(await screen.findByRole('list', { name: 'Your devices' })).getAllByRole('listitem');
  expect(devices[0]!.textContent).toMatch(/Firefox on Linux.*This device.*Switzerland, with your password/);
  expect(within(devices[0]!).queryByRole('button')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Log out Safari on iPhone' }));
  await user.click(screen.getByRole('button', { name: 'Log out everywhere else' }));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('You are logged out everywhere else.'));
  expect(paths(host)).toEqual(['DELETE /security/sessions/2', 'DELETE /security/sessions']);
  await user.click(screen.getByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Passkey added')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('a pending address is shown and can be cancelled', async () => {
  const pending = { email: 'new@waymark.example', expires_datetime: '2026-11-25T10:00:00.000Z' };
  const { host, user } = open({ pending_email: pending }, { 'DELETE /security/email': overview() });
  expect(await screen.findByText('Waiting for new@waymark.example')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel the change' }));
  await waitFor(() => expect(paths(host)).toEqual(['DELETE /security/email']));
});

it('[AUTH-10] links and unlinks a chat app where the site has one', async () => {
  const { host, user } = open(
    { chat_apps: [{ channel: 'lark', name: 'Lark' }] },
    {
      'GET /chat-apps': {
        channels: [
          { channel: 'lark', name: 'Lark' },
          { channel: 'line', name: 'Line' },
        ],
      },
      'POST /chat-apps/line/start': { authorization_url: 'https://line.example/authorize' },
      'DELETE /security/chat-apps/lark': overview(),
    },
  );
  await user.click(await screen.findByRole('button', { name: 'Link' }));
  await waitFor(() => expect(host.navigated).toEqual(['https://line.example/authorize']));
  expect(sentCalls(host)[0]?.body).toEqual({ purpose: 'link' });
  await user.click(screen.getByRole('button', { name: 'Unlink' }));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('You no longer log in with Lark.'));
});

it.each([
  [
    '/account/confirm_email_change/secret-token',
    'Use this address',
    'POST /security/email/confirm/secret-token',
  ],
  [
    '/account/undo_email_change/secret-token',
    'Keep my old address',
    'POST /security/email/undo/secret-token',
  ],
])('%s changes nothing until it is pressed; a dead link is explained', async (at, action, call) => {
  const { host, user, unmount } = openPage(at, { [call]: { email: 'old@waymark.example' } });
  const press = await screen.findByRole('button', { name: action });
  expect(host.calls).toEqual([]);
  await user.click(press);
  expect((await screen.findByRole('status')).textContent).toMatch(/old@waymark.example/);
  unmount();
  const dead = openPage(at, { [call]: refusal(410, 'token_expired') });
  await dead.user.click(await screen.findByRole('button', { name: action }));
  expect(await screen.findByText('This link no longer works')).toBeTruthy();
});

const PHONE = {
  id: 5,
  name: 'Phone',
  created_datetime: '2026-11-01T10:00:00.000Z',
  last_used_datetime: null,
  is_backed_up: true,
};

it.each([
  ['DELETE /security/sessions', 'Log out everywhere else', []],
  ['DELETE /security/sessions/2', 'Log out Safari on iPhone', []],
  ['DELETE /security/email', 'Cancel the change', []],
  ['POST /security/email', 'Send the link', ['Change e-mail', 'new@waymark.example']],
  ['POST /security/password', 'Save password', ['Change password', 'long enough']],
  ['PATCH /security/passkeys/5', 'Save', ['Rename Phone', ' 2']],
] as const)('[ACCT-08] %s without an answer is told at “%s”', async (call, button, [open1, typed]) => {
  const pending = { email: 'new@waymark.example', expires_datetime: '2026-11-25T10:00:00.000Z' };
  const { user } = open({ pending_email: pending, passkeys: [PHONE] }, { [call]: noAnswer() });
  if (open1 && typed) {
    await user.click(await screen.findByRole('button', { name: open1 }));
    const form = screen.getByRole('button', { name: button }).closest('form')!;
    await user.type(form.querySelector('input')!, typed);
  }
  await user.click(await screen.findByRole('button', { name: button }));
  await expectFailureAt(button, /couldn’t reach Waymark/);
});

it('[ACCT-08] a form that lacks something leads to it', async () => {
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Change e-mail' }));
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New e-mail')));
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  await user.click(screen.getByRole('button', { name: 'Save password' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New password')));
});
