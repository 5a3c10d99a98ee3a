import { screen, waitFor } from '@testing-library/react';
import { openPage, refusal } from '../testing/open-page.tsx';
import { sampleGoal, sampleMember } from '../testing/samples.ts';

const AT = '/profile/7/goals/create';
const CREATE = 'POST /user_goal/';
const bodyOf = (metric: string, value: number, typeId: number | null, privacy: number) => ({
  criteria: { activity_type_id: typeId, threshold: { metric, value } },
  privacy,
});

it('[CHAL-03] sets a goal by distance for one activity and leads to the goals', async () => {
  const { host, user, sent } = openPage(AT, { [CREATE]: sampleGoal() });
  await user.click(await screen.findByRole('radio', { name: 'Ride' }));
  await user.type(screen.getByLabelText('Each week'), '120.5');
  await user.click(screen.getByRole('button', { name: 'Set goal' }));
  await waitFor(() => expect(host.navigated).toEqual(['/profile/7/goals']));
  expect(sent().map(({ body }) => body)).toEqual([bodyOf('distance', 120_500, 11, 1)]);
  expect(host.notifications[0]?.text).toBe('Your goal is set.');
});

it.each([
  ['Time', { Hours: '3', Minutes: '30' }, bodyOf('duration', 12_600, null, 0)],
  ['Workouts', { 'Workouts each week': '4' }, bodyOf('count', 4, null, 0)],
  ['Energy', { 'Each week': '2,000' }, bodyOf('energy', 8_368_000, null, 0)],
])('[CHAL-03] sets a goal by %s', async (metric, fields, body) => {
  const { user, sent } = openPage(
    AT,
    { [CREATE]: sampleGoal() },
    // Goals have no links: a member who shares workouts by link starts with a private goal.
    { user: sampleMember({ default_privacy: { workout: 6, route: 1, profile: 3 } }) },
  );
  await user.click(await screen.findByRole('radio', { name: metric }));
  for (const [label, text] of Object.entries(fields)) await user.type(screen.getByLabelText(label), text);
  await user.click(screen.getByRole('button', { name: 'Set goal' }));
  await waitFor(() => expect(sent().map((call) => call.body)).toEqual([body]));
});

it('[CHAL-03] refuses what is no target, beside the field, and keeps what was typed after a failure', async () => {
  let refused = true;
  const { host, user, sent } = openPage(AT, {
    [CREATE]: () =>
      refused ? refusal(409, 'goal_exists', 'You already have a goal like this.') : sampleGoal(),
  });
  await user.click(await screen.findByRole('button', { name: 'Set goal' }));
  expect(screen.getByText('Enter a distance, such as 30.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('Each week'));
  await user.type(screen.getByLabelText('Each week'), '9999');
  await user.click(screen.getByRole('button', { name: 'Set goal' }));
  expect(sent()).toEqual([]);
  await user.clear(screen.getByLabelText('Each week'));
  await user.type(screen.getByLabelText('Each week'), '30');
  await user.click(screen.getByRole('button', { name: 'Set goal' }));
  expect((await screen.findByRole('alert')).textContent).toBe('You already have a goal like this.');
  refused = false;
  await user.click(screen.getByRole('button', { name: 'Set goal' }));
  await waitFor(() => expect(host.navigated).toEqual(['/profile/7/goals']));
  const keys = sent().map(({ options }) => options?.headers?.['idempotency-key']);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toBeTruthy();
});

it('[CHAL-03] keeps miles as they are typed', async () => {
  const { user, sent } = openPage(
    AT,
    { [CREATE]: sampleGoal() },
    { user: sampleMember({ display_measurement_system: 'imperial' }) },
  );
  await user.type(await screen.findByLabelText('Each week'), '20');
  await user.click(screen.getByRole('button', { name: 'Set goal' }));
  await waitFor(() =>
    expect(sent().map(({ body }) => body)).toEqual([bodyOf('distance', 32_186.88, null, 1)]),
  );
});

it('[CHAL-03] waits for the choice of another activity', async () => {
  const { user, sent } = openPage(AT, {});
  await user.click(await screen.findByRole('radio', { name: 'Run' }));
  await user.click(screen.getByRole('radio', { name: 'Another activity' }));
  await user.type(screen.getByLabelText('Each week'), '20');
  await user.click(screen.getByRole('button', { name: 'Set goal' }));
  expect(screen.getByText('Choose an activity.')).toBeTruthy();
  expect(sent()).toEqual([]);
});

it('[WORK-12] [CHAL-03] the activity of a goal is found by an everyday word', async () => {
  const type = (id: number, name: string) => ({
    id,
    name,
    has_children: false,
    mets: 8,
    root_id: id === 19 ? 11 : id,
    parent_id: id === 19 ? 11 : null,
    _links: {},
  });
  const types = {
    _embedded: { activity_types: [type(16, 'Run'), type(11, 'Ride'), type(19, 'Mountain Bike Ride')] },
    total_count: 3,
  };
  const { user, sent } = openPage(AT, { 'GET /activity_type/': types, [CREATE]: sampleGoal() });
  await user.click(await screen.findByRole('radio', { name: 'Another activity' }));
  await user.click(await screen.findByRole('button', { name: 'Choose an activity' }));
  await user.type(await screen.findByLabelText('Search activities'), 'mtb');
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Mountain Bike Ride']);
  await user.click(screen.getByRole('option', { name: 'Mountain Bike Ride' }));
  await user.type(screen.getByLabelText('Each week'), '20');
  await user.click(screen.getByRole('button', { name: 'Set goal' }));
  await waitFor(() => expect(sent()).toHaveLength(1));
  expect(sent()[0]?.body).toEqual(bodyOf('distance', 20_000, 19, 1));
});

it('[CHAL-03] sets no goals for others', async () => {
  openPage('/profile/12/goals/create', {});
  expect(await screen.findByText('You can only set goals for yourself')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Your goals' }).getAttribute('href')).toBe('/profile/7/goals');
});
