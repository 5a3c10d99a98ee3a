import type { ExcludedWorkout, LoyaltyPoints, LoyaltyStatus, PointsEntry } from '@waymark/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { openPage, refusal, sampleMember } from '../testing/open-page.tsx';

const AT = '/account/loyalty';
const STATUS = 'GET /status/7';
const POINTS = 'GET /rewards-points/7';

const status = (points: number, over: Partial<LoyaltyStatus> = {}): LoyaltyStatus => ({
  status: 'bronze',
  loyaltyStatus: {
    points,
    since: '2025-11-24',
    next: { status: 'silver', from: 1500, missing: 1500 - points },
    levels: [
      { status: 'starter', from: 0 },
      { status: 'bronze', from: 500 },
      { status: 'silver', from: 1500 },
    ],
  },
  rules: [
    { rule: 'workout', points: 10, daily_max: 20, seconds: 600 },
    { rule: 'completed', points: 100, daily_max: 200, seconds: null },
  ],
  _links: {},
  ...over,
});
const line = (over: Partial<PointsEntry> = {}): PointsEntry => ({
  day: '2026-11-20',
  rule: 'workout',
  cause_id: 42,
  revision: 0,
  amount: 10,
  created_datetime: '2026-11-20T08:00:00.000Z',
  name: 'Morning run',
  exclusion: null,
  further_exclusions: [],
  ...over,
});
const points = (
  entries: PointsEntry[],
  total = entries.length,
  excluded_workouts: ExcludedWorkout[] = [],
  excluded_count = excluded_workouts.length,
): LoyaltyPoints => ({
  pointsBalance: 2310,
  _embedded: { entries, excluded_workouts },
  total_count: total,
  excluded_count,
  _links: {},
});
const open = (answers: Record<string, unknown>, rollouts: Record<string, string> = { loyalty: 'enabled' }) =>
  openPage(AT, answers, { user: sampleMember(), rollouts });

it('[ACCT-07] shows the rules once the history above them is there, so that they never move', async () => {
  const history = Promise.withResolvers<LoyaltyPoints>();
  open({ [STATUS]: status(620), [POINTS]: () => history.promise });
  expect(await screen.findByRole('heading', { name: 'History' })).toBeTruthy();
  expect(screen.queryByRole('table', { name: 'What earns points' })).toBeNull();
  history.resolve(points([line()]));
  expect(await screen.findByRole('table', { name: 'What earns points' })).toBeTruthy();
});

it('[ACCT-07] shows balance, status with what comes next, history and rules', async () => {
  open({
    [STATUS]: status(620),
    [POINTS]: points([
      line(),
      line({ revision: 1, amount: -10, name: null }),
      line({ rule: 'completed', cause_id: 5, amount: 100, name: 'May kilometres' }),
    ]),
  });
  expect(await screen.findByText('880 points to Silver')).toBeTruthy();
  expect(screen.getByRole('progressbar', { name: 'On the way to Silver' })).toBeTruthy();
  const history = await screen.findByRole('list', { name: 'History of points' });
  const [earned, taken, award] = within(history).getAllByRole('listitem');
  expect(earned!.textContent).toMatch(/Morning run.*Workout of at least 10 minutes · Nov 20, 2026.*\+10/);
  expect(taken!.textContent).toMatch(/Deleted workout.*corrected.*−10/);
  expect(award!.textContent).toMatch(/May kilometres.*Challenge completed.*\+100/);
  expect(screen.getByRole('link', { name: 'Morning run' }).getAttribute('href')).toBe('/workout/42');
  expect(screen.getByRole('link', { name: 'May kilometres' }).getAttribute('href')).toBe('/challenges/5');
  expect(screen.getByText(/All your points/).textContent).toBe('All your points: 2,310');
  const rules = screen.getByRole('table', { name: 'What earns points' });
  expect(within(rules).getAllByRole('row')[1]!.textContent).toMatch(/Workout of at least 10 minutes.*10.*20/);
  expect(screen.getByRole('link', { name: 'Points', hidden: true }).getAttribute('aria-current')).toBe(
    'page',
  );
});

it('[ACCT-07] [CHAL-02] names each reason of a workout that earns nothing, linked to the workout', async () => {
  const excluded: ExcludedWorkout = {
    workout_id: 42,
    name: 'Bus home',
    day: '2026-11-20',
    exclusion: 'vehicle',
    further_exclusions: ['too_fast'],
  };
  open({
    [STATUS]: status(620),
    [POINTS]: points(
      [
        line({
          name: 'Bus home',
          revision: 1,
          amount: -10,
          exclusion: 'vehicle',
          further_exclusions: ['too_fast'],
        }),
        line({ cause_id: 43, name: 'Evening run' }),
      ],
      2,
      [excluded],
      3,
    ),
  });
  const history = await screen.findByRole('list', { name: 'History of points' });
  const [taken, earned] = within(history).getAllByRole('listitem');
  expect(taken!.textContent).toMatch(
    /Bus home.*Doesn’t count\. Part of it is as fast as a vehicle\. It is faster than anyone can go in this sport\..*−10/,
  );
  expect(earned!.textContent).not.toContain('Doesn’t count');
  const without = screen.getByRole('list', { name: 'Workouts without points' });
  expect(within(without).getByRole('listitem').textContent).toBe(
    'Bus homeNov 20, 2026 · Part of it is as fast as a vehicle. It is faster than anyone can go in this sport.',
  );
  expect(within(without).getByRole('link', { name: 'Bus home' }).getAttribute('href')).toBe('/workout/42');
  expect(screen.getByText('2 earlier ones')).toBeTruthy();
});

it('[ACCT-07] nothing is said of workouts without points where there are none', async () => {
  open({ [STATUS]: status(620), [POINTS]: points([line()]) });
  await screen.findByRole('list', { name: 'History of points' });
  expect(screen.queryByText('Workouts without points')).toBeNull();
});

it('[ACCT-07] turns the pages of the history', async () => {
  const { host, user } = open({ [STATUS]: status(620), [POINTS]: points([line()], 50) });
  await user.click(await screen.findByRole('button', { name: /2/ }));
  await waitFor(() =>
    expect(host.calls.at(-1)?.options).toMatchObject({ params: { limit: 20, offset: 20 } }),
  );
});

it('[ACCT-07] says what to do where there are no points yet, and what the highest level is', async () => {
  const top = status(9000, { status: 'platinum' });
  open({
    [STATUS]: { ...top, loyaltyStatus: { ...top.loyaltyStatus, next: null } },
    [POINTS]: points([]),
  });
  expect(await screen.findByText('No points yet')).toBeTruthy();
  expect(screen.getByText(/highest level/)).toBeTruthy();
});

it('[ACCT-07] outside the pilot there is no link to points, and the address says so', async () => {
  open({ [STATUS]: refusal(404, 'not_found') }, {});
  expect(await screen.findByText('Points aren’t available yet')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Points', hidden: true })).toBeNull();
});

it('[ACCT-07] a failure can be tried again', async () => {
  const { user } = open({ [STATUS]: [refusal(503, 'unavailable'), status(620)], [POINTS]: points([line()]) });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('880 points to Silver')).toBeTruthy();
});
