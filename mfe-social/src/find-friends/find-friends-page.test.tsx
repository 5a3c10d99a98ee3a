import type { MemberCard } from '@waymark/api-contract';
import { expectFailureAt } from '@waymark/remote/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { noAnswer, openPage, UNAVAILABLE } from '../testing/open-page.tsx';
import { sampleCard } from '../testing/samples.ts';
import { nextOffset } from './suggestions.tsx';

const SUGGESTED = 'GET /user/?suggested_friends_for=7&limit=10&offset=1';
const list = (users: MemberCard[], total = users.length) => ({
  _links: {},
  _embedded: { users },
  total_count: total,
});
const member = (id: number, name: string, over: Partial<MemberCard> = {}) =>
  sampleCard({ id, username: name.toLowerCase(), display_name: name, ...over });

it('[SOC-03] searches by what is typed, without oneself and those who were asked', async () => {
  openPage('/people/friends/find', {
    [SUGGESTED]: list([]),
    'GET /user/?q=ri&limit=20': list([
      member(7, 'Robin', { state: 'self' }),
      member(12, 'Rita'),
      member(13, 'Rick', { state: 'pending' }),
    ]),
    'POST /friendship/': {},
  });
  await userEvent.type(await screen.findByRole('searchbox'), 'ri');
  expect(await screen.findByRole('link', { name: 'Rita' })).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Robin' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Rick' })).toBeNull();
});

it('[SOC-04] asks a member and shows that the request is sent', async () => {
  // The server leaves out whom one has asked.
  let isAsked = false;
  const host = openPage('/people/friends/find', {
    [SUGGESTED]: list([]),
    'GET /user/?q=rita&limit=20': () => list(isAsked ? [] : [member(12, 'Rita')]),
    'POST /friendship/': () => {
      isAsked = true;
      return {};
    },
  });
  await userEvent.type(await screen.findByRole('searchbox'), 'rita');
  await userEvent.click(await screen.findByRole('button', { name: 'Add Friend' }));
  const sent = await screen.findByRole('button', { name: 'Request Sent' });
  expect((sent as HTMLButtonElement).disabled).toBe(true);
  expect(host.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    _links: {
      to_user: [{ href: '/v7.1/user/12/', id: '12' }],
      from_user: [{ href: '/v7.1/user/7/', id: '7' }],
    },
  });
});

it('[SOC-03] suggestions come ten at a time and stop when a page adds nobody new', async () => {
  const first = Array.from({ length: 10 }, (_, i) => member(100 + i, `Runner${i}`));
  openPage('/people/friends/find', {
    [SUGGESTED]: list(first, 12),
    'GET /user/?suggested_friends_for=7&limit=10&offset=11': list(first.slice(0, 2), 12),
  });
  expect(await screen.findAllByRole('button', { name: 'Add Friend' })).toHaveLength(10);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull());
  expect(screen.getAllByRole('button', { name: 'Add Friend' })).toHaveLength(10);
});

it('[SOC-03] the offset of suggestions is 10n + 1', () => {
  const [a, b] = [list([member(1, 'A')], 9), list([member(2, 'B')], 9)];
  expect(nextOffset(a, [a])).toBe(11);
  expect(nextOffset(b, [a, b])).toBe(21);
  expect(nextOffset(a, [a, b, a])).toBeUndefined();
  expect(nextOffset(list([]), [list([])])).toBeUndefined();
  expect(nextOffset(list([member(1, 'A')]), [list([member(1, 'A')])])).toBeUndefined();
});

it('a suggestion is dismissed at once and comes back where that fails', async () => {
  let isUp = false;
  const host = openPage('/people/friends/find', {
    [SUGGESTED]: list([member(12, 'Rita', { mutual_friends_count: 2 })]),
    'GET /user/?suggested_friends_for=7&limit=10&offset=11': list([]),
    'DELETE /friend_suggestion/12/': () => {
      if (!isUp) throw UNAVAILABLE;
    },
  });
  expect(await screen.findByText(/2 friends in common/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: "Don't suggest Rita" }));
  await waitFor(() => expect(host.notifications).toHaveLength(1));
  isUp = true;
  await userEvent.click(await screen.findByRole('button', { name: "Don't suggest Rita" }));
  expect(await screen.findByText(/No suggestions yet/)).toBeTruthy();
});

it('an invite link shows who invites, and accepting makes friends', async () => {
  const host = openPage('/people/friends/find?invite=abc', {
    [SUGGESTED]: list([]),
    'GET /friend_invite/abc/': { user: member(12, 'Rita'), state: 'not-friend' },
    'POST /friend_invite/abc/': {},
  });
  expect(await screen.findByText('Rita invites you to be friends.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('You and Rita are friends now.'));
  await waitFor(() => expect(screen.queryByText('Rita invites you to be friends.')).toBeNull());
});

it('an invitation that could not be accepted is told at its button', async () => {
  openPage('/people/friends/find?invite=abc', {
    [SUGGESTED]: list([]),
    'GET /friend_invite/abc/': { user: member(12, 'Rita'), state: 'not-friend' },
    'POST /friend_invite/abc/': noAnswer,
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  await expectFailureAt('Accept', /couldn’t reach Waymark/);
});
