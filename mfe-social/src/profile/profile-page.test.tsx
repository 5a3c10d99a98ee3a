import type { Profile } from '@waymark/api-contract';
import { expectFailureAt, expectOneKey } from '@waymark/remote/testing';
import { ApiError } from '@waymark/contract';
import { sampleStory, sampleStoryList } from '@waymark/social/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { noAnswer, openPage, UNAVAILABLE, type Answers } from '../testing/open-page.tsx';
import { sampleCard } from '../testing/samples.ts';

const PROFILE = 'GET /user/12/profile/';
const FEED = 'GET /activity_story/?feed_type=user&feed_id=12&limit=10';
const AWARDS = 'GET /v2/users/12/awards?limit=6';
const NONE = { request: false, accept: false, withdraw: false, unfriend: false, block: true, report: true };

const profile = (over: Partial<Profile> = {}): Profile => ({
  user: sampleCard(),
  state: 'not-friend',
  member_since: 2021,
  friend_count: 8,
  mutual_friends_count: 0,
  mutual_friends: [],
  figures: {
    workout_count: 412,
    distance: 3_210_000,
    duration: 1_000_000,
    ascent: 42_000,
    this_year: { workout_count: 61, distance: 512_000, duration: 180_000 },
  },
  is_muted: false,
  can: { ...NONE, request: true },
  _links: {},
  ...over,
});
const open = (answers: Answers, at = '/profile/12', options = {}) =>
  openPage(
    at,
    {
      [FEED]: sampleStoryList({ stories: [sampleStory()] }),
      [AWARDS]: { _embedded: { awards: [] }, total_count: 0 },
      ...answers,
    },
    options,
  );

it('[SOC-05] [HOST-10] shows the Medium picture, name, place, member since, and asks to be friends', async () => {
  let state: Profile['state'] = 'not-friend';
  open({
    [PROFILE]: () => profile({ state }),
    'POST /friendship/': () => {
      state = 'pending';
      return {};
    },
  });
  expect(await screen.findByRole('heading', { level: 1, name: 'Ana Ridge' })).toBeTruthy();
  expect(screen.getByText('Boulder, Colorado')).toBeTruthy();
  expect(screen.getByText(/Member Since 2021/)).toBeTruthy();
  const picture = document.querySelector('header img');
  expect(picture?.getAttribute('src')).toBe('/profile/ana/picture?size=Medium');
  await userEvent.click(screen.getByRole('button', { name: 'Add Friend' }));
  const sent = await screen.findByRole('button', { name: 'Request Sent' });
  expect((sent as HTMLButtonElement).disabled).toBe(true);
});

it('[SOC-05] [SOC-04] a request may carry a message; one press sends it without', async () => {
  let state: Profile['state'] = 'not-friend';
  const host = open({
    [PROFILE]: () => profile({ state }),
    'POST /friendship/': () => {
      state = 'pending';
      return {};
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Ask Ana Ridge with a message' }));
  await userEvent.type(await screen.findByRole('textbox', { name: /Your message/ }), 'From the club');
  await userEvent.click(screen.getByRole('button', { name: 'Send request' }));
  await screen.findByRole('button', { name: 'Request Sent' });
  expect(screen.queryByRole('button', { name: 'Ask Ana Ridge with a message' })).toBeNull();
  expect(host.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
    message: 'From the club',
  });
});

it('[SOC-05] a request that somebody was quicker with says so, and what is shown follows once that was read', async () => {
  let state: Profile['state'] = 'not-friend';
  open({
    [PROFILE]: () => profile({ state, can: { ...NONE, request: state === 'not-friend' } }),
    'POST /friendship/': () => {
      state = 'active';
      throw new ApiError(409, 'Conflict', {
        error: 'already_friends',
        error_description: 'You are friends already.',
      });
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Ask Ana Ridge with a message' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send request' }));
  expect(await screen.findByText('You are friends already.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Friends')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add Friend' })).toBeNull();
});

it('[SOC-05] who asked is accepted or declined in the header', async () => {
  let state: Profile['state'] = 'requested';
  const header = () => profile({ state, can: { ...NONE, accept: state === 'requested' } });
  const answers = {
    [PROFILE]: header,
    'PATCH /friendship/12_7/': () => {
      state = 'active';
      return {};
    },
    'DELETE /friendship/12_7/': () => {
      state = 'not-friend';
    },
  };
  const first = open(answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Accept' })).toBeNull());
  expect(first.calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  expect(screen.queryByText('Friends')).toBeNull();
  first.unmount();
  state = 'requested';
  const second = open(answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  expect(await screen.findByText('Friends')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Decline' })).toBeNull();
  expect(second.calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ status: 'active' });
});

it('[SOC-05] whom one asked shows a sent request that cannot be pressed, and is withdrawn from the menu', async () => {
  let state: Profile['state'] = 'pending';
  open({
    [PROFILE]: () =>
      profile({ state, can: { ...NONE, request: state === 'not-friend', withdraw: state === 'pending' } }),
    'DELETE /friendship/12_7/': () => {
      state = 'not-friend';
    },
  });
  const sent = await screen.findByRole<HTMLButtonElement>('button', { name: 'Request Sent' });
  expect(sent.disabled).toBe(true);
  for (const name of ['Add Friend', 'Accept', 'Decline', 'Ask Ana Ridge with a message'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  await userEvent.click((await screen.findAllByRole('button', { name: 'More actions' }))[0]!);
  await userEvent.click(screen.getByRole('menuitem', { name: 'Withdraw request' }));
  expect(await screen.findByRole('button', { name: 'Add Friend' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Request Sent' })).toBeNull();
});

it('[SOC-05] who is muted is unmuted from the menu', async () => {
  let isMuted = true;
  const host = open({
    [PROFILE]: () => profile({ is_muted: isMuted }),
    'DELETE /user_mute/12/': () => {
      isMuted = false;
    },
  });
  // The stories below have menus as well.
  const menu = async () =>
    userEvent.click((await screen.findAllByRole('button', { name: 'More actions' }))[0]!);
  await menu();
  expect(screen.queryByRole('menuitem', { name: 'Mute Ana Ridge' })).toBeNull();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Unmute Ana Ridge' }));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('Ana Ridge is back in your feed.'));
  await menu();
  expect(await screen.findByRole('menuitem', { name: 'Mute Ana Ridge' })).toBeTruthy();
});

it('[SOC-05] a place is shown only with locality and region', async () => {
  open({ [PROFILE]: profile({ user: sampleCard({ location: { region: 'Colorado' } }) }) });
  await screen.findByRole('heading', { level: 1, name: 'Ana Ridge' });
  expect(screen.queryByText(/Colorado/)).toBeNull();
});

it('[SOC-05] nobody asks oneself or a friend', async () => {
  const { unmount } = open({ [PROFILE]: profile({ state: 'active', can: { ...NONE, unfriend: true } }) });
  await screen.findByRole('heading', { level: 1, name: 'Ana Ridge' });
  expect(screen.queryByRole('button', { name: 'Add Friend' })).toBeNull();
  unmount();
  open({ [PROFILE]: profile({ state: 'self', can: { ...NONE, block: false, report: false } }) });
  expect(await screen.findByRole('link', { name: 'Edit profile' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Add Friend' })).toBeNull();
});

it('[SOC-05] [SOC-06] private, blocked and missing read the same', async () => {
  open({
    [PROFILE]: () => {
      throw new ApiError(404, 'Not Found', null);
    },
  });
  expect(
    await screen.findByRole('heading', {
      name: 'This profile is set to private or the user does not exist.',
    }),
  ).toBeTruthy();
});

it('[SOC-06] another failure is no private profile, and can be tried again', async () => {
  let isUp = false;
  open({
    [PROFILE]: () => {
      if (!isUp) throw UNAVAILABLE;
      return profile();
    },
  });
  await screen.findByText('We couldn’t load this profile.');
  isUp = true;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Ana Ridge' })).toBeTruthy();
});

it('[SOC-01] the activity feed of a member has their stories, also for visitors', async () => {
  open(
    { [PROFILE]: profile({ can: { ...NONE, block: false, report: false } }) },
    '/profile/12/activity_feed',
    {
      isVisitor: true,
    },
  );
  expect(await screen.findByText('Long run on Sunday, who is in?')).toBeTruthy();
  expect(screen.queryByText('This year')).toBeNull();
});

it('shows public figures on the overview', async () => {
  open({ [PROFILE]: profile() });
  expect(await screen.findByText('512')).toBeTruthy();
  expect(screen.getByText('412')).toBeTruthy();
});

it('[SOC-05] blocking is confirmed first, and then there is no profile any more', async () => {
  let isBlocked = false;
  const host = open({
    [PROFILE]: () => {
      if (isBlocked) throw new ApiError(404, 'Not Found', null);
      return profile();
    },
    'POST /user_block/': () => {
      isBlocked = true;
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Block Ana Ridge' }));
  expect(host.calls.some(({ path }) => path === '/user_block/')).toBe(false);
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }));
  expect(host.calls.find(({ path }) => path === '/user_block/')?.body).toEqual({
    _links: { user: [{ href: '/v7.1/user/12/', id: '12' }] },
  });
  expect(await screen.findByText(/is set to private or the user does not exist/)).toBeTruthy();
});

it('[CHAL-05] has a shelf of awards, six at first', async () => {
  const award = (challenge_id: number) => ({
    challenge_id,
    kind: 'rank_1',
    title: `Challenge ${challenge_id}`,
    value: null,
    awarded_datetime: '2026-11-04T12:00:00.000Z',
  });
  const shelf = (n: number) => ({
    _embedded: { awards: Array.from({ length: n }, (_, i) => award(i + 1)) },
    total_count: 8,
  });
  open({ [PROFILE]: profile(), [AWARDS]: shelf(6), 'GET /v2/users/12/awards?limit=100': shelf(8) });
  const list = await screen.findByRole('list', { name: 'Awards' });
  expect(list.children).toHaveLength(6);
  expect(list.children[0]!.textContent).toBe('Challenge 1First place, Nov 04, 2026');
  expect(screen.getByRole('link', { name: 'Challenge 1' }).getAttribute('href')).toBe('/challenges/1');
  await userEvent.click(screen.getByRole('button', { name: 'Show all 8' }));
  await waitFor(() => expect(list.children).toHaveLength(8));
});

it('[SOC-05] who could not be blocked is told in the dialog, above which no message stands', async () => {
  const host = open({ [PROFILE]: profile(), 'POST /user_block/': noAnswer });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Block Ana Ridge' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Block' }));
  await expectFailureAt('Block', /couldn’t reach Waymark/);
  expect(host.notifications).toEqual([]);
});

it('[SESS-06] [SOC-02] a report without an answer is sent again under the same key', async () => {
  let isLost = true;
  const host = open({
    [PROFILE]: profile(),
    'POST /report/': () => {
      if (!isLost) return undefined;
      isLost = false;
      return noAnswer();
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Report' }));
  await userEvent.click(await screen.findByRole('radio', { name: 'Spam or advertising' }));
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
  await expectFailureAt('Send report', /couldn’t reach Waymark/);
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }));
  await waitFor(() => expect(host.notifications).toHaveLength(1));
  expectOneKey(host.calls.filter(({ method }) => method === 'POST'));
});
