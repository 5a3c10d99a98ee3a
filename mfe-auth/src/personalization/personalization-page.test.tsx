import { screen, waitFor } from '@testing-library/react';
import { member, openPage, refusal, write } from '../testing/open-page.tsx';

const ROBIN = member({
  display_measurement_system: 'imperial',
  height: null,
  weight: null,
  favorite_activities: [16],
  consents: {},
});
const TYPES = { _links: {}, _embedded: { activity_types: [] }, total_count: 0 };
const save = () => screen.getByRole('button', { name: 'Save and continue' });
const open = (answers: Record<string, unknown> = {}, next = '?next=%2Froutes') =>
  openPage(`/account/personalization/${next}`, { 'GET /activity_type/': TYPES, ...answers }, { user: ROBIN });

it('[AUTH-07] stores units, height, weight, activities and a weekly goal, and goes on', async () => {
  const { host, user } = open({ 'PUT /user/7/': ROBIN, 'POST /user_goal/': {} });
  await write(user, await screen.findByLabelText('Feet'), '5');
  await write(user, screen.getByLabelText('Inches'), '9');
  await user.click(screen.getByLabelText('Kilometers, kilograms'));
  expect(screen.getByLabelText(/Height/)).toHaveProperty('value', '175.3');
  await write(user, screen.getByLabelText(/Weight/), '61.5');
  await user.click(screen.getByLabelText('Distance'));
  await write(user, screen.getByLabelText('Distance a week'), '25');
  await user.click(save());
  await waitFor(() => expect(host.navigated).toEqual(['/routes']));
  const [update, goal] = host.calls.slice(-2);
  expect(update?.body).toEqual({
    display_measurement_system: 'metric',
    favorite_activities: [16],
    height: expect.closeTo(1.753, 3) as number,
    weight: 61.5,
  });
  expect(goal?.body).toEqual({ criteria: { threshold: { metric: 'distance', value: 25_000 } } });
});

it('[AUTH-07] everything may be left out or skipped', async () => {
  const { host, user } = open({ 'PUT /user/7/': ROBIN }, '');
  expect(await screen.findByRole('link', { name: 'Skip this' })).toHaveProperty('pathname', '/dashboard');
  await user.click(save());
  await waitFor(() => expect(host.navigated).toEqual(['/dashboard']));
  expect(host.calls.at(-1)?.body).toEqual({
    display_measurement_system: 'imperial',
    favorite_activities: [16],
  });
});

it('[AUTH-07] what cannot be is named beside its field and nothing is sent', async () => {
  const { host, user } = open();
  await write(user, await screen.findByLabelText('Feet'), '12');
  await write(user, screen.getByLabelText(/Weight/), '3');
  await user.click(screen.getByLabelText('Workouts'));
  await user.click(save());
  expect(screen.getByText('Height is between 1 ft 4 in and 9 ft 2 in.')).toBeTruthy();
  expect(screen.getByText('Weight is between 5 and 1,100 lb.')).toBeTruthy();
  expect(screen.getByText('Choose 1 to 100 workouts a week.')).toBeTruthy();
  expect(host.navigated).toEqual([]);
});

it('[AUTH-07] after a failure everything stays, and a goal that was stored is not stored twice', async () => {
  const { host, user } = open({
    'PUT /user/7/': [refusal(503, 'unavailable', 'Waymark is busy. Try again.'), ROBIN],
    'POST /user_goal/': {},
  });
  await user.click(await screen.findByLabelText('Workouts'));
  await write(user, screen.getByLabelText('Workouts a week'), '3');
  await user.click(save());
  await screen.findByText(/went wrong on our side/);
  await user.click(save());
  await waitFor(() => expect(host.navigated).toEqual(['/routes']));
  expect(host.calls.filter(({ path }) => path === '/user_goal/')).toHaveLength(1);
});

it('[PRIV-02] [AUTH-07] no weight is asked for while health data is refused', async () => {
  const user = { ...ROBIN, consents: { health: false } };
  openPage('/account/personalization/', { 'GET /activity_type/': TYPES }, { user });
  expect(await screen.findByText(/Weight needs your consent for health data/)).toBeTruthy();
  expect(screen.queryByLabelText(/^Weight/)).toBeNull();
  expect(screen.getByRole('link', { name: 'Change your answer in a new tab' })).toBeTruthy();
});
