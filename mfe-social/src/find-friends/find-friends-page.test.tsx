import type { MemberCard } from '@waymark/api-contract';
import { expectFailureAt } from '@waymark/remote/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@waymark/contract';
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

it('[SOC-03] a search goes on page after page, keeps what is shown, and ends without a word where all that match were found', async () => {
  const runners = Array.from({ length: 45 }, (_, i) => member(100 + i, `Rita${i}`));
  let isUp = false;
  const pageAt = (offset: number) => ({
    ...list(runners.slice(offset, offset + 20), 45),
    _links: offset < 40 ? { next: [{ href: `/v7.1/user/?q=rita&limit=20&offset=${offset + 20}` }] } : {},
  });
  openPage('/people/friends/find', {
    [SUGGESTED]: list([]),
    'GET /user/?q=rita&limit=20': pageAt(0),
    'GET /user/?q=rita&limit=20&offset=20': () => {
      if (!isUp) throw UNAVAILABLE;
      return pageAt(20);
    },
    'GET /user/?q=rita&limit=20&offset=40': pageAt(40),
  });
  await userEvent.type(await screen.findByRole('searchbox'), 'rita');
  const shown = () => screen.getAllByRole('link', { name: /^Rita/ }).map(({ textContent }) => textContent);
  const names = runners.map(({ display_name }) => display_name);
  const end = /the first couple of hundred names that match/;
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  await screen.findByText('We couldn’t load more.');
  expect(shown()).toEqual(names.slice(0, 20));
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(shown()).toEqual(names.slice(0, 40)));
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(shown()).toEqual(names));
  expect(screen.queryByText(end)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
});

it('[SOC-03] a search that the server cuts off says at its end what it went through', async () => {
  openPage('/people/friends/find', {
    [SUGGESTED]: list([]),
    'GET /user/?q=rita&limit=20': {
      ...list([member(12, 'Rita')], 200),
      _links: { next: [{ href: '/v7.1/user/?q=rita&limit=20&offset=20' }] },
    },
    'GET /user/?q=rita&limit=20&offset=20': list([member(13, 'Ritana')], 200),
  });
  await userEvent.type(await screen.findByRole('searchbox'), 'rita');
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText(/the first couple of hundred names that match/)).toBeTruthy();
});

it('[SOC-03] a first page that holds nobody to ask does not say that nobody matches while there are more', async () => {
  openPage('/people/friends/find', {
    [SUGGESTED]: list([]),
    'GET /user/?q=ri&limit=20': {
      ...list([member(7, 'Robin', { state: 'self' })], 2),
      _links: { next: [{ href: '/v7.1/user/?q=ri&limit=20&offset=20' }] },
    },
    'GET /user/?q=ri&limit=20&offset=20': list([member(13, 'Rick', { state: 'pending' })], 2),
  });
  await userEvent.type(await screen.findByRole('searchbox'), 'ri');
  const more = await screen.findByRole('button', { name: 'Show more' });
  expect(screen.queryByText(/No members match/)).toBeNull();
  await userEvent.click(more);
  expect(await screen.findByText(/No members match/)).toBeTruthy();
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

it('[SOC-04] asks with a message, in at most 300 characters; what was refused is named and stays written', async () => {
  let isRefused = true;
  const host = openPage('/people/friends/find', {
    [SUGGESTED]: list([]),
    'GET /user/?q=rita&limit=20': list([member(12, 'Rita')]),
    'POST /friendship/': () => {
      if (!isRefused) return {};
      throw new ApiError(403, 'Forbidden', { error: 'links_not_yet', error_description: 'No links yet.' });
    },
  });
  await userEvent.type(await screen.findByRole('searchbox'), 'rita');
  await userEvent.click(await screen.findByRole('button', { name: 'Ask Rita with a message' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Ask Rita to be your friend' }));
  const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: /Your message/ });
  expect(field.maxLength).toBe(300);
  await userEvent.type(field, ' See www.club.example ');
  await userEvent.click(dialog.getByRole('button', { name: 'Send request' }));
  expect(await dialog.findByText('No links yet.')).toBeTruthy();
  expect(field.value).toBe(' See www.club.example ');
  isRefused = false;
  await userEvent.clear(field);
  await userEvent.type(field, ' From the club{Enter}in Boulder ');
  await userEvent.click(dialog.getByRole('button', { name: 'Send request' }));
  await screen.findByRole('button', { name: 'Request Sent' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(host.calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    _links: {
      to_user: [{ href: '/v7.1/user/12/', id: '12' }],
      from_user: [{ href: '/v7.1/user/7/', id: '7' }],
    },
    message: 'From the club\nin Boulder',
  });
});

it('[SOC-04] a request with an empty message is sent without one', async () => {
  const host = openPage('/people/friends/find', {
    [SUGGESTED]: list([]),
    'GET /user/?q=rita&limit=20': list([member(12, 'Rita')]),
    'POST /friendship/': {},
  });
  await userEvent.type(await screen.findByRole('searchbox'), 'rita');
  await userEvent.click(await screen.findByRole('button', { name: 'Ask Rita with a message' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send request' }));
  await screen.findByRole('button', { name: 'Request Sent' });
  expect(host.calls.find(({ method }) => method === 'POST')?.body).not.toHaveProperty('message');
});

it('[SOC-03] suggestions come ten at a time and stop when a page adds nobody new', async () => {
  const first = Array.from({ length: 10 }, (_, i) => member(100 + i, `Runner${i}`));
  let isUp = false;
  openPage('/people/friends/find', {
    [SUGGESTED]: list(first, 12),
    'GET /user/?suggested_friends_for=7&limit=10&offset=11': () => {
      if (!isUp) throw UNAVAILABLE;
      return list(first.slice(0, 2), 12);
    },
  });
  expect(await screen.findAllByRole('button', { name: 'Add Friend' })).toHaveLength(10);
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await screen.findByText('We couldn’t load more.');
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('We couldn’t load more.')).toBeNull());
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
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
  await userEvent.click(screen.getByRole('button', { name: 'Don’t suggest Rita' }));
  await waitFor(() => expect(host.notifications).toHaveLength(1));
  isUp = true;
  await userEvent.click(await screen.findByRole('button', { name: 'Don’t suggest Rita' }));
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
