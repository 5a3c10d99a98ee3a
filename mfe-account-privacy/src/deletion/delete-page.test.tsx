import { screen, waitFor, within } from '@testing-library/react';
import { expectFailureAt } from '@waymark/remote/testing';
import { noAnswer, openPage, refusal, sampleMember, sentCalls } from '../testing/open-page.tsx';

const STATUS = 'GET /deletion-request';
const NOTHING = { premium: null, unused_gifts: 0, receipts: 0, groups: [], challenges: [] };
const statusOf = (request: unknown, losses: object = {}) => ({
  request,
  grace_days: 14,
  losses: { ...NOTHING, ...losses },
});
const PREMIUM = {
  product_name: 'Premium, yearly',
  is_renewing: true,
  paid_until_datetime: '2027-05-07T10:00:00.000Z',
};
const WAYS = { has_password: true, passkeys: [], totp: { is_enabled: false } };
const REQUEST = {
  id: 3,
  requested_datetime: '2026-11-20T10:00:00.000Z',
  erase_datetime: '2026-12-04T10:00:00.000Z',
};

it.each(['/account/delete', '/mobile/account/delete'])(
  '[ACCT-04] %s explains, is confirmed by a word and a fresh proof of identity, and then waits',
  async (at) => {
    const { host, user } = openPage(
      at,
      {
        [STATUS]: statusOf(null),
        'POST /deletion-request': [
          refusal(403, 'access_denied', 'The password is not right.'),
          { ...REQUEST, ended_premium: null },
        ],
        'GET /security': WAYS,
      },
      { user: sampleMember() },
    );
    expect(await screen.findByText(/For 14 days: log in/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    expect(screen.getByText('Type delete to confirm.')).toBeTruthy();
    expect(sentCalls(host)).toEqual([]);
    await user.type(screen.getByLabelText('Type “delete” to confirm'), 'Delete');
    await user.click(screen.getByRole('button', { name: 'Delete my account' }));
    const dialog = await screen.findByRole('dialog');
    await user.type(await within(dialog).findByLabelText('Password'), 'wrong{Enter}');
    expect(await within(dialog).findByText(/password is not right|aren’t allowed/i)).toBeTruthy();
    await user.clear(within(dialog).getByLabelText('Password'));
    await user.type(within(dialog).getByLabelText('Password'), 'secret secret{Enter}');
    await waitFor(() => expect(sentCalls(host)).toHaveLength(2));
    // The proof travels with the deletion itself: no earlier one counts.
    expect(sentCalls(host)[1]?.body).toEqual({ confirm: 'delete', proof: { password: 'secret secret' } });
  },
);

it('[ACCT-04] in the grace period the account can be kept, and the page one wanted opens', async () => {
  const { host, user } = openPage(
    '/account/delete?next=%2Froutes',
    { [STATUS]: statusOf(REQUEST), 'DELETE /deletion-request/3': { ok: true, premium: null } },
    { user: sampleMember() },
  );
  expect(await screen.findByText('Your account will be deleted on Dec 04, 2026')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Keep my account' }));
  await waitFor(() => expect(host.navigated).toEqual(['/routes']));
});

it('[ACCT-04] too late is said', async () => {
  const { user } = openPage(
    '/account/delete',
    {
      [STATUS]: statusOf(REQUEST),
      'DELETE /deletion-request/3': refusal(
        409,
        'deletion_running',
        'It is too late: this account is being erased.',
      ),
    },
    { user: sampleMember() },
  );
  await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/too late: this account is being erased/);
});

it('[ACCT-04] an account that was kept in another tab is not said to be lost', async () => {
  const { host, user } = openPage(
    '/account/delete',
    { [STATUS]: statusOf(REQUEST), 'DELETE /deletion-request/3': refusal(404, 'not_found') },
    { user: sampleMember() },
  );
  await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
  await waitFor(() => expect(host.navigated).toEqual(['/dashboard']));
  expect(host.notifications.at(-1)?.text).toBe('Your account stays as it was.');
});

it('[ACCT-04] the link of the mail keeps the account once it is pressed', async () => {
  const { host, user } = openPage('/account/keep/secret-token', {
    'POST /deletion-request/cancel/secret-token': { ok: true, premium: null },
  });
  const keep = await screen.findByRole('button', { name: 'Keep my account' });
  expect(host.calls).toEqual([]);
  await user.click(keep);
  expect(await screen.findByText('Your account stays as it was.')).toBeTruthy();
});

it.each([
  ['token_used', 410, 'This link no longer works', true],
  ['token_expired', 410, 'This link no longer works', true],
  ['token_unknown', 404, 'This link no longer works', true],
  ['deletion_running', 409, 'It’s too late to keep it', false],
])(
  '[ACCT-04] a link of the mail that keeps nothing any more says so: %s',
  async (code, status, title, leadsOn) => {
    const { user } = openPage('/account/keep/secret-token', {
      'POST /deletion-request/cancel/secret-token': refusal(status, code),
    });
    await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Keep my account' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Log in' }) !== null).toBe(leadsOn);
  },
);

it('[ACCT-04] one gift is told of as one', async () => {
  openPage(
    '/account/delete',
    { [STATUS]: statusOf(null, { unused_gifts: 1 }), 'GET /security': WAYS },
    { user: sampleMember() },
  );
  expect(await screen.findByText(/1 gift code that nobody has used. It still works/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Pass it on or return it' })).toBeTruthy();
});

it('[ACCT-04] a request without an answer is told at its button; a missing word is led to', async () => {
  const { user } = openPage(
    '/account/delete',
    {
      [STATUS]: statusOf(null),
      'GET /security': { ...WAYS, has_password: false },
      'POST /deletion-request': noAnswer(),
    },
    { user: sampleMember() },
  );
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const word = screen.getByRole('textbox');
  await waitFor(() => expect(document.activeElement).toBe(word));
  await user.type(word, 'delete');
  await user.click(screen.getByRole('button', { name: 'Delete my account' }));
  await expectFailureAt('Delete my account', /couldn’t reach Waymark/);
});

it('[ACCT-04] tells what ends with the account, and who gets what passes on', async () => {
  openPage(
    '/account/delete',
    {
      [STATUS]: statusOf(null, {
        premium: PREMIUM,
        unused_gifts: 2,
        receipts: 3,
        groups: [
          { id: 1, name: 'Sunday runners', heir_name: 'Ada Trail' },
          { id: 2, name: 'Only me', heir_name: null },
          { id: 3, name: 'After school', heir_name: '' },
        ],
        challenges: [
          { id: 4, title: 'May kilometres', goes_on: true },
          { id: 5, title: 'June hills', goes_on: false },
        ],
      }),
      'GET /security': WAYS,
    },
    { user: sampleMember() },
  );
  expect(
    await screen.findByText(/your premium ends, although it would be open until May 07, 2027/),
  ).toBeTruthy();
  for (const text of [
    /2 gift codes that nobody has used/,
    /Our books keep the payments, without your name/,
    'The group “Sunday runners” passes on to Ada Trail.',
    'The group “Only me” is deleted: nobody else is in it.',
    'The group “After school” passes on to one of its members.',
    'The challenge “May kilometres” goes on without you, for those who joined it.',
    'The challenge “June hills” is deleted: nobody else has joined it.',
  ])
    expect(screen.getByText(text)).toBeTruthy();
});

it('[ACCT-04] premium for good is told of as lost; a member with nothing to lose reads of nothing', async () => {
  const lifetime = { ...PREMIUM, is_renewing: false, paid_until_datetime: null };
  const { unmount } = openPage(
    '/account/delete',
    { [STATUS]: statusOf(null, { premium: lifetime }), 'GET /security': WAYS },
    { user: sampleMember() },
  );
  expect(await screen.findByText(/your lifetime premium ends. It isn’t refunded/)).toBeTruthy();
  unmount();
  openPage('/account/delete', { [STATUS]: statusOf(null), 'GET /security': WAYS }, { user: sampleMember() });
  expect(await screen.findByText('What happens')).toBeTruthy();
  expect(screen.queryByText(/What ends with it/)).toBeNull();
});

it('[ACCT-04] in the grace period ended premium is told of, and what becomes of it when the account is kept', async () => {
  const kept = { ...PREMIUM, is_renewing: false };
  const { host, user } = openPage(
    '/account/delete',
    {
      [STATUS]: statusOf(REQUEST, { premium: kept }),
      'DELETE /deletion-request/3': { ok: true, premium: kept },
    },
    { user: sampleMember() },
  );
  expect(await screen.findByText('Your premium has ended. Nothing more is charged.')).toBeTruthy();
  expect(screen.getByText(/open again until May 07, 2027. It doesn’t renew/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Receipts and gifts' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Keep my account' }));
  await waitFor(() =>
    expect(host.notifications.at(-1)).toMatchObject({ text: expect.stringMatching(/premium is open again/) }),
  );
});

it('[ACCT-04] an account without password and passkey is asked to log in again', async () => {
  const { user } = openPage(
    '/account/delete',
    {
      [STATUS]: statusOf(null),
      'GET /security': { ...WAYS, has_password: false },
      'POST /deletion-request': refusal(403, 'identity_unconfirmed'),
    },
    { user: sampleMember() },
  );
  await user.type(await screen.findByLabelText('Type “delete” to confirm'), 'delete{Enter}');
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('link', { name: 'Log in again' })).toBeTruthy();
});

it('[ACCT-04] whoever is faster than the connection is asked for the password all the same', async () => {
  const ways = Promise.withResolvers<typeof WAYS>();
  const { host, user } = openPage(
    '/account/delete',
    { [STATUS]: statusOf(null), 'GET /security': () => ways.promise },
    { user: sampleMember() },
  );
  await user.type(await screen.findByLabelText('Type “delete” to confirm'), 'delete{Enter}');
  ways.resolve(WAYS);
  expect(await within(await screen.findByRole('dialog')).findByLabelText('Password')).toBeTruthy();
  expect(sentCalls(host)).toEqual([]);
});

it('[ACCT-04] how an identity can be proven does not load: the dialog says so, and nothing is sent', async () => {
  const { host, user } = openPage(
    '/account/delete',
    { [STATUS]: statusOf(null), 'GET /security': noAnswer() },
    { user: sampleMember() },
  );
  await user.type(await screen.findByLabelText('Type “delete” to confirm'), 'delete{Enter}');
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(sentCalls(host)).toEqual([]);
});
