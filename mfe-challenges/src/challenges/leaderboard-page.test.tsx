import type { Leaderboard } from '@waymark/api-contract';
import { ApiError } from '@waymark/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { challengeDetails, joinedChallenge, sampleBoard, sampleEntry } from '../testing/challenge-samples.ts';
import { openPage, refusal } from '../testing/open-page.tsx';

const AT = '/challenges/51/leaderboard';
const DETAILS = { 'GET /challenges/challenge/51/details': challengeDetails(joinedChallenge()) };
const pageAt = (offset: number, scope = 'everyone') =>
  `GET /widgets/challenges/51/leaderboard?scope=${scope}&limit=20&offset=${offset}`;

/** One entry of a board of 4,000, of which the member is the 3,001st. */
const board = (rank: number, name: string, over: Partial<Leaderboard> = {}) =>
  sampleBoard([sampleEntry(rank, 50_000 - rank, name)], {
    total_count: 4000,
    offset: rank - 1,
    own: sampleEntry(3001, 46_999, 'Robin Trail', { is_self: true }),
    own_offset: 3000,
    ...over,
  });
const names = async () =>
  within(await screen.findByRole('list', { name: 'Leaderboard' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

it('[CHAL-01] turns pages, jumps to one and to the own rank', async () => {
  const { user } = openPage(AT, {
    ...DETAILS,
    [pageAt(0)]: board(1, 'Ana Ridge'),
    [pageAt(20)]: board(21, 'Ben Ford'),
    [pageAt(3000)]: board(3001, 'Robin Trail'),
    [pageAt(3980)]: board(3981, 'Zoe Last'),
  });
  expect(await names()).toEqual(['Rank 1Ana Ridge50.00 km']);
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  expect(await screen.findByText('Ben Ford')).toBeTruthy();
  expect(screen.getByText('Rank 3001 of 4000')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Show me' }));
  expect(await screen.findByText('Robin Trail')).toBeTruthy();
  expect(screen.getByRole('button', { current: 'page' }).textContent).toBe('151');
  await user.type(screen.getByLabelText('Go to page'), '201');
  await user.click(screen.getByRole('button', { name: 'Go' }));
  expect(screen.getByText('Enter a page from 1 to 200.')).toBeTruthy();
  await user.clear(screen.getByLabelText('Go to page'));
  await user.type(screen.getByLabelText('Go to page'), '200');
  await user.click(screen.getByRole('button', { name: 'Go' }));
  expect(await screen.findByText('Zoe Last')).toBeTruthy();
});

it('[CHAL-01] ranks equal results the same, and names nobody who is hidden', async () => {
  const entries = [
    sampleEntry(1, 9000, 'Ana Ridge'),
    sampleEntry(2, 8000, 'Ben Ford'),
    sampleEntry(2, 8000, null),
    sampleEntry(4, 7000, 'Kim Dale'),
  ];
  openPage(AT, { ...DETAILS, [pageAt(0)]: sampleBoard(entries) });
  expect(await names()).toEqual([
    'Rank 1Ana Ridge9.00 km',
    'Rank 2Ben Ford8.00 km',
    'Rank 2Anonymous athlete8.00 km',
    'Rank 4Kim Dale7.00 km',
  ]);
  expect(screen.queryByRole('button', { name: 'Show me' })).toBeNull();
});

it('[CHAL-01] keeps as much room for every rank as for the highest of the list', async () => {
  const entries = [sampleEntry(9, 9000, 'Ana Ridge'), sampleEntry(10, 8000, 'Ben Ford')];
  openPage(AT, { ...DETAILS, [pageAt(0)]: sampleBoard(entries) });
  const list = await screen.findByRole('list', { name: 'Leaderboard' });
  expect(list.style.getPropertyValue('--rank-digits')).toBe('2');
});

it.each([
  [true, 0, 'No rank yet: it comes with your first workout.'],
  [true, 2, 'No rank yet: private workouts don’t count on the leaderboard.'],
  [false, 2, 'You’re not on the leaderboard.'],
])(
  '[CHAL-01] says why a member who takes part has no place: shown %s, %d workouts',
  async (isShown, workout_count, text) => {
    const details = challengeDetails(
      joinedChallenge({ rank: null, board_value: 0, workout_count, value: workout_count * 5000 }),
    );
    const membership = { ...details.membership!, is_shown: isShown };
    const { user } = openPage(AT, {
      'GET /challenges/challenge/51/details': { ...details, membership },
      [pageAt(0)]: sampleBoard([sampleEntry(1, 9000, 'Ana Ridge')]),
      [pageAt(0, 'friends')]: sampleBoard([]),
    });
    expect(await screen.findByText(text)).toBeTruthy();
    await user.click(screen.getByRole('radio', { name: 'Friends' }));
    expect(await screen.findByText('No friends here yet')).toBeTruthy();
    expect(screen.queryByText(text)).toBeNull();
  },
);

it('[CHAL-01] waits for the challenge with all that stands below its title, so that nothing moves', async () => {
  const details = Promise.withResolvers<object>();
  openPage(AT, {
    'GET /challenges/challenge/51/details': () => details.promise,
    [pageAt(0)]: board(1, 'Ana Ridge'),
  });
  await waitFor(() => expect(document.querySelector('[aria-busy=true]')).toBeTruthy());
  expect(screen.queryByRole('heading')).toBeNull();
  details.resolve(challengeDetails(joinedChallenge()));
  expect(await screen.findByRole('heading', { name: 'Leaderboard' })).toBeTruthy();
  expect(await screen.findByText('Ana Ridge')).toBeTruthy();
});

it('[CHAL-01] filters by friends, and says where none take part', async () => {
  const { user } = openPage(`${AT}?page=2`, {
    ...DETAILS,
    [pageAt(20)]: board(21, 'Ben Ford'),
    [pageAt(0, 'friends')]: sampleBoard([]),
  });
  await screen.findByText('Ben Ford');
  await user.click(screen.getByRole('radio', { name: 'Friends' }));
  expect(await screen.findByText('No friends here yet')).toBeTruthy();
});

it('[CHAL-01] leads back from a page beyond the end', async () => {
  const { user } = openPage(`${AT}?page=999`, {
    ...DETAILS,
    [pageAt(19_960)]: board(1, '', { _embedded: { entries: [] }, offset: 19_960 }),
    [pageAt(3980)]: board(3981, 'Zoe Last'),
  });
  expect(await screen.findByText('There is no page 999')).toBeTruthy();
  expect(screen.getByText('This leaderboard has 200 pages.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Last page' }));
  expect(await screen.findByText('Zoe Last')).toBeTruthy();
});

it.each(['0', '-3', 'x', '1.5'])('[CHAL-01] opens the first page for page=%s', async (page) => {
  openPage(`${AT}?page=${page}`, { ...DETAILS, [pageAt(0)]: board(1, 'Ana Ridge') });
  expect(await screen.findByText('Ana Ridge')).toBeTruthy();
});

it('[CHAL-01] says where the challenge is not for the visitor, and asks visitors for no friends', async () => {
  openPage(
    AT,
    {
      'GET /challenges/challenge/51/details': refusal(404, 'not_found'),
      [pageAt(0)]: refusal(404, 'not_found'),
    },
    { user: null },
  );
  expect(
    await screen.findByText('This challenge is for friends of its creator, or doesn’t exist'),
  ).toBeTruthy();
  expect(screen.queryByRole('radio', { name: 'Friends' })).toBeNull();
});

it('[CHAL-01] can be tried again after a failure', async () => {
  let isDown = true;
  const { user } = openPage(AT, {
    ...DETAILS,
    [pageAt(0)]: () => (isDown ? new ApiError(0, '', null) : board(1, 'Ana Ridge')),
  });
  expect((await screen.findByRole('alert')).textContent).toMatch(/We couldn’t load this leaderboard/);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Ana Ridge')).toBeTruthy();
});

it('[CHAL-01] shows the board of a team and of the member’s own country', async () => {
  const challenge = joinedChallenge(
    {},
    { teams: { score: 'sum', choice: 'pick', list: [{ id: 2, name: 'South' }] }, boards: ['country'] },
  );
  const details = challengeDetails(challenge);
  const membership = { ...details.membership!, team_id: 2, country: 'DE' };
  const at = (scope: string) => `GET /widgets/challenges/51/leaderboard?scope=${scope}&limit=20&offset=0`;
  const { user } = openPage(`${AT}?scope=team&of=2`, {
    'GET /challenges/challenge/51/details': { ...details, membership },
    [at('team&of=2')]: sampleBoard([sampleEntry(1, 9000, 'Ana Ridge', { team: 'South' })]),
    [at('country')]: sampleBoard([sampleEntry(1, 8000, 'Ben Ford')]),
  });
  expect(await names()).toEqual(['Rank 1Ana RidgeSouth9.00 km']);
  expect(await screen.findByRole('radio', { name: 'South', checked: true })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Germany' }));
  expect(await screen.findByText('Ben Ford')).toBeTruthy();
});
