import { screen, waitFor, within } from '@testing-library/react';
import { expectFailureAt } from '@waymark/remote/testing';
import { noAnswer, openPage, refusal, sampleMember, sentCalls } from '../testing/open-page.tsx';

const STATUS = 'GET /deletion-request';
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
        [STATUS]: { request: null, grace_days: 14 },
        'POST /deletion-request': [refusal(403, 'identity_unconfirmed'), REQUEST],
        'GET /security': { has_password: true, passkeys: [], totp: { is_enabled: false } },
        'POST /security/confirm-identity': { identity_confirmed_until: 'x' },
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
    await user.type(await within(dialog).findByLabelText('Password'), 'secret secret{Enter}');
    await waitFor(() => expect(sentCalls(host)).toHaveLength(3));
    expect(sentCalls(host)[2]?.body).toEqual({ confirm: 'delete' });
  },
);

it('[ACCT-04] in the grace period the account can be kept, and the page one wanted opens', async () => {
  const { host, user } = openPage(
    '/account/delete?next=%2Froutes',
    { [STATUS]: { request: REQUEST, grace_days: 14 }, 'DELETE /deletion-request/3': { ok: true } },
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
      [STATUS]: { request: REQUEST, grace_days: 14 },
      'DELETE /deletion-request/3': refusal(404, 'not_found'),
    },
    { user: sampleMember() },
  );
  await user.click(await screen.findByRole('button', { name: 'Keep my account' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/too late to keep it/);
});

it('[ACCT-04] the link of the mail keeps the account once it is pressed', async () => {
  const { host, user } = openPage('/account/keep/secret-token', {
    'POST /deletion-request/cancel/secret-token': { ok: true },
  });
  const keep = await screen.findByRole('button', { name: 'Keep my account' });
  expect(host.calls).toEqual([]);
  await user.click(keep);
  expect(await screen.findByText('Your account stays as it was.')).toBeTruthy();
});

it('[ACCT-04] a request without an answer is told at its button; a missing word is led to', async () => {
  const { user } = openPage(
    '/account/delete',
    { [STATUS]: { request: null, grace_days: 14 }, 'POST /deletion-request': noAnswer() },
    { user: sampleMember() },
  );
  await user.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const word = screen.getByRole('textbox');
  await waitFor(() => expect(document.activeElement).toBe(word));
  await user.type(word, 'delete');
  await user.click(screen.getByRole('button', { name: 'Delete my account' }));
  await expectFailureAt('Delete my account', /couldn’t reach Waymark/);
});
