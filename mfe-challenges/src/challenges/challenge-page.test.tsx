import type { Challenge, ChallengeDetails, Contribution, Leaderboard } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { screen, waitFor, within } from '@testing-library/react';
import {
  challengeDetails,
  joinedChallenge,
  sampleBoard,
  sampleChallenge,
  sampleEntry,
} from '../testing/challenge-samples.ts';
import { openPage, refusal } from '../testing/open-page.tsx';

const AT = '/challenges/51';
const DETAILS = 'GET /challenges/challenge/51/details';
const SETTINGS = 'PATCH /challenges/51/users/7';

const sampleContribution = (over: Partial<Contribution> = {}): Contribution => ({
  workout_id: 900,
  name: 'Morning run',
  day: '2026-11-05',
  value: 10_250,
  exclusion: null,
  further_exclusions: [],
  is_private: false,
  review: null,
  can: { explain: false },
  ...over,
});

interface Answers {
  workouts?: Contribution[];
  friends?: Leaderboard;
  around?: Leaderboard;
}

const answers = (
  details: ChallengeDetails | (() => unknown),
  { workouts = [], friends = sampleBoard([]), around = sampleBoard([]) }: Answers = {},
) => ({
  [DETAILS]: details,
  'GET /challenges/51/workouts': { _embedded: { contributions: workouts }, total_count: workouts.length },
  'GET /widgets/challenges/51/leaderboard?scope=friends&limit=5': friends,
  'GET /widgets/challenges/51/leaderboard?around=me&limit=5': around,
});

const panel = async (name: string) => {
  const heading = await screen.findByRole('heading', { name, level: 2 });
  return within(heading.closest('section')!);
};
const own = { is_self: true };

it('[CHAL-01] shows what a challenge is about, its rules and prizes, awards and who leads', async () => {
  const details = challengeDetails(sampleChallenge(), {
    rules: {
      accepts_manual: false,
      country: 'de',
      age_class: '35to44',
      text: 'Be kind.',
      limits: [
        {
          activity_group: 'run',
          activities: [],
          speed: 8,
          long_speed: 6.6,
          stretches: [
            { distance: 1000, speed: 8.3 },
            { distance: 5000, speed: 7.2 },
          ],
          ascent_per_hour: 2500,
        },
        {
          activity_group: 'sport',
          activities: ['Kayaking', 'Canoeing'],
          speed: 7,
          long_speed: 6,
          stretches: [],
          ascent_per_hour: 500,
        },
      ],
      general_limits: { duration: 86_400, overlap_percent: 50, power: [{ duration: 60, watts: 1200 }] },
    },
    prizes: [
      { rank: 1, text: 'A cake' },
      { rank: null, text: 'A sticker' },
    ],
    partner: { name: 'Ridge Bakery', href: 'https://bakery.example/' },
    leaderboard: sampleBoard([
      sampleEntry(1, 98_000, 'Ana Ridge'),
      sampleEntry(2, 60_000, null),
      sampleEntry(2, 60_000, 'Jon Peak'),
    ]),
  });
  openPage(AT, answers(details));
  expect(await screen.findByRole('heading', { level: 1, name: 'November 100' })).toBeTruthy();
  expect(screen.getByText('Cover 100 km · Run, Walk')).toBeTruthy();
  expect(screen.getByText('A hundred kilometres before the first snow.')).toBeTruthy();
  const leaders = within(screen.getByRole('list', { name: 'Leaderboard' })).getAllByRole('listitem');
  expect(leaders.map((row) => row.textContent)).toEqual([
    'Rank 1Ana Ridge98.00 km',
    'Rank 2Anonymous athlete60.00 km',
    'Rank 2Jon Peak60.00 km',
  ]);
  const rules = await panel('Rules');
  expect(rules.getByText('Only recorded workouts count. Manual entries don’t.')).toBeTruthy();
  expect(rules.getByText('For members in Germany.')).toBeTruthy();
  expect(rules.getByText('For members aged 35 to 44.')).toBeTruthy();
  expect(rules.getByText('Be kind.')).toBeTruthy();
  expect(rules.getByText(/^Run:/).textContent).toBe(
    'Run: 28.8 km/h, above 10 km 23.8 km/h; fastest stretches: 1 km 29.9 km/h, 5 km 25.9 km/h; 2,500 m of ascent an hour.',
  );
  expect(
    rules.getByText((text) => text.startsWith('Kayaking, Canoeing: 25.2 km/h, above 10 km 21.6 km/h;')),
  ).toBeTruthy();
  expect(
    rules.getByText(
      'Any sport: at most 24 hours of activity, ultras too; mean power of at most 1,200 W (1:00). When two recordings share more than 50% of the shorter one, the first one stored counts.',
    ),
  ).toBeTruthy();
  expect(rules.getByText(/don’t count until a moderator accepts your explanation/)).toBeTruthy();
  const prizes = (await panel('Prizes')).getAllByRole('listitem').map((row) => row.textContent);
  expect(prizes).toEqual(['Rank 1A cake', 'For everyone who completes itA sticker']);
  const partner = (await panel('Prizes')).getByRole('link', { name: /^Ridge Bakery/ });
  expect([partner.getAttribute('href'), partner.getAttribute('rel')]).toEqual([
    'https://bakery.example/',
    'sponsored noopener',
  ]);
  expect((await panel('Awards')).getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Completed',
    'First place',
    'Second place',
    'Third place',
  ]);
  expect(screen.getByRole('button', { name: 'Join November 100' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Your progress' })).toBeNull();
});

it('[CHAL-01] [CHAL-02] shows a member how far they are, what counts and where they stand', async () => {
  const challenge = joinedChallenge({
    rank: 41,
    board_value: 40_000,
    workout_count: 5,
    excluded_count: 1,
  });
  const details = challengeDetails(challenge, {
    leaderboard: sampleBoard([sampleEntry(1, 98_000, 'Ana Ridge')], {
      total_count: 90,
      own: sampleEntry(41, 40_000, 'Robin Trail', own),
      own_offset: 40,
    }),
  });
  const around = sampleBoard(
    [sampleEntry(40, 41_000, 'Kim Dale'), sampleEntry(41, 40_000, 'Robin Trail', own)],
    { total_count: 90, offset: 39 },
  );
  const friends = sampleBoard([
    sampleEntry(1, 45_000, 'Maya Field'),
    sampleEntry(2, 40_000, 'Robin Trail', own),
  ]);
  openPage(AT, answers(details, { around, friends }));
  const progress = await panel('Your progress');
  expect(progress.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('42.5 of 100 km');
  expect(progress.getByText('57.5 km to go')).toBeTruthy();
  expect(progress.getByText('Rank 41 of 90')).toBeTruthy();
  expect(progress.getByText(/40 km on the leaderboard/)).toBeTruthy();
  expect(progress.getByRole('link', { name: '1 doesn’t count' }).getAttribute('href')).toBe('#workouts');
  const near = within(await screen.findByRole('list', { name: 'Around you' })).getAllByRole('listitem');
  await waitFor(() =>
    expect(
      within(screen.getByRole('list', { name: 'Around you' }))
        .getAllByRole('listitem')
        .map((row) => row.textContent),
    ).toEqual(['Rank 40Kim Dale41.00 km', 'Rank 41Robin Trail You40.00 km']),
  );
  expect(near.length).toBeGreaterThan(0);
  const friendRows = within(await screen.findByRole('list', { name: 'Friends' })).getAllByRole('listitem');
  expect(friendRows.map((row) => row.textContent)).toEqual([
    'Rank 1Maya Field45.00 km',
    'Rank 2Robin Trail You40.00 km',
  ]);
});

it('[CHAL-01] says of each own workout what it counts or why not, and takes an explanation', async () => {
  const workouts = [
    sampleContribution(),
    sampleContribution({ workout_id: 901, name: 'Night run', is_private: true }),
    sampleContribution({
      workout_id: 902,
      name: 'Train ride',
      exclusion: 'too_fast',
      can: { explain: true },
    }),
    sampleContribution({
      workout_id: 903,
      name: 'Twice',
      exclusion: 'vehicle',
      further_exclusions: ['manual_entry'],
      review: { exclusion: 'vehicle', state: 'rejected', explanation: 'Hm', note: 'Same run.' },
    }),
  ];
  const { host, user, sent } = openPage(AT, {
    ...answers(challengeDetails(joinedChallenge()), { workouts }),
    'POST /challenges/workouts/902/explanation': undefined,
  });
  const list = await screen.findByRole('list', { name: 'Your workouts' });
  const [morning, night, train, twice] = within(list).getAllByRole('listitem');
  expect(morning!.textContent).toBe('Morning run · Nov 05, 202610.25 km');
  expect(night!.textContent).toContain('Counts for you only');
  expect(train!.textContent).toContain('It is faster than anyone can go in this sport');
  expect(twice!.textContent).toContain(
    'as fast as a vehicle. Only recorded workouts count in this challenge.',
  );
  expect(twice!.textContent).toContain('A moderator decided that it doesn’t count. Same run.');
  expect(within(twice!).queryByRole('button')).toBeNull();
  await user.click(within(train!).getByRole('button', { name: 'Explain Train ride' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  expect(dialog.getByText('Write something first.')).toBeTruthy();
  expect(sent()).toEqual([]);
  await user.type(dialog.getByLabelText('What happened'), 'My watch was on the train.');
  await user.click(dialog.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent().map(({ body }) => body)).toEqual([
    { text: 'My watch was on the train.', exclusion: 'too_fast' },
  ]);
  expect(host.notifications[0]?.text).toBe('Thanks. A moderator will look at it.');
});

it('[CHAL-01] changes both choices, and leaves only when confirmed', async () => {
  let current: Challenge = joinedChallenge();
  const { user, sent } = openPage(AT, {
    ...answers(() => challengeDetails(current)),
    [SETTINGS]: () => challengeDetails(current),
    'DELETE /challenges/51/users/7': () => {
      current = sampleChallenge();
      return challengeDetails(current);
    },
  });
  await user.click(await screen.findByRole('switch', { name: /Show me on the leaderboard/ }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  const counts = screen.getByRole<HTMLInputElement>('switch', { name: /Count my private workouts/ });
  await waitFor(() => expect(counts.disabled).toBe(false));
  await user.click(counts);
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent().map(({ body }) => body)).toEqual([{ is_shown: false }, { counts_private: false }]);
  await user.click(screen.getByRole('button', { name: 'Leave challenge' }));
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(sent()).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Leave challenge' }));
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(sent().at(-1)?.method).toBe('DELETE'));
});

it('[CHAL-01] says whether results are provisional or final', async () => {
  openPage(AT, answers(challengeDetails(joinedChallenge({}, { state: 'past' }))));
  expect(await screen.findByText(/Results are provisional until Dec 04, 2026/)).toBeTruthy();
});

it('[CHAL-01] offers nothing to change once results are final, and the awards as pictures to share', async () => {
  const challenge = joinedChallenge(
    { value: 104_000, is_completed: true },
    { state: 'past', is_final: true, can: { join: false, leave: false, edit: false, invite: false } },
  );
  const award = {
    challenge_id: 51,
    kind: 'completed' as const,
    title: 'November 100',
    value: 104_000,
    awarded_datetime: '2026-11-28T10:00:00.000Z',
  };
  const { user } = openPage(AT, answers(challengeDetails(challenge, { userAwards: [award] })));
  expect(await screen.findByText('These results are final.')).toBeTruthy();
  await user.click(await screen.findByRole('button', { name: 'Share Completed' }));
  const picture = await screen.findByRole('img', {
    name: 'Completed: November 100. Robin Trail · 104.00 km · Nov 28, 2026',
  });
  expect(decodeURIComponent(picture.getAttribute('src')!)).toContain('>November 100</text>');
  expect(screen.queryByRole('heading', { name: 'Your settings' })).toBeNull();
});

it('[CHAL-01] lets a member take the name off a final board', async () => {
  const final = { state: 'past', is_final: true } as const;
  const challenge = challengeDetails(joinedChallenge({ rank: 3 }, final));
  const { user, sent } = openPage(AT, { ...answers(challenge), [SETTINGS]: challenge });
  await user.click(await screen.findByRole('switch', { name: /Show my name/ }));
  await waitFor(() => expect(sent().map(({ body }) => body)).toEqual([{ is_shown: false }]));
});

it.each([
  ['open', 1],
  ['past', 0],
] as const)('[CHAL-01] a visitor of a challenge that is %s finds %i ways to join', async (state, count) => {
  openPage(AT, answers(challengeDetails(sampleChallenge({ state }))), { user: null });
  expect(await screen.findByRole('heading', { level: 1, name: 'November 100' })).toBeTruthy();
  expect(screen.queryAllByRole('link', { name: 'Join November 100' })).toHaveLength(count);
});

it('[CHAL-01] opens without the way back in the app', async () => {
  openPage('/mobile/challenges/51', answers(challengeDetails()));
  expect(await screen.findByRole('heading', { level: 1, name: 'November 100' })).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Breadcrumb' })).toBeNull();
});

it('[CHAL-01] says where a challenge is not for the visitor', async () => {
  openPage(
    AT,
    answers(() => refusal(404, 'not_found')),
  );
  expect(
    await screen.findByText('This challenge is for friends of its creator, or doesn’t exist'),
  ).toBeTruthy();
});

it('[CHAL-01] can be tried again after a failure', async () => {
  let isDown = true;
  const { user } = openPage(
    AT,
    answers(() => (isDown ? new ApiError(0, '', null) : challengeDetails())),
  );
  expect((await screen.findByRole('alert')).textContent).toMatch(/We couldn’t load this challenge/);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'November 100' })).toBeTruthy();
});

const TEAM_RULES = {
  score: 'mean',
  choice: 'pick',
  list: [
    { id: 1, name: 'North' },
    { id: 2, name: 'South' },
  ],
} as const;

it('[CHAL-01] who joins picks a team and agrees to what boards read of the profile', async () => {
  const teams = { ...TEAM_RULES, list: [...TEAM_RULES.list] };
  const open = sampleChallenge({ teams, boards: ['country', 'age_class'] });
  const { user, sent } = openPage(AT, {
    ...answers(challengeDetails(open)),
    'POST /challenges/51/users': challengeDetails(joinedChallenge({}, { teams })),
  });
  await user.click(await screen.findByRole('button', { name: 'Join November 100' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Join' }));
  expect(dialog.getByText('Choose a team.', { selector: ':not(option)' })).toBeTruthy();
  expect(sent()).toEqual([]);
  await user.selectOptions(dialog.getByLabelText(/^Your team/), 'South');
  const classes = dialog.getByRole<HTMLInputElement>('checkbox', { name: /by country and by age class/ });
  expect(classes.checked).toBe(false);
  await user.click(classes);
  await user.click(dialog.getByRole('button', { name: 'Join' }));
  await waitFor(() =>
    expect(sent()[0]?.body).toEqual({
      counts_private: true,
      is_shown: true,
      is_classified: true,
      team_id: 2,
    }),
  );
});

it('[CHAL-01] the board of teams shows the own one, which can be changed until the first day', async () => {
  const teams = { ...TEAM_RULES, list: [...TEAM_RULES.list] };
  const joined = joinedChallenge({}, { teams });
  const { user, sent } = openPage(AT, {
    ...answers(
      challengeDetails(joined, {
        membership: {
          counts_private: true,
          is_shown: true,
          is_classified: false,
          joined_datetime: '2026-11-02T10:00:00.000Z',
          team_id: 1,
          country: null,
          age_class: null,
          can_change_team: true,
        },
        team_board: [
          { id: 2, name: 'South', member_count: 12, value: 8000, rank: 1, is_own: false },
          { id: 1, name: 'North', member_count: 1, value: 0, rank: null, is_own: true },
        ],
      }),
    ),
    [SETTINGS]: challengeDetails(joined),
  });
  const board = await panel('Teams');
  expect(board.getAllByRole('listitem').map((row) => row.textContent)).toEqual([
    'Rank 1South12 members8.00 km',
    'Rank –North Your team1 member–',
  ]);
  expect(board.getByRole('link', { name: 'South' }).getAttribute('href')).toBe(
    `${AT}/leaderboard?scope=team&of=2`,
  );
  await user.selectOptions((await panel('Your settings')).getByLabelText(/^Your team/), 'South');
  await waitFor(() => expect(sent()[0]?.body).toEqual({ team_id: 2 }));
});

it('[CHAL-01] invites friends who are not in it yet', async () => {
  const joined = joinedChallenge({}, { can: { join: false, leave: true, edit: false, invite: true } });
  const friend = (id: number, name: string, state: 'joined' | 'invited' | null) => ({
    user: { id, display_name: name, username: name.toLowerCase(), _links: {} },
    state,
  });
  const { user, host, sent } = openPage(AT, {
    ...answers(challengeDetails(joined)),
    'GET /v2/challenges/51/invitations?limit=20&offset=0': {
      _embedded: { friends: [friend(3, 'Ana', 'joined'), friend(4, 'Ben', null)] },
      total_count: 2,
    },
    'POST /v2/challenges/51/invitations': undefined,
  });
  await user.click(await screen.findByRole('button', { name: 'Invite friends' }));
  const dialog = within(await screen.findByRole('dialog'));
  const ana = await dialog.findByRole('checkbox', { name: /^Ana/ });
  expect((ana as HTMLInputElement).disabled).toBe(true);
  await user.click(dialog.getByRole('checkbox', { name: /^Ben/ }));
  await user.click(dialog.getByRole('button', { name: 'Invite 1 friend' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()[0]?.body).toEqual({ user_ids: [4] });
  expect(host.notifications[0]?.text).toBe('Your friends are invited.');
});

it('[CHAL-01] says who invited, and declines', async () => {
  const invited = sampleChallenge({ invited_by: { id: 4, display_name: 'Ben Ford' } });
  const { user, host, sent } = openPage(AT, {
    ...answers(challengeDetails(invited)),
    'DELETE /v2/challenges/51/invitations/7': undefined,
  });
  expect(await screen.findByText('Ben Ford invited you.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Decline' }));
  await waitFor(() => expect(host.navigated).toEqual(['/challenges']));
  expect(sent()).toHaveLength(1);
});
