import { screen, waitFor, within } from '@testing-library/react';
import { ApiError } from '@waymark/contract';
import { expectFailureAt, expectOneKey } from '@waymark/remote/testing';
import {
  challengeDetails,
  challengeList,
  joinedChallenge,
  sampleChallenge,
} from '../testing/challenge-samples.ts';
import { openPage, refusal } from '../testing/open-page.tsx';
import { sampleMember } from '../testing/samples.ts';

const LIST = 'GET /v2/challenges?state=joined&limit=1';
const DETAILS = 'GET /challenges/challenge/51/details';
const own = challengeDetails(
  sampleChallenge({
    audience: 'friends',
    member_count: 0,
    can: { join: true, leave: false, edit: true, invite: true },
  }),
);

it('[CHAL-01] makes a challenge for friends, in the member’s own unit', async () => {
  const { host, user, sent } = openPage(
    '/challenges/create',
    { [LIST]: challengeList([]), 'POST /v2/challenges': own },
    { user: sampleMember({ display_measurement_system: 'imperial' }) },
  );
  await user.click(await screen.findByRole('button', { name: 'Create challenge' }));
  expect(screen.getByText('Give it a name.')).toBeTruthy();
  // The field may be far above the button.
  expect(document.activeElement).toBe(screen.getByLabelText(/^Name/));
  expect(sent()).toEqual([]);
  await user.type(screen.getByLabelText(/^Name/), 'Long November');
  await user.type(screen.getByLabelText(/^Target/), '100');
  await user.click(screen.getByRole('checkbox', { name: 'Run' }));
  await user.click(screen.getByRole('button', { name: 'Add prize' }));
  await user.type(screen.getByLabelText('Prize 1'), 'A cake');
  expect(screen.queryByText('Who can join')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Create challenge' }));
  await waitFor(() => expect(host.navigated).toEqual(['/challenges/51']));
  expect(sent()[0]?.body).toMatchObject({
    title: 'Long November',
    kind: 'distance',
    audience: 'friends',
    target: 160_934.4,
    distance: null,
    activity_groups: ['run'],
    prizes: [{ rank: 1, text: 'A cake' }],
    time_zone: null,
    country: null,
    repeats: null,
  });
});

it('[CHAL-01] a time over a distance is typed in hours, minutes and seconds', async () => {
  const { user, sent } = openPage('/challenges/create', {
    [LIST]: challengeList([]),
    'POST /v2/challenges': own,
  });
  await user.type(await screen.findByLabelText(/^Name/), 'Fast ten');
  await user.selectOptions(screen.getByLabelText(/^What counts/), 'fastest');
  await user.click(screen.getByRole('button', { name: 'Create challenge' }));
  expect(screen.getByText('Enter a distance, such as 10.')).toBeTruthy();
  await user.type(screen.getByLabelText(/^Distance to cover/), '10');
  await user.type(screen.getByLabelText('Minutes'), '45');
  await user.type(screen.getByLabelText('Seconds'), '30');
  await user.click(screen.getByRole('button', { name: 'Create challenge' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ kind: 'fastest', distance: 10_000, target: 2730 });
});

it('[CHAL-01] what nobody can reach is no target, and what is counted has no decimals', async () => {
  const { user, sent } = openPage('/challenges/create', {
    [LIST]: challengeList([]),
    'POST /v2/challenges': own,
  });
  await user.type(await screen.findByLabelText(/^Name/), 'Every day');
  await user.selectOptions(screen.getByLabelText(/^What counts/), 'active_days');
  await user.type(screen.getByLabelText(/^Target/), '8');
  await user.click(screen.getByRole('button', { name: 'Create challenge' }));
  expect(screen.getByText('The challenge has fewer days than this.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText(/^Target/));
  await user.clear(screen.getByLabelText(/^Target/));
  await user.type(screen.getByLabelText(/^Target/), '2.5');
  await user.click(screen.getByRole('button', { name: 'Create challenge' }));
  expect(sent()).toEqual([]);
  await user.clear(screen.getByLabelText(/^Target/));
  await user.type(screen.getByLabelText(/^Target/), '7');
  await user.click(screen.getByRole('button', { name: 'Create challenge' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({ kind: 'active_days', target: 7 });
});

it('[CHAL-01] operators make challenges for everyone, by country and age', async () => {
  const { user, sent } = openPage('/challenges/create', {
    [LIST]: { ...challengeList([]), can: { create: true, publish: true } },
    'POST /v2/challenges': own,
  });
  await user.click(await screen.findByRole('radio', { name: 'Everyone' }));
  await user.type(screen.getByLabelText(/^Name/), 'Swiss spring');
  await user.selectOptions(screen.getByLabelText(/^Members in/), 'CH');
  await user.selectOptions(screen.getByLabelText(/^Members aged/), '35to44');
  await user.click(screen.getByRole('button', { name: 'Create challenge' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toMatchObject({
    audience: 'everyone',
    country: 'CH',
    age_class: '35to44',
    target: null,
  });
});

it('[CHAL-01] once others have joined texts change and what counts does not', async () => {
  const target = 160_934.4;
  const { user, sent } = openPage('/challenges/51/edit', {
    [DETAILS]: challengeDetails({
      ...own,
      member_count: 4,
      target,
      activity_groups: ['run'],
    }),
    'PUT /v2/challenges/51': refusal(
      409,
      'challenge_over',
      'This challenge is over, and its results are final.',
    ),
  });
  expect(await screen.findByText('Others have joined.')).toBeTruthy();
  expect(screen.queryByLabelText(/^What counts/)).toBeNull();
  await user.type(screen.getByLabelText(/^Name/), '!');
  await user.click(screen.getByRole('button', { name: 'Save challenge' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(/over/);
  expect(sent()[0]?.body).toMatchObject({
    title: 'November 100!',
    target,
    activity_groups: ['run'],
    kind: 'distance',
  });
});

it('[CHAL-01] nobody else changes a challenge', async () => {
  openPage('/challenges/51/edit', { [DETAILS]: challengeDetails(joinedChallenge()) });
  expect(await screen.findByText('Only the person who created this challenge can edit it')).toBeTruthy();
});

it('[CHAL-01] its maker edits, shares, ends and deletes it from its page', async () => {
  const { host, user, sent } = openPage('/challenges/51', {
    [DETAILS]: own,
    'GET /widgets/challenges/51/leaderboard?scope=friends&limit=5': own.leaderboard,
    'POST /v2/challenges/51/end': own,
    'DELETE /v2/challenges/51': undefined,
  });
  const panel = within((await screen.findByText('Your challenge')).closest('section')!);
  expect(panel.getByRole('link', { name: 'Edit' }).getAttribute('href')).toBe('/challenges/51/edit');
  await user.click(panel.getByRole('button', { name: 'Share link' }));
  await waitFor(() => expect(host.notifications[0]?.text).toMatch(/Link copied/));
  await user.click(panel.getByRole('button', { name: 'End' }));
  expect(sent()).toEqual([]);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'End challenge' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toHaveLength(1);
  await user.click(panel.getByRole('button', { name: 'Delete' }));
  expect(sent()).toHaveLength(1);
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(host.navigated).toEqual(['/challenges']));
});

it('[CHAL-01] makes a challenge of teams, each with a name of its own', async () => {
  const { user, sent } = openPage('/challenges/create', {
    [LIST]: challengeList([]),
    'POST /v2/challenges': own,
  });
  await user.type(await screen.findByLabelText(/^Name/), 'North against South');
  await user.click(screen.getByRole('switch', { name: /^Team against team/ }));
  await user.type(screen.getByLabelText('Team 1'), 'North');
  await user.click(screen.getByRole('button', { name: 'Create challenge' }));
  expect(screen.getByText('Give each team a name of its own.')).toBeTruthy();
  expect(sent()).toEqual([]);
  await user.type(screen.getByLabelText('Team 2'), 'South');
  await user.click(screen.getByRole('button', { name: 'Add team' }));
  await user.click(screen.getByRole('button', { name: 'Remove team 3' }));
  await user.click(screen.getByRole('radio', { name: 'Sum' }));
  await user.click(screen.getByRole('checkbox', { name: 'By country' }));
  await user.click(screen.getByRole('button', { name: 'Create challenge' }));
  await waitFor(() =>
    expect(sent()[0]?.body).toMatchObject({
      teams: { score: 'sum', choice: 'pick', names: ['North', 'South'] },
      boards: ['country'],
    }),
  );
});

it('[SESS-06] [CHAL-01] a challenge without an answer is sent again under the same key', async () => {
  const made = [new ApiError(0, '', null), own];
  const { host, user, sent } = openPage('/challenges/create', {
    [LIST]: challengeList([]),
    'POST /v2/challenges': () => made.shift(),
  });
  await user.type(await screen.findByLabelText(/^Name/), 'Long November');
  await user.click(screen.getByRole('button', { name: 'Create challenge' }));
  await expectFailureAt('Create challenge', /couldn’t reach Waymark/);
  await user.click(screen.getByRole('button', { name: 'Create challenge' }));
  await waitFor(() => expect(host.navigated).toEqual(['/challenges/51']));
  expectOneKey(sent());
});
