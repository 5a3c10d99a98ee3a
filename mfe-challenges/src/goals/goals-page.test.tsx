import { ApiError } from '@waymark/contract';
import type { UserGoalProgress } from '@waymark/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { openPage, refusal } from '../testing/open-page.tsx';
import { goalList, sampleGoal, sampleMember, sampleProgress } from '../testing/samples.ts';

const AT = '/profile/7/goals';
const ACTIVE = 'GET /user_goal_progress/?user=7';
const PAST = 'GET /user_goal_progress/?user=7&status=abandoned&limit=10';
const answers = (goals: UserGoalProgress[], past: UserGoalProgress[] = []) => ({
  [ACTIVE]: goalList(goals),
  [PAST]: goalList(past),
});
const rows = async () => within(await screen.findByRole('list', { name: 'Goals' })).getAllByRole('listitem');

it('[CHAL-03] shows of each goal this week, what is left, the weeks before and the streak', async () => {
  const ride = sampleProgress({
    id: 32,
    metric: 'count',
    value: 3,
    target: 3,
    activity_name: null,
    activity_group: null,
  });
  ride.performance = { ...ride.performance, current_streak: 4, longest_streak: 9 };
  openPage(AT, answers([sampleProgress(), ride]));
  const [run, all] = await rows();
  expect(screen.getByText(/3 days left/).textContent).toMatch(/^Nov 16\s–\s22 · 3 days left$/);
  const ring = within(run!).getByRole('progressbar', { name: 'Run, 30 km a week' });
  expect(ring.getAttribute('aria-valuetext')).toBe('21.4 of 30 km');
  expect(ring.textContent).toBe('71%');
  expect(within(run!).getByText('8.6 km to go')).toBeTruthy();
  expect(within(run!).getByRole('img', { name: 'Reached in 1 of the last 2 weeks' })).toBeTruthy();
  expect(within(run!).getByText('Best streak: 1 week')).toBeTruthy();
  expect(within(all!).getByRole('heading', { name: 'All activities' })).toBeTruthy();
  expect(within(all!).getByText('of 3 workouts')).toBeTruthy();
  expect(within(all!).getByText('Reached')).toBeTruthy();
  expect(within(all!).getByText('4 weeks in a row · best 9')).toBeTruthy();
});

it.each([
  [30_000, 'Reached in the last week'],
  [12_000, 'Not reached in the last week'],
])('[CHAL-03] says of a goal in its second week how the first one was: %d of 30 km', async (value, text) => {
  const goal = sampleProgress();
  const [, first, current] = goal.performance.weeks;
  goal.performance.weeks = [{ ...first!, value, is_reached: value >= 30_000 }, current!];
  openPage(AT, answers([goal]));
  const [run] = await rows();
  expect(within(run!).getByRole('img', { name: text })).toBeTruthy();
  expect(within(run!).getByText(text)).toBeTruthy();
});

it('[CHAL-03] says of a goal what is left so that it adds up with its target', async () => {
  openPage(AT, answers([sampleProgress({ target: 30_000, value: 0 })]), {
    user: sampleMember({ display_measurement_system: 'imperial' }),
  });
  const [run] = await rows();
  expect(within(run!).getByText('of 18.6 mi')).toBeTruthy();
  expect(within(run!).getByText('18.6 mi to go')).toBeTruthy();
});

it('[CHAL-03] shows distances in miles to whom that is the measure', async () => {
  openPage(AT, answers([sampleProgress({ target: 32_186.88, value: 16_093.44 })]), {
    user: sampleMember({ display_measurement_system: 'imperial' }),
  });
  const [run] = await rows();
  expect(within(run!).getByRole('progressbar').getAttribute('aria-valuetext')).toBe('10 of 20 mi');
});

it('[CHAL-03] stops a goal at once, and takes it back', async () => {
  const { host, user, sent } = openPage(AT, {
    ...answers([sampleProgress()]),
    'PATCH /user_goal/31/': sampleGoal({ status: 'abandoned' }),
  });
  await user.click(await screen.findByRole('button', { name: 'More actions for Run, 30 km a week' }));
  await user.click(screen.getByRole('menuitem', { name: 'Stop goal' }));
  await waitFor(() => expect(host.notifications[0]?.text).toMatch(/^Goal stopped/));
  host.notifications[0]!.action!.run();
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent().map(({ body }) => body)).toEqual([{ status: 'abandoned' }, { status: 'active' }]);
});

it('[CHAL-03] changes the target; what is wrong with it, and a refusal, stay in sight', async () => {
  let refused = true;
  const { user, sent } = openPage(AT, {
    ...answers([sampleProgress()]),
    'PATCH /user_goal/31/': () =>
      refused ? refusal(409, 'goal_ended', 'This goal was stopped.') : sampleGoal(),
  });
  await user.click(await screen.findByRole('button', { name: 'More actions for Run, 30 km a week' }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByLabelText<HTMLInputElement>('Each week');
  expect(field.value).toBe('30');
  await user.clear(field);
  await user.click(dialog.getByRole('button', { name: 'Save goal' }));
  expect(dialog.getByText('Enter a distance, such as 30.')).toBeTruthy();
  expect(sent()).toEqual([]);
  await user.type(field, '42.5');
  await user.click(dialog.getByRole('radio', { name: 'Everyone' }));
  await user.click(dialog.getByRole('button', { name: 'Save goal' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('This goal was stopped.');
  refused = false;
  await user.click(dialog.getByRole('button', { name: 'Save goal' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent().at(-1)?.body).toEqual({
    privacy: 3,
    criteria: { threshold: { metric: 'distance', value: 42_500 } },
  });
});

it('[CHAL-03] lists goals that were stopped with what became of them', async () => {
  const past = sampleProgress({ status: 'abandoned', end_datetime: '2026-11-20T10:00:00.000Z' });
  openPage(AT, answers([], [past]));
  const list = await screen.findByRole('list', { name: 'Past goals' });
  expect(list.textContent).toBe('Run, 30 km a weekNov 02, 2026 – Nov 20, 2026Reached in 1 of 2 weeks');
});

it('[CHAL-03] without goals the page leads to the first one', async () => {
  openPage(AT, answers([]));
  expect(await screen.findByText('What do you want to do each week?')).toBeTruthy();
  const links = screen.getAllByRole('link', { name: 'Set a goal' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/profile/7/goals/create']);
});

it('[CHAL-03] of another member shows whose goals they are, and nothing to change', async () => {
  const theirs = goalList([sampleProgress()], { is_own: false, display_name: 'Ana Ridge' });
  openPage(
    '/profile/12/goals',
    {
      'GET /user_goal_progress/?user=12': theirs,
      'GET /user_goal_progress/?user=12&status=abandoned&limit=10': goalList([]),
    },
    { user: null },
  );
  expect(await screen.findByRole('heading', { name: 'Ana Ridge’s goals' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /More actions/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Set a goal' })).toBeNull();
});

it('[CHAL-03] says where goals are private, and what to do when they do not load', async () => {
  openPage(AT, { [ACTIVE]: refusal(404, 'not_found') });
  expect(await screen.findByText('This profile is set to private or the user does not exist.')).toBeTruthy();
});

it('[CHAL-03] can be tried again after a failure', async () => {
  let isDown = true;
  const { user } = openPage(AT, {
    ...answers([]),
    [ACTIVE]: () => (isDown ? new ApiError(0, '', null) : goalList([sampleProgress()])),
  });
  expect((await screen.findByRole('alert')).textContent).toMatch(/We couldn’t load these goals/);
  isDown = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await rows()).toHaveLength(1);
});
