import { screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '@waymark/contract';
import { expectFailureAt, expectOneKey } from '@waymark/remote/testing';
import { openPage, refusal } from '../testing/open-page.tsx';

const group = {
  id: 8,
  name: 'Sunday runners',
  member_count: 2,
  is_member: true,
  is_owner: true,
  invited_by: null,
};
const details = {
  ...group,
  members: [
    { id: 7, display_name: 'Robin Trail', username: 'robin', is_owner: true, _links: {} },
    { id: 9, display_name: 'Ana Ridge', username: 'ana', is_owner: false, _links: {} },
  ],
  challenges: [],
};
const DETAILS = 'GET /v2/groups/8';

it('[CHAL-01] lists groups with invitations, and founds one', async () => {
  const invited = {
    ...group,
    id: 5,
    name: 'Hill club',
    is_member: false,
    invited_by: { id: 9, display_name: 'Ana Ridge' },
  };
  const { user, host, sent } = openPage('/groups', {
    'GET /v2/groups': { _embedded: { groups: [invited, group] }, total_count: 2 },
    'POST /v2/groups': details,
  });
  const rows = within(await screen.findByRole('list', { name: 'Groups' }));
  await waitFor(() => expect(rows.getAllByRole('listitem')).toHaveLength(2));
  expect(rows.getByText('Ana Ridge invited you')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Create group' }));
  expect(screen.getByText('Name the group.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Name of a new group'));
  await user.type(screen.getByLabelText('Name of a new group'), 'Sunday runners');
  await user.click(screen.getByRole('button', { name: 'Create group' }));
  await waitFor(() => expect(host.navigated).toEqual(['/groups/8']));
  expect(sent()[0]?.body).toEqual({ name: 'Sunday runners' });
});

it('[CHAL-01] the owner removes a member and hands the group over', async () => {
  const { user, sent } = openPage('/groups/8', {
    [DETAILS]: details,
    'DELETE /v2/groups/8/users/9': undefined,
    'PATCH /v2/groups/8': details,
  });
  await user.click(await screen.findByRole('button', { name: 'Remove Ana Ridge' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(sent().map(({ method }) => method)).toEqual(['DELETE']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Hand over to Ana Ridge' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Hand over' }));
  await waitFor(() => expect(sent()[1]?.body).toEqual({ owner_id: 9 }));
});

it('[CHAL-01] the owner renames a group', async () => {
  const { user, sent } = openPage('/groups/8', { [DETAILS]: details, 'PATCH /v2/groups/8': details });
  await user.click(await screen.findByRole('button', { name: 'Rename' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByLabelText<HTMLInputElement>('Name of the group');
  expect(field.value).toBe('Sunday runners');
  await user.clear(field);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByText('Name the group.')).toBeTruthy();
  expect(sent()).toEqual([]);
  await user.type(field, 'Hill club{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()[0]?.body).toEqual({ name: 'Hill club' });
});

it('[CHAL-01] a link leads in, and an old one says so', async () => {
  const outside = { ...details, is_member: false, is_owner: false, members: [] };
  const { user, host, sent } = openPage('/groups/8?key=abc', {
    'GET /v2/groups/8?key=abc': outside,
    'POST /v2/groups/8/users': details,
  });
  await user.click(await screen.findByRole('button', { name: 'Join group' }));
  await waitFor(() => expect(host.navigated).toEqual(['/groups/8']));
  expect(sent()[0]?.body).toEqual({ key: 'abc' });
});

it('[CHAL-01] says that a group is for its members', async () => {
  openPage('/groups/8', { [DETAILS]: () => refusal(404, 'not_found') });
  expect(await screen.findByText('This group is for its members, or its link is out of date')).toBeTruthy();
});

it('[CHAL-01] who could not join is told at the button', async () => {
  const { user } = openPage('/groups/8?key=abc', {
    'GET /v2/groups/8?key=abc': { ...details, is_member: false, is_owner: false, members: [] },
    'POST /v2/groups/8/users': new ApiError(0, '', null),
  });
  await user.click(await screen.findByRole('button', { name: 'Join group' }));
  await expectFailureAt('Join group', /couldn’t reach Waymark/);
});

it('[CHAL-01] a link that could not be made is told at its button', async () => {
  const { user } = openPage('/groups/8', {
    [DETAILS]: details,
    'POST /v2/groups/8/link': new ApiError(0, '', null),
  });
  await user.click(await screen.findByRole('button', { name: 'Copy link' }));
  await expectFailureAt('Copy link', /couldn’t reach Waymark/);
});

it('[SESS-06] [CHAL-01] a group without an answer is founded again under the same key', async () => {
  const founded = [new ApiError(0, '', null), details];
  const { user, host, sent } = openPage('/groups', {
    'GET /v2/groups': { _embedded: { groups: [] }, total_count: 0 },
    'POST /v2/groups': () => founded.shift(),
  });
  await user.type(await screen.findByLabelText('Name of a new group'), 'Sunday runners');
  await user.click(screen.getByRole('button', { name: 'Create group' }));
  await expectFailureAt('Create group', /couldn’t reach Waymark/);
  await user.click(screen.getByRole('button', { name: 'Create group' }));
  await waitFor(() => expect(host.navigated).toEqual(['/groups/8']));
  expectOneKey(sent());
});
