import type { MemberCard } from '@waymark/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { TestCall } from '@waymark/remote/testing';
import userEvent from '@testing-library/user-event';
import { openPage, UNAVAILABLE, type Answers } from '../testing/open-page.tsx';
import { sampleCard } from '../testing/samples.ts';

const FRIENDS = 'GET /user/?friends_with=7&limit=40&status=active&offset=0';
const REQUESTS = 'GET /user/?requested_friendship_with=7&limit=40&offset=0';
const list = (users: MemberCard[], total = users.length) => ({
  _links: {},
  _embedded: { users },
  total_count: total,
});
const ana = sampleCard({ state: 'active', mutual_friends_count: 3 });
const ben = sampleCard({ id: 13, username: 'ben', display_name: 'Ben Moor', state: 'requested' });

/** The lists as the server has them, which accepting and removing change. */
function server(friends: MemberCard[], requests: MemberCard[]): Answers {
  const state = { friends, requests };
  const without = (users: MemberCard[], id: number) => users.filter((user) => user.id !== id);
  return {
    [FRIENDS]: () => list(state.friends),
    [REQUESTS]: () => list(state.requests),
    'PATCH /friendship/13_7/': () => {
      state.friends = [...state.friends, { ...ben, state: 'active' }];
      state.requests = without(state.requests, 13);
      return {};
    },
    'DELETE /friendship/13_7/': () => {
      state.requests = without(state.requests, 13);
    },
    'DELETE /friendship/12_7/': () => {
      state.friends = without(state.friends, 12);
    },
  };
}

it('[SOC-03] lists friends with place and friends in common, forty on a page', async () => {
  openPage('/people/friends', {
    [FRIENDS]: list([ana], 81),
    'GET /user/?friends_with=7&limit=40&status=active&offset=40': list(
      [{ ...ana, id: 44, display_name: 'Eli' }],
      81,
    ),
    [REQUESTS]: list([]),
  });
  const link = await screen.findByRole('link', { name: 'Ana Ridge' });
  expect(link.getAttribute('href')).toBe('/profile/12');
  expect(screen.getByText(/Boulder, Colorado/).closest('div')?.textContent).toBe(
    'Boulder, Colorado · 3 friends in common',
  );
  expect(screen.getByText('81 friends')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /2/ }));
  expect(await screen.findByRole('link', { name: 'Eli' })).toBeTruthy();
});

it('[SOC-04] accepting moves a request to the friends and raises the total', async () => {
  const answers = server([ana], [ben]);
  const { unmount } = openPage('/people/friends?tab=requests', answers);
  expect(await screen.findByRole('link', { name: 'Requests 1' })).toBeTruthy();
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  await screen.findByText('No requests right now');
  unmount();
  openPage('/people/friends', answers);
  expect(await screen.findByText('2 friends')).toBeTruthy();
});

it('[SOC-03] [SOC-04] a request shows what its sender wrote, as text', async () => {
  const message = 'From the <b>club</b>:\nhttps://club.example and javascript:alert(1)';
  openPage('/people/friends?tab=requests', server([], [{ ...ben, request_message: message }]));
  const row = (await screen.findByRole('link', { name: 'Ben Moor' })).closest('li')!;
  const text = within(row).getByText(/From the <b>club<\/b>/);
  expect(text.textContent).toBe(message);
  expect(text.getAttribute('data-untranslated')).toBe('');
  expect(row.querySelector('b')).toBeNull();
  const links = within(text).getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('rel')])).toEqual([
    ['https://club.example', 'nofollow ugc noopener noreferrer'],
  ]);
});

it('[SOC-04] a friend who is muted is unmuted from the list, and not offered to be muted again', async () => {
  let friend: MemberCard = { ...ana, is_muted: true };
  openPage('/people/friends', {
    ...server([], []),
    [FRIENDS]: () => list([friend]),
    'DELETE /user_mute/12/': () => {
      friend = ana;
    },
  });
  const openMenu = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'More actions for Ana Ridge' }));
  await openMenu();
  expect(screen.queryByRole('menuitem', { name: /^Mute/ })).toBeNull();
  await userEvent.click(screen.getByRole('menuitem', { name: 'Unmute Ana Ridge' }));
  await openMenu();
  expect(await screen.findByRole('menuitem', { name: 'Mute Ana Ridge' })).toBeTruthy();
});

it('[SOC-04] declining takes the request away', async () => {
  const host = openPage('/people/friends?tab=requests', server([ana], [ben]));
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  await screen.findByText('No requests right now');
  expect(host.calls.some(({ method, path }) => method === 'DELETE' && path === '/friendship/13_7/')).toBe(
    true,
  );
});

it('[SOC-03] [SOC-04] who asks is blocked from the request, and a friend from the list of friends', async () => {
  const blocked: unknown[] = [];
  const isLeft = ({ id }: MemberCard) => !blocked.includes(String(id));
  const answers: Answers = {
    [FRIENDS]: () => list([ana].filter(isLeft)),
    [REQUESTS]: () => list([ben].filter(isLeft)),
    'POST /user_block/': ({ body }: TestCall) => {
      blocked.push((body as { _links: { user: { id: string }[] } })._links.user[0]?.id);
    },
  };
  const block = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: `More actions for ${name}` }));
    await userEvent.click(screen.getByRole('menuitem', { name: `Block ${name}` }));
    const dialog = within(await screen.findByRole('dialog', { name: `Block ${name}?` }));
    await userEvent.click(dialog.getByRole('button', { name: 'Block' }));
  };
  const { unmount } = openPage('/people/friends?tab=requests', answers);
  await block('Ben Moor');
  await screen.findByText('No requests right now');
  unmount();
  openPage('/people/friends', answers);
  await block('Ana Ridge');
  await screen.findByText('Add your first friend');
  expect(blocked).toEqual(['13', '12']);
});

it('[SOC-03] a friend is muted from the list of friends, and stays a friend', async () => {
  const host = openPage('/people/friends', { ...server([ana], []), 'POST /user_mute/': {} });
  await userEvent.click(await screen.findByRole('button', { name: 'More actions for Ana Ridge' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Mute Ana Ridge for 30 days' }));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('You won’t see Ana Ridge in your feed.'));
  expect(host.calls.find(({ method }) => method === 'POST')?.body).toEqual({
    _links: { user: [{ href: '/v7.1/user/12/', id: '12' }] },
    days: 30,
  });
  expect(screen.getByRole('link', { name: 'Ana Ridge' })).toBeTruthy();
});

it('[SOC-04] whoever answers the last request of a page goes on with the page before', async () => {
  const requests = [ben, { ...ben, id: 14, display_name: 'Cy' }];
  openPage('/people/friends?tab=requests&page=2', {
    [REQUESTS]: list([requests[1]!], 40),
    'GET /user/?requested_friendship_with=7&limit=40&offset=40': () =>
      requests[0] === ben ? list([ben], 41) : list([], 40),
    'DELETE /friendship/13_7/': () => void requests.shift(),
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Decline' }));
  expect(await screen.findByRole('link', { name: 'Cy' })).toBeTruthy();
});

it('[SOC-04] removing a friend asks first; cancel keeps the friend, remove lowers the total', async () => {
  const host = openPage('/people/friends', server([ana, { ...ana, id: 14, display_name: 'Cy' }], []));
  const remove = async () => {
    await userEvent.click(await screen.findByRole('button', { name: 'More actions for Ana Ridge' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Remove friend' }));
    return within(await screen.findByRole('dialog', { name: 'Remove Ana Ridge as a friend?' }));
  };
  expect(await screen.findByText('2 friends')).toBeTruthy();
  await userEvent.click((await remove()).getByRole('button', { name: 'Cancel' }));
  expect(host.calls.some(({ method }) => method === 'DELETE')).toBe(false);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await userEvent.click((await remove()).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('1 friend')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Ana Ridge' })).toBeNull();
});

it('[SOC-03] requests that one sent are listed with their members and can be withdrawn', async () => {
  const friendship = { id: '7_13', _links: { to_user: [{ href: '/v7.1/user/13/', id: '13' }] } };
  let isPending = true;
  openPage('/people/friends?tab=pending', {
    [REQUESTS]: list([]),
    'GET /friendship/?from_user=7&status=pending&limit=40&offset=0': () => ({
      _links: {},
      _embedded: { friendships: isPending ? [friendship] : [] },
      total_count: Number(isPending),
    }),
    'GET /user/?ids=13&limit=40': list([{ ...ben, state: 'pending' }]),
    'DELETE /friendship/13_7/': () => {
      isPending = false;
    },
  });
  await screen.findByRole('link', { name: 'Ben Moor' });
  await userEvent.click(screen.getByRole('button', { name: 'Withdraw request' }));
  expect(await screen.findByText('No sent requests')).toBeTruthy();
});

it('a failure is said and changes nothing', async () => {
  const host = openPage('/people/friends?tab=requests', {
    ...server([], [ben]),
    'PATCH /friendship/13_7/': () => {
      throw UNAVAILABLE;
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('The request wasn’t accepted. Try again.'));
  expect(screen.getByRole('link', { name: 'Ben Moor' })).toBeTruthy();
});
