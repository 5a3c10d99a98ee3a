import type { Gear } from '@waymark/api-contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expectFailureAt } from '@waymark/remote/testing';
import { noAnswer, openPage, refusal, sampleMember, sentCalls } from '../testing/open-page.tsx';

const AT = '/account/gear';
const LIST = 'GET /usergear/';
const shoes = (over: Partial<Gear> = {}): Gear => ({
  id: 9,
  name: 'Road shoes',
  kind: 'shoes',
  brand: 'Fleet',
  model: 'Glide 3',
  notes: '',
  initial_distance: 0,
  distance: 740_000,
  workout_count: 81,
  alert_distance: 800_000,
  retired_datetime: null,
  default_for: ['run'],
  created_datetime: '2026-01-01T00:00:00.000Z',
  _links: {},
  ...over,
});
const list = (...gear: Gear[]) => ({ _embedded: { gear }, total_count: gear.length });
const open = (answers: Record<string, unknown>, system: 'metric' | 'imperial' = 'metric') =>
  openPage(AT, answers, { user: sampleMember({ display_measurement_system: system }) });

it('[ACCT-07] shows mileage, workouts and what is left until the alert', async () => {
  open({ [LIST]: list(shoes(), shoes({ id: 10, name: 'Old pair', distance: 812_000 })) });
  const rows = within(await screen.findByRole('list', { name: 'In use' })).getAllByRole('listitem');
  expect(rows[0]!.textContent).toMatch(
    /Road shoes.*Nearly due.*Fleet Glide 3.*81 workouts.*740.*km.*60 km to go/,
  );
  expect(rows[1]!.textContent).toMatch(/Old pair.*Time for new ones.*12 km over your limit/);
});

it('[ACCT-07] adds gear with a distance so far and an alert, in the member’s unit', async () => {
  const { host, user } = open({ [LIST]: list(), 'POST /usergear/': shoes() }, 'imperial');
  expect(await screen.findByText('No gear yet')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add gear' }));
  await user.click(screen.getByRole('button', { name: 'Save gear' }));
  expect(screen.getByText('Give it a name.')).toBeTruthy();
  await user.type(screen.getByLabelText(/^Name/), 'Bike');
  await user.selectOptions(screen.getByLabelText(/^Kind/), 'Bike');
  await user.type(screen.getByLabelText(/Distance before/), '100');
  await user.type(screen.getByLabelText(/Remind me at/), '2000');
  await user.click(screen.getByLabelText('Ride'));
  await user.click(screen.getByRole('button', { name: 'Save gear' }));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('“Bike” is saved.'));
  const body = sentCalls(host)[0]?.body as Record<string, number>;
  expect(body).toMatchObject({ name: 'Bike', kind: 'bike', default_for: ['ride'] });
  expect(body['initial_distance']).toBeCloseTo(160_934.4, 1);
  expect(body['alert_distance']).toBeCloseTo(3_218_688, 0);
});

it('[ACCT-07] retires and brings back, each with undo', async () => {
  const { host, user } = open({ [LIST]: list(shoes()), 'PUT /usergear/9/': shoes() });
  await user.click(await screen.findByRole('button', { name: 'More actions for Road shoes' }));
  await user.click(screen.getByRole('menuitem', { name: 'Retire' }));
  await waitFor(() => expect(host.notifications[0]?.text).toBe('“Road shoes” is retired.'));
  host.notifications[0]!.action!.run();
  await waitFor(() => expect(sentCalls(host)).toHaveLength(2));
  expect(sentCalls(host).map(({ body }) => body)).toEqual([{ retired: true }, { retired: false }]);
});

it('[ACCT-07] editing keeps distances that were not typed again', async () => {
  const { host, user } = open({
    [LIST]: list(shoes({ alert_distance: 800_123 })),
    'PUT /usergear/9/': shoes(),
  });
  await user.click(await screen.findByRole('button', { name: 'More actions for Road shoes' }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const name = screen.getByLabelText(/^Name/);
  await user.clear(name);
  await user.type(name, 'Track spikes');
  await user.click(screen.getByRole('button', { name: 'Save gear' }));
  await waitFor(() => expect(sentCalls(host)).toHaveLength(1));
  expect(sentCalls(host)[0]?.body).toEqual({
    name: 'Track spikes',
    kind: 'shoes',
    brand: 'Fleet',
    model: 'Glide 3',
    notes: '',
    default_for: ['run'],
  });
});

it('[ACCT-07] deleting is confirmed first, and a failure stays in sight', async () => {
  const { host, user } = open({
    [LIST]: list(shoes()),
    'DELETE /usergear/9/': [refusal(503, 'unavailable'), undefined],
  });
  await user.click(await screen.findByRole('button', { name: 'More actions for Road shoes' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  expect(sentCalls(host)).toEqual([]);
  const dialog = screen.getByRole('dialog');
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  expect(await within(dialog).findByRole('alert')).toBeTruthy();
  await user.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(host.notifications[0]?.text).toMatch(/is deleted/));
});

it('[ACCT-07] a save without an answer is told at its button, keeps what was typed and adds no second piece, although it is changed', async () => {
  const { host, user } = open({ [LIST]: list(), 'POST /usergear/': [noAnswer(), shoes()] });
  await user.click(await screen.findByRole('button', { name: 'Add gear' }));
  await user.click(screen.getByRole('button', { name: 'Save gear' }));
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
  await waitFor(() => expect(document.activeElement).toBe(name));
  await user.type(name, 'Trail shoes');
  await user.click(screen.getByRole('button', { name: 'Save gear' }));
  await expectFailureAt('Save gear', /couldn’t reach Waymark/);
  expect(name.value).toBe('Trail shoes');
  await user.type(name, ' 2');
  await user.click(screen.getByRole('button', { name: 'Save gear' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sentCalls(host).map(({ body }) => (body as { name: string }).name)).toEqual([
    'Trail shoes',
    'Trail shoes 2',
  ]);
  const [first, again] = sentCalls(host).map(({ options }) => options?.headers?.['idempotency-key']);
  expect(first).toBeTruthy();
  expect(again).toBe(first);
});
