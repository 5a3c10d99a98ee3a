import { ApiError } from '@waymark/contract';
import { screen, waitFor, within } from '@testing-library/react';
import {
  challengeDetails,
  challengeList,
  joinedChallenge,
  sampleChallenge,
} from '../testing/challenge-samples.ts';
import { openPage, refusal } from '../testing/open-page.tsx';
import { sampleMember } from '../testing/samples.ts';

const listOf = (state: string, offset = 0) => `GET /v2/challenges?state=${state}&limit=20&offset=${offset}`;
const rows = async (name: string) =>
  within(await screen.findByRole('list', { name })).getAllByRole('listitem');

it('[CHAL-01] lists joined challenges with what to do, the window, progress, rank and members', async () => {
  const fastest = joinedChallenge(
    { value: 0, rank: null },
    { id: 52, title: 'Fast five', kind: 'fastest', target: 1500, distance: 5000, member_count: 1 },
  );
  openPage('/challenges', { [listOf('joined')]: challengeList([joinedChallenge(), fastest]) });
  const [hundred, five] = await rows('Joined challenges');
  expect(within(hundred!).getByRole('link', { name: 'November 100' }).getAttribute('href')).toBe(
    '/challenges/51',
  );
  expect(within(hundred!).getByText('Cover 100 km · Run, Walk')).toBeTruthy();
  expect(hundred!.textContent).toMatch(/Nov 01, 2026\s–\sNov 30, 2026/);
  expect(hundred!.textContent).toContain('128 members');
  expect(within(hundred!).getByText('Rank 3')).toBeTruthy();
  expect(within(hundred!).getByRole('progressbar').getAttribute('aria-valuetext')).toBe('42.5 of 100 km');
  expect(within(hundred!).getByRole<HTMLProgressElement>('progressbar').value).toBeCloseTo(0.425);
  expect(within(five!).getByText('5 km in 25:00 or faster · Run, Walk')).toBeTruthy();
  expect(within(five!).getByText('No time yet')).toBeTruthy();
  expect(within(five!).queryByText(/Rank/)).toBeNull();
});

it.each([
  ['duration', 72_000, null, 'Train for 20:00 h'],
  ['ascent', 5000, null, 'Climb 5,000 m'],
  ['count', 12, null, 'Complete 12 workouts'],
  ['energy', 41_840_000, null, 'Burn 10,000 kcal'],
  ['active_days', 20, null, 'Be active on 20 days'],
  ['longest', 50_000, null, 'Cover 50 km in one workout'],
  ['fastest', null, 10_000, 'Fastest 10 km'],
  ['distance', null, null, 'Most distance'],
] as const)('[CHAL-01] puts a challenge by %s into words', async (kind, target, distance, text) => {
  const challenge = sampleChallenge({ kind, target, distance, activity_groups: [] });
  openPage('/challenges?view=open', { [listOf('open')]: challengeList([challenge]) });
  const [row] = await rows('Open challenges');
  expect(within(row!).getByText(`${text} · All activities`)).toBeTruthy();
});

it('[CHAL-01] joins from the list with both choices, and shows a refusal', async () => {
  let refused = true;
  const { host, user, sent } = openPage('/challenges?view=open', {
    [listOf('open')]: challengeList([sampleChallenge()]),
    'POST /challenges/51/users': () =>
      refused
        ? refusal(409, 'not_eligible', 'This challenge is for members of another country.')
        : challengeDetails(joinedChallenge()),
  });
  await user.click(await screen.findByRole('button', { name: 'Join November 100' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText(/Workouts that you share with friends count on the leaderboard too/)).toBeTruthy();
  await user.click(dialog.getByRole('checkbox', { name: /Show me on the leaderboard/ }));
  await user.click(dialog.getByRole('button', { name: 'Join' }));
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'This challenge is for members of another country.',
  );
  refused = false;
  await user.click(dialog.getByRole('button', { name: 'Join' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent().at(-1)?.body).toEqual({ counts_private: true, is_shown: false });
  expect(host.notifications[0]?.text).toBe('You’re in. Good luck with November 100.');
});

it('[CHAL-01] who has joined nothing is shown what is open', async () => {
  openPage('/challenges', {
    [listOf('joined')]: challengeList([]),
    [listOf('open')]: challengeList([sampleChallenge()]),
  });
  expect(await rows('Open challenges')).toHaveLength(1);
  const tabs = within(screen.getByRole('navigation', { name: 'Challenges' }));
  expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Open');
});

it('[CHAL-01] says that nothing is joined to who asks for it, and leads to what is open', async () => {
  openPage('/challenges?view=joined', { [listOf('joined')]: challengeList([]) });
  expect(await screen.findByText('You’re not in a challenge right now')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'See open challenges' }).getAttribute('href')).toBe(
    '/challenges?view=open',
  );
});

it('[CHAL-01] turns pages in the address', async () => {
  const { user } = openPage('/challenges?view=past', {
    [listOf('past')]: challengeList([sampleChallenge({ state: 'past', is_final: true })], 21),
    [listOf('past', 20)]: challengeList([sampleChallenge({ id: 60, title: 'Old one', state: 'past' })], 21),
  });
  expect((await rows('Past challenges'))[0]!.textContent).toContain('Final results');
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(await screen.findByRole('link', { name: 'Old one' })).toBeTruthy();
  expect(screen.getByText(/results are provisional/)).toBeTruthy();
});

it('[CHAL-01] leads visitors to the login page, which leads back to the challenge', async () => {
  const timezone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone);
  openPage(
    '/challenges',
    {
      [`${listOf('open')}&timezone=${timezone}`]: challengeList([
        sampleChallenge({ can: { join: false, leave: false, edit: false, invite: false } }),
      ]),
    },
    { user: null },
  );
  const [row] = await rows('Open challenges');
  expect(within(row!).getByRole('link', { name: 'Join November 100' }).getAttribute('href')).toBe(
    '/auth/login/?next=%2Fchallenges%2F51',
  );
  expect(screen.queryByRole('link', { name: 'Joined' })).toBeNull();
});

it('[CHAL-01] shows a challenge that keeps to one zone by the clock of the member', async () => {
  openPage(
    '/challenges?view=open',
    { [listOf('open')]: challengeList([sampleChallenge({ time_zone: 'Europe/Berlin' })]) },
    { user: sampleMember({ time_zone: 'America/New_York' }) },
  );
  const [row] = await rows('Open challenges');
  expect(row!.textContent).toMatch(/Oct 31, 2026, 7:00\sPM\s–\sNov 30, 2026, 6:00\sPM/);
});

it('[CHAL-01] can be tried again after a failure', async () => {
  let isDown = true;
  const { user } = openPage('/challenges?view=joined', {
    [listOf('joined')]: () => (isDown ? new ApiError(0, '', null) : challengeList([joinedChallenge()])),
  });
  expect((await screen.findByRole('alert')).textContent).toMatch(/We couldn’t load the challenges/);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows('Joined challenges')).toHaveLength(1);
});
